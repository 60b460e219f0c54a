import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// A command that waits lives through the end of the daemon and of the bus.
  struct RecoveryTests {
    @Test func aKilledDaemonIsStartedAgainAndTheQuestionIsAsked() async throws {
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
  }
}
