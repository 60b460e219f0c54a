import Glibc
import Peal
import PealJournal
import Synchronization
import TestBus
import Testing

/// What is accepted, in which order, under which ids.
struct JournalTests {
  @Test func aPostIsAcceptedWhenItIsWrittenAndNotBefore() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    let accepted = Mutex<[String]>([])
    journal.accept(JournalPost(Alert("one")), bench.clock()) { result in
      accepted.withLock { $0.append("\(result)") }
    }
    #expect(accepted.withLock { $0 } == [])
    journal.commit()
    #expect(accepted.withLock { $0.count } == 1)
  }

  @Test func manyPostsShareOneCommitThatIsAskedForOnce() throws {
    let bench = try JournalBench()
    let requests = Mutex(0)
    let journal = try Journal.open(Journal.Settings(path: bench.path), bench.clock()) { _, _ in
      requests.withLock { $0 += 1 }
    }.journal
    let ids = Mutex<[UInt32]>([])
    for number in 0..<100 {
      journal.accept(JournalPost(Alert("\(number)")), bench.clock()) { result in
        guard case .success(.new(let id)) = result else { return }
        ids.withLock { $0.append(id.rawValue) }
      }
    }
    journal.commit()
    #expect(requests.withLock { $0 } == 1)
    #expect(ids.withLock { $0 } == Array(1...100))
  }

  @Test func liveAlertsComeBackByPlace() throws {
    let bench = try JournalBench()
    try bench.session { journal in
      for summary in ["a", "b", "c"] { _ = try journal.post(summary, bench) }
      // The third took the place of one before the first.
      var submission = AlertRecord.Submission(
        AlertID(rawValue: 3), posted: bench.clock().instant)
      submission.isAwaited = true
      let record = AlertRecord(
        Alert("c"), submissions: [submission], place: AlertID(rawValue: 0))
      journal.record(LiveEntry(record), bench.clock())
      journal.commit()
    }
    #expect(try bench.contents().ids == [3, 1, 2])
  }

  @Test func idsAreNeverUsedAgain() throws {
    let bench = try JournalBench()
    try bench.session(history: 0) { journal in
      for _ in 1...3 { journal.end(try journal.post("x", bench), .dismissed, bench) }
      #expect(journal.historyIDs == [])
    }
    try bench.session { journal in
      let refused = try journal.post("refused", bench)
      #expect(refused.rawValue == 4)
      journal.forget(refused)
      journal.commit()
    }
    let opened = try bench.open()
    #expect(opened.contents.ids == [])
    #expect(opened.contents.queue.nextID.rawValue == 5)
    #expect(try opened.journal.post("next", bench).rawValue == 5)
  }

  @Test func aTokenGivesTheSameIDForEver() throws {
    let bench = try JournalBench()
    var post = JournalPost(Alert("once"))
    post.token = "token"
    try bench.session { journal in
      let ids = Mutex<[Journal.Acceptance]>([])
      // Twice in one batch, as when a client repeats itself at once.
      for _ in 1...2 {
        journal.accept(post, bench.clock()) { result in
          ids.withLock { $0 += [try? result.get()].compactMap(\.self) }
        }
      }
      journal.commit()
      let id = AlertID(rawValue: 1)
      #expect(ids.withLock { $0 } == [.new(id), .known(id)])
      journal.end(id, .dismissed, bench)
    }
    try bench.session { journal in
      let ids = (try journal.post(post, bench), try journal.post("other", bench))
      #expect((ids.0.rawValue, ids.1.rawValue) == (1, 2))
    }
  }

  @Test func namedPausesComeBackUntilTheyAreReleased() throws {
    let bench = try JournalBench()
    let (first, second) = (PauseToken(rawValue: "peal"), PauseToken(rawValue: "it's"))
    let end = bench.clock().instant.advanced(by: .seconds(60))
    try bench.session { journal in
      journal.record(QueueRecord.Pause(.nothing, end: end), first, bench.clock())
      journal.record(QueueRecord.Pause(.critical), second, bench.clock())
      journal.commit()
    }
    try bench.session { journal in
      journal.record(nil, second, bench.clock())
      journal.commit()
    }
    #expect(
      try bench.contents().queue.pauses == [first: QueueRecord.Pause(.nothing, end: end)])
  }

  @Test func deadlinesGoOnInCivilTimeWhileNobodyRuns() throws {
    let bench = try JournalBench()
    var alert = Alert("soon")
    alert.ttl = .seconds(30)
    alert.timeout = .seconds(90)
    _ = try bench.session { try $0.post(JournalPost(alert), bench) }
    bench.advance(by: .seconds(50))
    let now = bench.clock(JournalBench.secondZero).instant
    let record = try #require(try bench.contents(zero: JournalBench.secondZero).queue.alerts.first)
    #expect(record.lapses?.duration(to: now) == .seconds(20))
    #expect(record.submissions[0].timesOut.map(now.duration(to:)) == .seconds(40))
    #expect(record.submissions[0].posted.duration(to: now) == .seconds(50))
  }

  /// Known before the alert's end, after it, and in the same transaction as that.
  @Test(arguments: [[0], [1], [2], [0, 1, 2]])
  func aPopupThatIsGoneIsForgotten(moments: [Int]) throws {
    let bench = try JournalBench()
    let popup = Presentation(id: AlertID(rawValue: 1), attempt: 1)
    try bench.session { journal in
      let id = try journal.post("x", bench)
      var record = RoundTripTests.record(id, at: bench.clock().instant)
      record.popup = popup
      journal.record(
        LiveEntry(record, popup: ServerPopup(71, incarnation: "server")), bench.clock())
      journal.commit()
      if moments.contains(0) { journal.forget(popup) }
      journal.commit()
      if moments.contains(1) { journal.forget(popup) }
      journal.end(id, .action(key: "yes"), bench)
      journal.commit()
      if moments.contains(2) { journal.forget(popup) }
      journal.commit()
    }
    let contents = try bench.contents()
    #expect(contents.queue.orphans == [])
    #expect(contents.popups == [:])
  }

  @Test func thePopupOfAnAlertThatHasJustEndedIsRemembered() throws {
    let bench = try JournalBench()
    try bench.session { journal in
      for number in UInt32(1)...2 {
        let id = try journal.post("x", bench)
        var record = RoundTripTests.record(id, at: bench.clock().instant)
        record.popup = Presentation(id: id, attempt: 1)
        journal.record(
          LiveEntry(record, popup: ServerPopup(70 + number, incarnation: "server")),
          bench.clock())
        journal.commit()
        journal.end(id, .action(key: "yes"), bench)
        bench.advance(by: .seconds(10))
      }
    }
    let contents = try bench.contents()
    let popup = Presentation(id: AlertID(rawValue: 2), attempt: 1)
    #expect(contents.queue.orphans == [popup])
    #expect(contents.queue.incarnation == "server")
    #expect(contents.popups == [popup: 72])
  }
}
