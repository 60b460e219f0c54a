import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// A command that waits lives through the end of the daemon and of the bus.
  struct RecoveryTests {
    @Test(.field(54)) func aKilledDaemonIsStartedAgainAndTheQuestionIsAsked() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        kill(try await desk.daemon(), SIGKILL)
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Yes")
        let result = try await peal.result()
        #expect(result.output == "yes\n")
        #expect(result.errors == "")
        #expect(result.status == 0)
      }
    }

    @Test func theBusMayBeGoneForAWhile() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?", "-p")
        #expect(try await peal.output.nextLine() == "1")
        await desk.server.die()
        try await desk.bus.restart()
        try await desk.server.restart()
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Yes")
        let result = try await peal.result()
        #expect(result.output == "1\nyes\n")
        #expect(result.status == 0)
      }
    }

    @Test func aBusThatStaysAwayIsExit69() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?", "-p")
        #expect(try await peal.output.nextLine() == "1")
        try await desk.bus.kill()
        let result = try await peal.result()
        #expect(result.status == 69)
        #expect(result.duration > .seconds(10))
        #expect(result.errors.hasPrefix("peal: error: no bus"))
      }
    }

    @Test func theDaemonKeepsItsQueueWithoutABusAndSendersFailAtOnce() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        for summary in ["a", "b", "c"] { _ = try await desk.peal("send", summary) }
        await desk.server.die()
        try await desk.bus.kill()
        try await daemon.says("<4>the bus is gone; looking for it")
        let late = try await desk.peal("send", "d")
        #expect(late.status == 69)
        #expect(late.errors.hasPrefix("peal: error: no bus"))
        #expect(late.duration < .seconds(2))
        try await desk.bus.restart()
        try await daemon.says("<5>the bus is back")
        #expect(try await desk.list() == ["a", "b", "c"])
        #expect(try await desk.daemon() == daemon.process.pid)
      }
    }

    @Test func watchGoesOnWithTheNextDaemon() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("watch", "--format", "waybar")
        #expect(try await peal.output.nextLine().contains("on screen"))
        kill(try await desk.daemon(), SIGKILL)
        #expect(try await desk.peal("send", "x").status == 0)
        while !(try await peal.output.nextLine().contains("1 on screen")) {}
        peal.signal(SIGTERM)
        #expect(try await peal.result().errors.contains("the daemon went away"))
      }
    }

    /// Nobody else starts one, and somebody's alert is live.
    @Test(arguments: [["watch"], ["watch", "--format", "waybar"]])
    func watchStartsTheNextDaemonWhereAlertsAreLive(command: [String]) async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "-t", "never", "x").status == 0)
        let first = try await desk.nextPopup()
        try await desk.untilStage("x", "shown")
        let peal = try await ChildProcess.start(
          Programs.peal, command, environment: desk.bus.environment)
        _ = try await peal.output.nextLine()
        kill(try await desk.daemon(), SIGKILL)
        let again = try await desk.server.notifications.next()
        #expect(again.replacesID == first.id)
        peal.signal(SIGTERM)
        let result = try await peal.result()
        #expect(result.errors.split(separator: "\n").count == 1)
      }
    }

    /// A daemon that had nothing to do may stay away.
    @Test func watchStartsNoDaemonWhereNothingIsLive() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "x").status == 0)
        let popup = try await desk.nextPopup()
        // Longer than it would wait for somebody else to start one.
        let watch = try await ChildProcess.start(
          "timeout", ["3", Programs.peal, "watch"], environment: desk.bus.environment)
        #expect(try await watch.output.nextLine().contains("x"))
        let daemon = try await RunningDaemon.start(
          on: desk.bus, "--replace", "--idle-exit", "50ms")
        let again = try await desk.nextPopup()
        #expect(again.notification.summary == popup.notification.summary)
        try await desk.server.close(again.id)
        #expect(try await daemon.process.result().status == 0)
        #expect(try await watch.result().status == 124)
        #expect(try await desk.peal("doctor").errors.contains("no daemon is running"))
      }
    }
  }
}
