import TestBus
import Testing

extension DesktopTests {
  /// Several programs at once on the screen of each server.
  @Suite(.serialized) struct TurnTests {
    @Test(arguments: RealServer.allCases)
    func threeShellsAtOnceTakeTurns(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        let summaries = ["Backup", "Deploy?", "Mail"]
        let record = try await BusRecord.start(of: summaries, on: desktop)
        async let backup = desktop.peal("send", "Backup", "finished", "-t", "1500")
        async let mail = desktop.peal("send", "Mail", "arrived", "-t", "1500")
        async let deploy = desktop.peal(
          "ask", "Deploy?", "to production", "-A", "yes=Yes", "-A", "no=No")
        let (sent, asked) = try await ([backup, mail], deploy)

        // Every look until the question is up, and those of the search for its button.
        var crowds: [[String]] = []
        try await desktop.look(until: "the question") { look in
          let seen = look.seen(of: summaries)
          if seen.count > 1 { crowds.append(seen) }
          return seen == ["Deploy?"]
        }
        try await desktop.press("Yes", onPopupWith: "production", keeping: "turns")
        for process in sent {
          let result = try await process.result()
          #expect(result.exit == .status(0), "\(result.errors)")
        }
        let answer = try await asked.result()
        #expect(answer.output == "yes\n")
        #expect(answer.exit == .status(0))

        for summary in summaries { try await record.wait(for: .gone, of: summary) }
        #expect(crowds == [])
        #expect(record.mostAtOnce == 1)
        #expect(record.summaries(.up) == record.summaries(.posted))
      }
    }
  }
}
