import TestBus
import Testing

/// The example program, on a bus and a server of its own.
@Suite(.timeLimit(.minutes(2)))
struct ExampleTests {
  @Test func theExampleShowsThreeAlertsOneBargingOneHiddenAndReturning() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let example = try await ChildProcess.start(
        "\(Programs.folder)/PealExample", environment: bus.environment)
      let question = try await server.notification("Copy all files?")
      let warning = try await server.notification("Battery low")
      try await server.popups.until("warning alone") { popups in
        popups.map(\.notification.summary) == ["Battery low"]
      }
      try await server.close(try #require(warning.id))
      let again = try await server.notification("Copy all files?")
      #expect(again.labels == question.labels)
      try await server.press(try #require(again.id), labelled: "Copy")
      let news = try await server.notification("Backup done")
      try await server.close(try #require(news.id))
      let result = try await example.result()
      #expect(result.status == 0, "\(result.errors)")
      let lines = result.output.split(separator: "\n")
      for line in ["  copying", "Copy all files?: hidden", "Copy all files?: action"] {
        #expect(lines.contains(Substring(line)), "\(result.output)")
      }
    }
  }
}

extension ScriptedServer {
  /// The next notification with this summary, in the order in which they came.
  fileprivate nonisolated func notification(_ summary: String) async throws -> Notification {
    try await notifications.next("“\(summary)”") { $0.summary == summary }
  }
}
