import TestBus
import Testing

@testable import PealCommand
@testable import PealDaemon

/// What the shells are told, and what they make of it.
struct CompletionTests {
  /// The words that may stand at the end of a command line.
  private func words(_ line: String...) -> [String] {
    Completion(line).candidates.map(\.word).filter { $0.hasPrefix(line.last ?? "") }
  }

  @Test func theVerbsComeFirst() {
    #expect(
      words("") == Verb.allCases.map(\.rawValue) + ["notify-send", "help", "--help", "--version"])
    #expect(words("wi") == ["withdraw"])
  }

  @Test(arguments: Verb.allCases)
  func everyOptionOfAVerbIsOffered(verb: Verb) {
    let names = PealCommand.Option.options(of: verb).flatMap(\.longNames)
    #expect(words(verb.rawValue, "--") == names)
  }

  @Test func everyOptionOfNotifySendIsOffered() {
    let names = NotifySendOption.all.map { "--\($0.name)" }
    #expect(words("notify-send", "--") == names)
    #expect(words("notify-send", "-w", "Summary", "--") == names)
  }

  @Test func theWordsOfNotifySendAreOffered() {
    #expect(words("notify-send", "-u", "") == ["low", "normal", "critical"])
    #expect(words("notify-send", "-pu", "c") == ["critical"])
    #expect(words("notify-send", "--urgency=c") == ["--urgency=critical"])
    #expect(words("notify-send", "-u", "low", "-") == NotifySendOption.all.map { "--\($0.name)" })
    #expect(words("notify-send", "--", "--") == [])
    #expect(words("notify-send", "-A", "--") == [])
    #expect(words("notify-send", "") == [])
  }

  /// The words that `peald` offers at the end of a command line.
  private func daemonWords(_ line: String...) -> [Substring] {
    PealDaemon.Options.completions(of: line).split(separator: "\n").map {
      $0.prefix { $0 != "\t" }
    }
  }

  @Test func everyOptionOfTheDaemonIsOffered() {
    let names = PealDaemon.Options.rows.flatMap(\.names).filter { $0.hasPrefix("--") }
    #expect(daemonWords("") == names.map { $0[...] })
    #expect(daemonWords("--log-level", "") == ["error", "warning", "notice", "info", "debug"])
    #expect(daemonWords("--log-level=d") == ["--log-level=debug"])
    #expect(daemonWords("--config", "x") == [":files"])
    #expect(daemonWords("--replace", "--no") == ["--no-journal"])
    // Every option that takes a value has something to offer for it.
    for row in PealDaemon.Options.rows where row.value != nil {
      #expect(daemonWords(row.names[0], "") != [], "\(row.names[0])")
    }
  }

  @Test func theWordsOfAnOptionAreOffered() {
    #expect(words("send", "--priority", "h") == ["high"])
    #expect(words("send", "--priority=h") == ["--priority=high"])
    #expect(words("send", "-u", "") == ["low", "normal", "critical"])
    #expect(words("send", "-pu", "c") == ["critical"])
    #expect(words("pause", "--except", "") == ["critical", "none"])
    #expect(words("send", "--", "--pri") == [])
    #expect(words("send", "-A", "") == [])
  }

  /// What is offered for an option is taken by it.
  @Test func everyWordThatIsOfferedIsTaken() throws {
    for option in PealCommand.Option.all {
      guard case .words(let words) = option.suggestion else { continue }
      for word in words() {
        var line = Invocation(option.verbs[0])
        try option.take(&line, word)
        #expect(line.warnings == [], "\(option.name) \(word)")
      }
    }
  }

  /// A desktop with two alerts, the first with a tag of two words, the second a question.
  private func withAlerts(_ body: (Desk) async throws -> Void) async throws {
    try await withDesk { desk async throws in
      #expect(try await desk.peal("send", "--tag", "my tag", "First: one").status == 0)
      let question = [
        "send", "-a", "ci", "--tag", "ask", "-A", "go=Go on", "-A", "a:b=Wait", "Second",
      ]
      let sent = try await Programs.peal(question, environment: desk.bus.environment)
      #expect(sent.status == 0)
      try await body(desk)
    }
  }

  @Test func whatLivesIsOffered() async throws {
    try await withAlerts { desk async throws in
      func complete(_ words: String...) async throws -> String {
        try await Programs.peal(["__complete"] + words, environment: desk.bus.environment).output
      }
      #expect(try await complete("withdraw", "") == "1\tFirst: one\n2\tSecond\n")
      #expect(try await complete("withdraw", "1", "") == "2\tSecond\n")
      #expect(try await complete("answer", "2", "") == "go\tGo on\na:b\tWait\n")
      #expect(try await complete("update", "--tag", "") == "my tag\tFirst: one\nask\tSecond\n")
      #expect(try await complete("list", "--app=") == "--app=peal\tFirst: one\n--app=ci\tSecond\n")
      #expect(try await complete("snooze", "1", "1") == "15m\n1h\n1d\n")
      #expect(try await complete("send", "--image", "x") == ":files\n")
    }
  }

  @Test func withoutADaemonNoneIsStarted() async throws {
    try await withBus { bus in
      let result = try await bus.peal("__complete", "withdraw", "")
      #expect(result.output + result.errors == "")
      #expect(result.status == 0)
      #expect(bus.clients == [])
    }
  }

  /// Command lines, and what is on them after Tab.
  private static let lines = [
    ("peal wit", "peal withdraw "), ("peal send --priority hi", "peal send --priority high "),
    ("peal answer 2 g", "peal answer 2 go "), ("peal answer 2 a", "peal answer 2 a:b "),
    ("peal update --tag as", "peal update --tag ask "), ("peal show 1", "peal show 1 "),
    ("peal send --no-q", "peal send --no-queue "),
    ("peal send --priority=hi", "peal send --priority=high "),
    ("peal withdraw --tag m", #"peal withdraw --tag my\ tag "#),
    ("peal send --image ./ho", "peal send --image ./home/"),
    ("peal notify-send -u cr", "peal notify-send -u critical "),
    ("notify-send --selected", "notify-send --selected-action-fd "),
    ("notify-send --urgency=cr", "notify-send --urgency=critical "),
    ("notify-send -i ./ho", "notify-send -i ./home/"),
    ("peald --log-level de", "peald --log-level debug "),
    ("peald --repl", "peald --replace "), ("peald --config ./ho", "peald --config ./home/"),
  ]

  @Test(arguments: ["bash", "zsh", "fish"])
  func theShellCompletes(shell: String) async throws {
    try await withAlerts { desk async throws in
      let path = "\(Programs.folder):/usr/local/bin:/usr/bin:/bin"
      let script = Document.path("Tests/ProgramTests/Documents/complete-in")
      let typed = Self.lines.map { $0.0 + "\n" }.joined()
      let result = try await ChildProcess.run(
        "sh",
        [
          "-c", #"cd "$0" && exec "$@""#, desk.bus.folder.path, script, shell,
          Document.path("Config/completions"),
        ],
        environment: desk.bus.environment.merging(["PATH": path, "TERM": "xterm"]) { $1 },
        input: .text(typed))
      #expect(result.errors == "")
      #expect(result.output == Self.lines.map { $0.1 + "\n" }.joined())
    }
  }
}
