import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// The daemon is killed again and again while much is going on.
  struct CrashTests {
    /// 30 times, or as often as `PEAL_KILLS` says.
    static let kills = getenv("PEAL_KILLS").flatMap { Int(String(cString: $0)) } ?? 30

    @Test func nothingThatWasAcceptedIsLostOrShownTwice() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        let run = try await CrashRun(desk, seed: UInt64.random(in: 0...UInt64.max))
        try await run.run(kills: Self.kills)
        let live = try Object.lines(try await desk.peal("list", "--json").output)
        let ended = try Object.lines(
          try await desk.peal("history", "--json", "-n", "100000").output)
        let notes = run.notes
        let seed = Comment(rawValue: "seed \(run.seed)")

        let liveIDs = live.compactMap { $0.number("id").map(UInt32.init) }
        let endedIDs = ended.compactMap { $0.number("id").map(UInt32.init) }
        #expect(notes.kills.count == Self.kills, seed)
        #expect(Set(endedIDs).count == endedIDs.count, "ended once, \(seed)")
        #expect(Set(liveIDs).isDisjoint(with: endedIDs), seed)
        let accounted = Set(liveIDs).union(endedIDs)
        #expect(notes.told.filter { !accounted.contains($0.value) } == [:], "lost, \(seed)")
        #expect(Set(notes.told.values).count == notes.told.count, seed)

        let summaries = (live + ended).compactMap { $0.text("summary") }
        #expect(Set(summaries).count == summaries.count, "asked once for one token, \(seed)")
        #expect(notes.shownAfterItsEnd == [], seed)
        #expect(notes.strangeEnds == [], seed)
        for double in notes.doubled {
          // Only where its Notify was not yet journaled: it came just before a kill.
          let gap = notes.kills.map { double.first.duration(to: $0) }.filter { $0 > .zero }.min()
          #expect(gap ?? .seconds(1) < .milliseconds(200), "\(double.summary), \(seed)")
        }
        #expect(notes.doubled.count <= notes.kills.count, seed)
        print("crash run: \(notes.told.count) told, \(notes.doubled.count) doubled, \(seed)")
      }
    }
  }
}
