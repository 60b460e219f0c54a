import TestBus
import Testing

extension ProcessTests {
  /// What others wrote does not act on the terminal of who reads it.
  struct StrangeTextTests {
    /// Sets the title, changes the colour, clears the screen: with ESC, and with C1 codes.
    private static let codes = "\u{1B}]0;x\u{7}\u{1B}[31m\u{9B}2J\u{7F}\r"

    /// The command's output on a terminal.
    private func onTerminal(_ desk: Desk, _ arguments: String...) async throws -> String {
      let command = ([Programs.peal] + arguments).joined(separator: " ")
      let result = try await ChildProcess.run(
        "script", ["--quiet", "--command", command, "/dev/null"],
        environment: desk.bus.environment.merging(["NO_COLOR": "1", "SHELL": "/bin/sh"]) { $1 })
      // The terminal itself ends lines so.
      return result.output.replacing("\r\n", with: "\n")
    }

    @Test func noCodeOfAnAlertReachesATerminal() async throws {
      let codes = Self.codes
      try await withDesk { desk in
        let sent = try await desk.peal(
          "send", "-a", "a\(codes)", "--tag", "t\(codes)", "-A", "k\(codes)=l\(codes)", "s\(codes)",
          "b\(codes)")
        #expect(sent.status == 0)
        var texts: [String] = []
        for command in [["list"], ["list", "--json"], ["show", "1"], ["answer", "1"]] {
          texts.append(try await onTerminal(desk, command[0], command.dropFirst().joined()))
        }
        texts.append(try await onTerminal(desk, "answer", "1", "nonsense"))
        let popup = try await desk.server.popups.first("popup") { $0.last }
        let label = try #require(popup.notification.labels.first)
        try await desk.server.press(popup.id, labelled: label)
        for command in [["history"], ["history", "--json"], ["show", "1"], ["wait", "1"]] {
          texts.append(try await onTerminal(desk, command[0], command.dropFirst().joined()))
        }
        for text in texts {
          #expect(!text.isEmpty)
          let scalars = text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
          }
          #expect(scalars.isEmpty, "\(text.debugDescription)")
        }
        // A script gets what was given.
        #expect(try await desk.peal("wait", "1").output == "k\(codes)\n")
      }
    }

    @Test func watchKeepsThemFromATerminalToo() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "s\(Self.codes)").status == 0)
        let watch = try await ChildProcess.start(
          "script", ["--quiet", "--command", "\(Programs.peal) watch", "/dev/null"],
          environment: desk.bus.environment.merging(["SHELL": "/bin/sh"]) { $1 })
        let line = try await watch.output.nextLine()
        #expect(line.hasPrefix("1  "))
        #expect(!line.contains("\u{1B}") && !line.contains("\u{9B}") && !line.contains("\u{7F}"))
      }
    }
  }
}
