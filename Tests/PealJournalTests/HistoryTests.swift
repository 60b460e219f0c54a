import Glibc
import Peal
import PealJournal
import TestBus
import Testing

/// What is known of alerts that have ended.
struct HistoryTests {
  static let outcomes: [Outcome] = [
    .action(key: "yes", text: nil), .action(key: "reply", text: "typed\u{0}"),
    .action(key: "", text: ""), .dismissed, .expired, .lapsed, .timedOut, .withdrawn, .cleared,
    .replaced, .preempted, .suppressed, .evicted, .failed, .abandoned, .shutdown,
  ]

  @Test(arguments: outcomes)
  func anEndingComesBackWhole(_ outcome: Outcome) throws {
    let bench = try JournalBench()
    let posted = bench.clock()
    try bench.session { journal in
      var post = JournalPost(RoundTripTests.full)
      post.poster = Poster(pid: 42, executable: "/usr/bin/backup")
      let id = try journal.post(post, bench)
      bench.advance(by: .seconds(9))
      let now = bench.clock()
      let ending = Ending(
        id: id, outcome: outcome, alert: RoundTripTests.full, posted: posted.instant,
        ended: now.instant, waited: .seconds(2), shown: .milliseconds(6500), attempts: 3,
        count: 2, presenter: "dunst", leftOut: 7)
      journal.file(ending, now)
      journal.commit()
    }
    let opened = try bench.open()
    #expect(opened.contents.ids == [])
    let entry = try #require(opened.journal.history(HistoryQuery()).first)
    var kept = RoundTripTests.full
    kept.hints = [:]
    kept.userInfo = [:]
    #expect(entry.alert == kept)
    #expect(entry.outcome == outcome)
    #expect(entry.posted == posted.wall)
    #expect(entry.ended == bench.clock().wall)
    #expect((entry.waited, entry.shown) == (.seconds(2), .milliseconds(6500)))
    #expect((entry.attempts, entry.count, entry.server) == (3, 2, "dunst"))
    #expect(entry.leftOut == 7)
    #expect(entry.poster == Poster(pid: 42, executable: "/usr/bin/backup"))
  }

  /// Its last update was never written by itself: the tables still had what it was before.
  @Test func anEndingTellsWhatTheAlertWasAtItsEnd() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    var question = Alert("question", appName: "test")
    question.actions = [try Action("yes", "Yes")]
    question.hints = ["x": .int32(1)]
    let first = try journal.post(JournalPost(question), bench)
    let second = try journal.post(JournalPost(Alert("news", appName: "test")), bench)
    journal.end(first, .dismissed, bench)
    let now = bench.clock()
    journal.file(
      Ending(
        id: second, outcome: .dismissed, alert: question, posted: now.instant,
        ended: now.instant), now)
    let third = try journal.post("3", bench)
    journal.end(third, .expired, bench)
    let kept = journal.history(HistoryQuery())
    #expect(kept.map(\.alert.actions.count) == [0, 1, 0])
    #expect(kept.map(\.alert.summary) == ["3", "question", "1"])
  }

  @Test func aPosterMayBeNamedLater() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    let id = try journal.post("x", bench)
    journal.record(Poster(pid: 7, executable: ""), of: id)
    journal.end(id, .dismissed, bench)
    #expect(journal.history(HistoryQuery()).first?.poster == Poster(pid: 7, executable: ""))
  }

  @Test func theLatestAreKeptAndTheRestPruned() throws {
    let bench = try JournalBench()
    try bench.session(history: 3) { journal in
      let live = try journal.post("live", bench)
      for _ in 1...5 { journal.end(try journal.post("x", bench), .dismissed, bench) }
      #expect(journal.historyIDs == [6, 5, 4])
      journal.keep(history: 1)
      journal.end(live, .dismissed, bench)
      #expect(journal.historyIDs == [1])
    }
    #expect(try bench.contents().queue.nextID.rawValue == 7)
  }

  @Test func aQueryMeansThoseThatMeetEveryCondition() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    for (app, tag) in [("a", "x"), ("b", "x"), ("a", nil), ("a", "x")] {
      var alert = Alert("text", appName: app)
      alert.tag = tag
      let id = try journal.post(JournalPost(alert), bench)
      bench.advance(by: .seconds(1))
      let now = bench.clock()
      journal.file(
        Ending(
          id: id, outcome: .dismissed, alert: alert, posted: now.instant, ended: now.instant),
        now)
    }
    func ids(_ change: (inout HistoryQuery) -> Void) -> [UInt32] {
      var query = HistoryQuery()
      change(&query)
      return journal.history(query).map(\.id.rawValue)
    }
    #expect(ids { _ in } == [4, 3, 2, 1])
    #expect(ids { $0.id = AlertID(rawValue: 2) } == [2])
    #expect(ids { $0.app = "a" } == [4, 3, 1])
    #expect(ids { $0.tag = "x" } == [4, 2, 1])
    #expect(ids { $0.after = AlertID(rawValue: 2) } == [4, 3])
    #expect(
      ids { $0.since = WallTime(milliseconds: bench.clock().wall.milliseconds - 1000) } == [4, 3])
    #expect(ids { $0.limit = 2 } == [4, 3])
    #expect(ids { $0.app = "' OR 1=1 --" } == [])
    #expect(
      ids {
        $0.app = "a"
        $0.limit = 1
        $0.tag = "x"
      } == [4])
  }

  @Test func aLongBodyIsCutOnACharacter() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    let id = try journal.post("x", bench)
    let now = bench.clock()
    let body = String(repeating: "👩‍👩‍👧", count: Limits.text / 18)
    journal.file(
      Ending(
        id: id, outcome: .dismissed, alert: Alert("x", body: body), posted: now.instant,
        ended: now.instant), now)
    let kept = try #require(journal.history(HistoryQuery()).first?.alert.body)
    #expect(kept.utf8.count <= Limits.body && kept.utf8.count > Limits.body - 18)
    #expect(kept.allSatisfy { $0 == "👩‍👩‍👧" })
  }
}
