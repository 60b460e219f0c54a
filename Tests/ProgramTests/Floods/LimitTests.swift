import TestBus
import Testing

extension ProcessTests {
  /// The limits of the configuration, and those of one alert, each with its error.
  struct LimitTests {
    @Test(arguments: ["max-waiting = 2", "max-waiting-per-app = 2", "max-text = 2KiB"])
    func oneMoreThanTheLimitIsRefused(_ setting: String) async throws {
      try await withBus { bus in
        try bus.folder.makeFolder("config/peal")
        try bus.folder.write("[queue]\n\(setting)\n", to: "config/peal/peal.conf")
        let body = String(repeating: "x", count: 1000)
        for _ in 1...2 { #expect(try await bus.peal("send", "x", body).status == 0) }
        let refused = try await bus.peal("send", "x", body)
        #expect(refused.status == 75)
        #expect(
          refused.errors == "peal: error: the queue is full of alerts that are at least as"
            + " important; try again later\n")
        #expect(try await bus.peal("send", "-u", "critical", "x", body).status == 0)
        let ended = try Object(line: try await bus.peal("history", "--json").output)
        #expect(ended.text("outcome") == "evicted")
      }
    }

    @Test func anAlertThatIsTooLargeIsRefused() async throws {
      try await withBus { bus in
        let actions = (0...32).flatMap { ["-A", "k\($0)=L"] }
        let hints = (0...64).flatMap { ["-h", "int:x\($0):1"] }
        let environment = bus.environment
        for (arguments, sentence) in [
          (actions, "one action too many; 32 are the most"),
          (hints, "one hint too many; 64 are the most"),
        ] {
          let result = try await Programs.peal(
            ["send", "x"] + arguments, environment: environment)
          #expect(result.status == 64)
          #expect(result.errors.contains(sentence))
        }
        let long = String(repeating: "x", count: 1024 * 1024 + 1)
        let result = try await bus.peal("send", "x", "-", input: .text(long))
        #expect(result.errors.contains("is cut at 1048576 bytes"))
        let kept = try Object(line: try await bus.peal("list", "--json").output)
        #expect(kept.text("body")?.utf8.count == 1024 * 1024)
      }
    }
  }
}
