import TestBus
import Testing

extension DesktopTests {
  /// What becomes of an alert on each server, besides being answered.
  @Suite(.serialized) struct ServerTests {
    @Test(arguments: RealServer.allCases)
    func aQuestionWhoseTimeIsOverLeavesTheScreen(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await desktop.peal("ask", "Deploy?", "to production", "-t", "2s")
        _ = try await desktop.find("production")
        let result = try await ask.result()
        #expect(result.output == "")
        #expect(result.exit == .status(3))
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
        desktop.note("expiry of 2 s", "exit 3, \(result.duration.inSeconds) after the call")
      }
    }

    @Test(arguments: RealServer.allCases)
    func threeAlertsOfASecondEachPassInOrder(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let summaries = ["First", "Second", "Third"]
        let record = try await BusRecord.start(of: summaries, on: desktop)
        for summary in summaries {
          let send = try await desktop.peal("send", summary, "-t", "1s")
          #expect(try await send.result().exit == .status(0))
        }
        try await record.wait(for: .gone, of: "Third")
        #expect(record.summaries(.up) == summaries)
        #expect(record.mostAtOnce == 1)
        desktop.note("three of 1 s each", "in order, one at a time")
      }
    }

    @Test(arguments: RealServer.allCases)
    func aWithdrawnQuestionLeavesTheScreen(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await desktop.peal("ask", "Deploy?", "to production", "--tag", "deploy")
        _ = try await desktop.find("production")
        let withdrawal = try await desktop.peal(
          "withdraw", "--app", "peal", "--tag", "deploy"
        ).result()
        #expect(withdrawal.exit == .status(0), "\(withdrawal.errors)")
        let result = try await ask.result()
        #expect(result.output == "")
        #expect(result.exit == .status(4))
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
        desktop.note("withdraw", "exit 4, gone from the screen")
      }
    }

    @Test(arguments: RealServer.allCases)
    func aNewerQuestionWithTheTagTakesTheScreenOver(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let tag = ["--tag", "deploy", "-A", "yes=Yes", "-A", "no=No"]
        let first = try await desktop.peal(["ask", "Deploy?", "to production"] + tag)
        _ = try await desktop.find("production")
        let second = try await desktop.peal(["ask", "Deploy?", "to staging"] + tag)
        try await desktop.look(until: "only the newer question") { look in
          look.seen(of: ["production", "staging"]) == ["staging"]
        }
        #expect(try await first.result().exit == .status(4))
        try await desktop.press("Yes", onPopupWith: "staging", keeping: "replaced")
        let result = try await second.result()
        #expect(result.output == "yes\n")
        #expect(result.exit == .status(0))
        desktop.note("replace in place", "the older exit 4, the newer answered")
      }
    }

    @Test(arguments: RealServer.allCases)
    func aBodyIsReadAsItWasWritten(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let send = try await desktop.peal(
          "send", "Shopping", "bread & butter <fresh>", "-t", "never")
        #expect(try await send.result().exit == .status(0))
        let look = try await desktop.look(until: "the body") { $0.place(of: "bread") != nil }
        _ = try await desktop.look(keeping: "text")
        let text = look.words.map(\.text).joined(separator: " ")
        #expect(text.contains("bread & butter <fresh>"))
        desktop.note("body with & and <", text)
      }
    }

    @Test(arguments: RealServer.allCases)
    func aQuestionComesBackWithTheServer(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await desktop.peal(
          "ask", "Deploy?", "to production", "-A", "yes=Yes", "-A", "no=No")
        _ = try await desktop.find("production")
        try await desktop.killServer()
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
        try await desktop.startServer()
        try await desktop.press("Yes", onPopupWith: "production", keeping: "restarted")
        let result = try await ask.result()
        #expect(result.output == "yes\n")
        #expect(result.exit == .status(0))
        desktop.note("server killed and started again", "asked again, answered")
      }
    }
  }
}

extension Duration {
  /// For a person to read.
  fileprivate var inSeconds: String {
    "\((self / .milliseconds(100)).rounded() / 10) s"
  }
}
