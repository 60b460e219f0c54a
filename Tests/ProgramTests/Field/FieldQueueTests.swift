import DBus
import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// Faults from the field about the queue and its history.
  struct FieldQueueTests {
    @Test(.field(52)) func aHundredSendersAtOnceAreShownOneByOneInOrder() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        #expect(try await desk.peal("send", "Up").status == 0)
        let up = try await desk.nextPopup()
        let environment = desk.bus.environment
        try await withThrowingTaskGroup(of: Int32?.self) { group in
          for number in 0..<100 {
            let priority = ["low", "normal", "high"][number % 3]
            group.addTask {
              try await Programs.peal(
                ["send", "--priority", priority, "\(number)"], environment: environment
              ).status
            }
          }
          for try await status in group { #expect(status == 0) }
        }
        let waiting = try Object.lines(try await desk.peal("list", "--json").output).dropFirst()
        #expect(waiting.count == 100)
        let levels = ["high", "normal", "low"]
        let ranks = waiting.map { alert in
          (levels.firstIndex { $0 == alert.text("priority") } ?? 9, alert.number("id") ?? 0)
        }
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 })
        try await desk.server.close(up.id)
        var shown: [String] = []
        for _ in 0..<100 {
          let popup = try await desk.nextPopup()
          shown.append(popup.notification.summary)
          try await desk.server.close(popup.id)
        }
        #expect(shown == waiting.compactMap { $0.text("summary") })
        #expect(await desk.server.mostOnScreen == 1)
      }
    }

    @Test(.field(55)) func theHistoryTellsOfEachWhoPostedItAndWhatBecameOfIt() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        let (replaced, _) = try await desk.ask("Replaced?", "--tag", "t")
        try await desk.untilStage("Replaced?", "shown")
        let (preempted, _) = try await desk.ask("Preempted?", "--tag", "t")
        #expect(try await replaced.result().status == 4)
        try await desk.untilStage("Preempted?", "shown")
        #expect(try await desk.peal("ask", "--arrival", "drop", "Suppressed?").status == 4)
        let (abandoned, _) = try await desk.ask(
          "Abandoned?", "-p", "--arrival", "barge", "--cover", "drop")
        #expect(try await preempted.result().status == 4)
        // Once it has its id, the daemon has looked who it is.
        #expect(try await abandoned.output.nextLine() == "4")
        abandoned.signal(SIGKILL)
        try await desk.untilStage("Abandoned?", "ended")
        await desk.server.change { $0.answersZero = true }
        #expect(try await desk.peal("ask", "Failed?").status == 69)

        let lines = try await desk.peal("history", "--json").output.split(separator: "\n")
        let ended = try lines.map { try Object(line: String($0)) }
        let outcomes = ended.map { "\($0.text("summary") ?? "") \($0.text("outcome") ?? "")" }
        #expect(
          Set(outcomes) == [
            "Replaced? replaced", "Preempted? preempted", "Suppressed? suppressed",
            "Abandoned? abandoned", "Failed? failed",
          ])
        #expect(outcomes.count == 5)
        for (name, process) in [("Replaced?", replaced), ("Abandoned?", abandoned)] {
          let line = lines.first { $0.contains("\"\(name)\"") } ?? ""
          #expect(line.contains(#""by":{"pid":\#(process.pid),"exe":"\#(Programs.peal)"}"#))
        }
        for alert in ended {
          #expect(alert.text("posted")?.hasSuffix("Z") == true)
          #expect(alert.text("ended")?.hasSuffix("Z") == true)
          #expect(alert.names.isSuperset(of: ["waited", "shown", "attempts", "by"]))
          let wasShown = alert.text("outcome") != "suppressed" && alert.text("outcome") != "failed"
          if wasShown { #expect(alert.text("server") == "Scripted Server") }
        }
      }
    }
  }
}
