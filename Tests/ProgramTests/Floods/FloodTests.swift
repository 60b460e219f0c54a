import TestBus
import Testing

extension ProcessTests {
  /// More alerts, and more senders, than anybody can look at.
  struct FloodTests {
    @Test func aDaemonIsNoLargerAfterAFloodThanBefore() async throws {
      try await withBus { bus in
        let flood = try await Flood.start(on: bus)
        let wave = 5000
        let waves = max(3, (Effort.number("PEAL_FLOOD") ?? 50_000) / wave)
        let start = ContinuousClock.now
        for _ in 1...2 { try await flood.pass(wave) }
        let before = try await flood.size()
        for _ in 3...waves { try await flood.pass(wave) }
        let after = try await flood.size()
        #expect(after.descriptors == before.descriptors)
        #expect(after.memory <= before.memory + 4096)
        #expect(after.journal <= 8192)
        print("flood of \(waves * wave): \(before) to \(after), \(ContinuousClock.now - start)")
      }
    }

    /// Without a server nothing goes, and a thousand are kept for one app.
    @Test func ofAFloodTheMoreImportantAreKeptAndEachIsAccountedFor() async throws {
      let posts = Effort.number("PEAL_POSTS") ?? 5000
      let settings = "[journal]\nhistory = 1000000\n"
      try await withBus { bus in
        try bus.folder.makeFolder("config/peal")
        try bus.folder.write(settings, to: "config/peal/peal.conf")
        let words = ["low", "normal", "high"]
        let lines = (0..<posts).map { number in
          #"{"summary":"\#(number)","priority":"\#(words[number * 3 / posts])"}"#
        }
        let result = try await ChildProcess.run(
          Programs.peal, ["send", "--batch", "-p"], environment: bus.environment,
          input: .text(lines.joined(separator: "\n") + "\n"), within: .seconds(600))
        #expect(result.status == 75)
        let ids = result.output.split(separator: "\n").compactMap { UInt32($0) }
        #expect(ids.count == posts)
        let accepted = ids.filter { $0 != 0 }
        #expect(accepted.count >= 3000)
        #expect(Set(accepted).count == accepted.count)
        let live = try Object.lines(try await bus.peal("list", "--json").output)
        let ended = try Object.lines(
          try await bus.peal("history", "--json", "-n", "\(posts)").output)
        #expect(live.count == 1000)
        #expect(Set(live.map { $0.text("priority") }) == ["high"])
        #expect(Set(ended.map { $0.text("outcome") }) == ["evicted"])
        let known = (live + ended).compactMap { $0.number("id").map(UInt32.init) }
        #expect(known.sorted() == accepted.sorted())
      }
    }

    @Test func theHistorySaysHowManyWereLeftOut() async throws {
      let settings = "[queue]\ngap = 0\nmax-waiting-per-app = 2\n"
      try await withDesk(settings: settings) { desk in
        _ = try await desk.peal("send", "-u", "critical", "up")
        try await desk.untilStage("up", "shown")
        for number in 1...2 { _ = try await desk.peal("send", "-u", "low", "low \(number)") }
        for number in 1...2 { _ = try await desk.peal("send", "high \(number)") }
        try await desk.server.close(try await desk.untilUp("up"))
        try await desk.server.close(try await desk.untilUp("high 1"))
        try await desk.untilStage("high 1", "ended")
        let entry = try Object(line: try await desk.history())
        #expect(entry.text("summary") == "high 1")
        #expect(entry.number("left-out") == 2)
        let table = try await desk.peal("history", "-n", "1").output
        #expect(table.contains("dismissed (2 more left out)"))
        #expect(try await desk.peal("show", "4").output.contains("left out: 2\n"))
      }
    }

    /// So many that the bus itself may be too slow for some: those say so.
    @Test func ofManySendersAtOnceEachIsAcceptedOrSaysThatItIsNot() async throws {
      let senders = Effort.number("PEAL_CROWD") ?? 100
      try await withBus { bus in
        let script = #"for i in $(seq "$1"); do "$0" send -p "$i" & done; wait"#
        let crowd = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal, "\(senders)"], environment: bus.environment,
          within: .seconds(600))
        let ids = crowd.output.split(separator: "\n").compactMap { Int($0) }
        let errors = crowd.errors.split(separator: "\n")
        #expect(errors.allSatisfy { $0.hasPrefix("peal: error: ") })
        #expect(ids.count + errors.count == senders)
        #expect(senders > 100 || errors.isEmpty)
        let live = try Object.lines(try await bus.peal("list", "--json").output)
        #expect(Set(live.compactMap { $0.number("id").map { Int($0) } }).isSuperset(of: ids))
        #expect(Set(ids).count == ids.count)
      }
    }

    @Test func ofManyQuestionsAtOnceEachIsAnsweredOrSaysWhyNot() async throws {
      let questions = Effort.number("PEAL_CROWD") ?? 100
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        let script =
          #"for i in $(seq "$1"); do ("$0" ask "$i"; echo "status $?") & done; wait"#
        let person = Task { await answerEverything(at: desk) }
        defer { person.cancel() }
        let crowd = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal, "\(questions)"], environment: desk.bus.environment,
          within: .seconds(600))
        let lines = crowd.output.split(separator: "\n")
        let answered = lines.count { $0 == "yes" }
        let unavailable = lines.count { $0 == "status 69" }
        #expect(lines.count { $0 == "status 0" } == answered)
        #expect(answered + unavailable == questions)
        #expect(questions > 100 || unavailable == 0)
        #expect(await desk.server.mostOnScreen == 1)
      }
    }

    private func answerEverything(at desk: Desk) async {
      while !Task.isCancelled {
        let popup = try? await desk.server.popups.first("popup", within: .seconds(60)) { $0.last }
        if let popup { try? await desk.server.press(popup.id, labelled: "Yes") }
      }
    }
  }
}
