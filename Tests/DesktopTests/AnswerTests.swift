import TestBus
import Testing

extension DesktopTests {
  /// A question on the screen of each server, and what the program that asked gets back.
  @Suite(.serialized) struct AnswerTests {
    private func ask(_ desktop: Desktop) async throws -> ChildProcess {
      try await desktop.peal("ask", "Deploy?", "to production", "-A", "yes=Yes", "-A", "no=No")
    }

    @Test(arguments: RealServer.allCases)
    func aClickOnYesPrintsYesAndSucceeds(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await ask(desktop)
        try await desktop.press("Yes", onPopupWith: "production", keeping: "yes")
        let result = try await ask.result()
        #expect(result.output == "yes\n")
        #expect(result.errors == "")
        #expect(result.exit == .status(0))
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
      }
    }

    @Test(arguments: RealServer.allCases)
    func aClickOnNoPrintsNoAndFails(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await ask(desktop)
        try await desktop.press("No", onPopupWith: "production", keeping: "no")
        let result = try await ask.result()
        #expect(result.output == "no\n")
        #expect(result.errors == "")
        #expect(result.exit == .status(1))
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
      }
    }

    @Test(arguments: RealServer.allCases)
    func aClosedQuestionPrintsNothingAndFails(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let ask = try await ask(desktop)
        try await desktop.close(popupWith: "production", keeping: "closed")
        let result = try await ask.result()
        #expect(result.output == "")
        #expect(result.errors == "")
        #expect(result.exit == .status(1))
        try await desktop.look(until: "an empty screen") { $0.words.isEmpty }
      }
    }
  }
}
