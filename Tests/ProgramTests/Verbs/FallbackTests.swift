import TestBus
import Testing

extension ProcessTests {
  /// `--fallback`: a question that the notification server cannot have answered, on a pseudo-terminal.
  struct FallbackTests {
    private let mute = Behaviour.with { $0.capabilities = ["body"] }

    /// Starts `peal` on a terminal of its own; its standard output goes into the file `answer`.
    private func start(_ desk: Desk, _ words: String...) async throws -> ChildProcess {
      let command = ([Programs.peal] + words).map { "'\($0)'" }.joined(separator: " ")
      return try await ChildProcess.start(
        "script",
        ["-q", "-e", "-c", "\(command) > '\(desk.bus.folder.file("answer"))'", "/dev/null"],
        environment: desk.bus.environment, input: .open)
    }

    private func answer(_ desk: Desk) async throws -> String {
      try await ChildProcess.run("cat", [desk.bus.folder.file("answer")]).output
    }

    @Test func theQuestionIsAskedOnTheTerminalAndThePopupGoesWithTheAnswer() async throws {
      try await withDesk(mute) { desk in
        let terminal = try await start(desk, "ask", "Deploy?", "now", "--fallback", "tty")
        let popup = try await desk.nextPopup()
        #expect(popup.notification.actions == [])
        try await terminal.output.wait(for: "Deploy?\r\nnow\r\n  1) Yes\r\n  2) No\r\n1 to 2: ")
        terminal.write("perhaps\n")
        try await terminal.output.wait(for: "That is none of them.")
        terminal.write("2\n")
        let result = try await terminal.result()
        #expect(result.status == 1)
        #expect(try await answer(desk) == "no\n")
        try await desk.untilEmpty()
        #expect(try Object(line: try await desk.history()).text("action") == "no")
      }
    }

    @Test(arguments: ["go", "Go on", "1"])
    func anAnswerIsANumberAKeyOrALabel(line: String) async throws {
      try await withDesk(mute) { desk in
        let terminal = try await start(desk, "ask", "On?", "-A", "go=Go on", "--fallback", "tty")
        try await terminal.output.wait(for: "1 to 1: ")
        terminal.write(line + "\n")
        #expect(try await terminal.result().status == 0)
        #expect(try await answer(desk) == "go\n")
      }
    }

    @Test func anAnswerFromElsewhereWinsAndTheTerminalSaysSo() async throws {
      try await withDesk(mute) { desk in
        let terminal = try await start(desk, "ask", "Deploy?", "--fallback", "tty")
        try await terminal.output.wait(for: "1 to 2: ")
        try await desk.untilStage("Deploy?", "shown")
        #expect(try await desk.peal("answer", "--top", "yes").status == 0)
        let result = try await terminal.result()
        #expect(result.status == 0)
        #expect(result.output.contains("It was answered elsewhere"))
        #expect(try await answer(desk) == "yes\n")
      }
    }

    @Test func theEndOfInputIsAsClosingThePopup() async throws {
      try await withDesk(mute) { desk in
        let terminal = try await start(desk, "ask", "Deploy?", "--fallback", "tty")
        try await terminal.output.wait(for: "1 to 2: ")
        terminal.write("\u{4}")
        #expect(try await terminal.result().status == 1)
        #expect(try await answer(desk) == "")
        try await desk.untilEmpty()
      }
    }

    @Test func aReplyIsTypedWhereTheServerHasNoFieldForIt() async throws {
      try await withDesk { desk in
        let terminal = try await start(desk, "ask", "Who?", "--reply", "Name", "--fallback", "tty")
        try await terminal.output.wait(for: "Name: ")
        terminal.write("Ada Lovelace\n")
        #expect(try await terminal.result().status == 0)
        #expect(try await answer(desk) == "Ada Lovelace\n")
      }
    }

    @Test func nothingInATextActsOnTheTerminal() async throws {
      try await withDesk(mute) { desk in
        let terminal = try await start(
          desk, "ask", "\u{1B}]0;owned\u{7}Deploy?", "a\u{9B}31m\nb\u{202E}c\r", "-A",
          "y=\u{1B}[2JYes", "--fallback", "tty")
        try await terminal.output.wait(for: "1 to 1: ")
        terminal.write("1\n")
        #expect(try await terminal.result().status == 0)
        let text = terminal.output.text
        for scalar in ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"] { #expect(!text.contains(scalar)) }
        #expect(text.contains("Yes"))
      }
    }

    @Test func aServerThatTakesAnswersIsLeftToAsk() async throws {
      try await withDesk { desk in
        let terminal = try await start(desk, "ask", "Deploy?", "--fallback", "tty")
        let popup = try await desk.nextPopup()
        try await desk.untilStage("Deploy?", "shown")
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await terminal.result().output == "")
        #expect(try await answer(desk) == "yes\n")
      }
    }

    @Test(arguments: ["tty", "none"])
    func whereNobodyCouldAnswerItIsExit69InOneLine(fallback: String) async throws {
      try await withDesk(mute) { desk in
        // A session of its own has no terminal.
        let result = try await ChildProcess.run(
          "setsid", ["--wait", Programs.peal, "ask", "Deploy?", "--fallback", fallback],
          environment: desk.bus.environment)
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("peal: error: the notification server takes no answers"))
        #expect(result.errors.contains("no terminal to ask on") == (fallback == "tty"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try await desk.listed() == [])
      }
    }

    @Test func withoutAServerTheTerminalIsAsked() async throws {
      try await withDesk(mute) { desk in
        await desk.server.die()
        let terminal = try await start(desk, "ask", "Deploy?", "--fallback", "tty")
        try await terminal.output.wait(for: "1 to 2: ")
        terminal.write("yes\n")
        #expect(try await terminal.result().status == 0)
        #expect(try await answer(desk) == "yes\n")
      }
    }
  }
}
