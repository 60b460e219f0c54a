import Peal

extension Option {
  private static let everywhere = Verb.allCases
  private static let posting: [Verb] = [.send, .ask]
  private static let composing: [Verb] = [.send, .ask, .update]
  private static let scoped: [Verb] = [.update, .withdraw, .clear, .list, .history]
  private static let objects: [Verb] = [
    .send, .ask, .wait, .list, .show, .history, .watch, .status, .doctor,
  ]

  /// Which alerts are meant.
  static let addressOptions: [Option] = [
    Option(
      "app-name", alias: "app", letter: "a", argument: .value("NAME"), offering: .app, in: .address,
      for: posting,
      help: "The name of the program that sends the alert."
    ) { line, text in line.address.app = text },
    Option(
      "app-name", alias: "app", letter: "a", argument: .value("NAME"), offering: .app, in: .address,
      for: scoped,
      help: "Only the alerts of that program."
    ) { line, text in line.address.app = text },
    Option(
      "tag", argument: .value("TAG"), offering: .tag, in: .address, for: scoped,
      help: "Only the alerts with that tag."
    ) { line, text throws(ValueError) in line.address.tag = try tag(text) },
    Option(
      "top", in: .address, for: [.answer, .update, .withdraw],
      help: "The alert that was shown last."
    ) { line, _ in line.address.isTop = true },
    Option(
      "all", in: .address, for: [.clear], help: "Those on screen as well."
    ) { line, _ in line.address.includesShown = true },
    Option(
      "limit", letter: "n", argument: .value("COUNT"), in: .address, for: [.history],
      help: "At most the last so many."
    ) { line, text throws(ValueError) in line.limit = try Int(argument: text, in: 1...1_000_000) },
    Option(
      "since", argument: .value("DURATION"), in: .address, for: [.history],
      help: "Only what has ended within that time."
    ) { line, text throws(ValueError) in line.since = try Duration(argument: text) },
  ]

  /// What is printed, and whom to talk to.
  static let outputOptions: [Option] = [
    Option(
      "print-id", letter: "p", in: .output, for: posting,
      help: "Print the alert's id, first of all."
    ) { line, _ in line.printsID = true },
    Option(
      "wait", letter: "w", in: .output, for: [.send], help: "Wait until it has ended, as ask does."
    ) { line, _ in line.waits = true },
    Option(
      "batch", in: .output, for: [.send],
      help: "Read one JSON object a line from standard input, each an alert."
    ) { line, _ in line.isBatch = true },
    Option(
      "json", in: .output, for: objects, help: "Print one JSON object a line."
    ) { line, _ in line.output = .json },
    Option(
      "format", argument: .value("FORMAT"), offering: .words(of: BarFormat.self), in: .output,
      for: [.watch, .status],
      help: "waybar: print objects for a bar."
    ) { line, text throws(ValueError) in line.output = try BarFormat(word: text).output },
    Option(
      "strict", in: .output, for: composing,
      help: "Refuse text that is not UTF-8, rather than repair it."
    ) { line, _ in line.isStrict = true },
    Option(
      "bus", argument: .value("ADDRESS"), in: .output, for: everywhere,
      help: "The address of another bus than your session's."
    ) { line, text in line.bus = text },
    Option(
      "user", argument: .value("NAME"), in: .output, for: everywhere,
      help: "For root: that person's session, as that person."
    ) { line, text in line.user = text },
    Option(
      "all-users", in: .output, for: everywhere.filter { $0 != .watch },
      help: "For root: everybody who has a session, each as that person."
    ) { line, _ in line.meansAllUsers = true },
    Option(
      "when-present", in: .output, for: [.send],
      help: "Where nobody has a session, keep it for the next login."
    ) { line, _ in line.mayWaitForPerson = true },
    Option(
      "help", in: .output, for: posting, help: "Show this help, as -h without a value does."
    ) { line, _ in line.wantsHelp = true },
    Option(
      "help", letter: "h", in: .output, for: everywhere.filter { !posting.contains($0) },
      help: "Show this help."
    ) { line, _ in line.wantsHelp = true },
  ]
}

/// What status bars read.
enum BarFormat: String, CaseIterable, Sendable {
  case waybar

  fileprivate var output: Invocation.Output { .waybar }
}
