import TestBus
import Testing

extension ProcessTests {
  /// Something dies again and again while much is going on.
  struct CrashTests {
    @Test func nothingIsLostOrShownTwiceWhenTheDaemonIsKilled() async throws {
      let notes = try await run(.daemon, Effort.number("PEAL_KILLS") ?? 30)
      for double in notes.doubled {
        // Only where its Notify was not yet journaled: it came just before a kill.
        let gap = notes.deaths.map { double.first.duration(to: $0) }.filter { $0 > .zero }.min()
        #expect(gap ?? .seconds(1) < .milliseconds(200), "\(double.summary)")
      }
      #expect(notes.doubled.count <= notes.deaths.count)
    }

    @Test func nothingIsLostOrShownTwiceWhenTheServerRestarts() async throws {
      let notes = try await run(.server, Effort.number("PEAL_SERVER_DEATHS") ?? 10)
      #expect(notes.doubled.map(\.summary) == [])
    }

    @Test func nothingIsLostOrShownTwiceWhenTheBusRestarts() async throws {
      let notes = try await run(.bus, Effort.number("PEAL_BUS_DEATHS") ?? 4)
      #expect(notes.doubled.map(\.summary) == [])
    }

    /// Has the victim die, and checks what holds whatever dies.
    private func run(_ victim: CrashRun.Victim, _ deaths: Int) async throws -> CrashRun.Book {
      try await withDesk(settings: "[queue]\ngap = 0\n[journal]\nhistory = 100000\n") { desk in
        let run = CrashRun(desk, seed: UInt64.random(in: 0...UInt64.max))
        try await run.run(victim, deaths: deaths)
        let (live, ended) = try await accounts(of: desk)
        let notes = run.notes
        let seed = Comment(rawValue: "seed \(run.seed)")

        let liveIDs = live.compactMap { $0.number("id").map(UInt32.init) }
        let endedIDs = ended.compactMap { $0.number("id").map(UInt32.init) }
        #expect(notes.deaths.count == deaths, seed)
        #expect(Set(endedIDs).count == endedIDs.count, "ended once, \(seed)")
        #expect(Set(liveIDs).isDisjoint(with: endedIDs), seed)
        let accounted = Set(liveIDs).union(endedIDs)
        #expect(notes.told.filter { !accounted.contains($0.value) } == [:], "lost, \(seed)")
        #expect(Set(notes.told.values).count == notes.told.count, seed)

        let summaries = (live + ended).compactMap { $0.text("summary") }
        #expect(Set(summaries).count == summaries.count, "asked once for one token, \(seed)")
        #expect(notes.shownAfterItsEnd == [], seed)
        #expect(notes.strangeEnds == [], seed)
        let (told, doubled) = (notes.told.count, notes.doubled.count)
        print("\(victim), \(deaths) deaths: \(told) told, \(doubled) doubled, \(seed)")
        return notes
      }
    }

    /// What is live and what has ended, at one moment: nothing ended between the two looks.
    private func accounts(of desk: Desk) async throws -> (live: [Object], ended: [Object]) {
      func history() async throws -> String {
        try await desk.peal("history", "--json", "-n", "100000").output
      }
      var before = try await history()
      while true {
        let live = try await desk.peal("list", "--json").output
        let after = try await history()
        if before == after { return (try Object.lines(live), try Object.lines(after)) }
        before = after
      }
    }
  }
}
