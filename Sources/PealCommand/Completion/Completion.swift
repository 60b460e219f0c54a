import Peal
import PealControl

/// What a shell can offer where the cursor stands: the hidden verb `__complete`, which the files in
/// Config/completions call with the words so far, the unfinished one last.
///
/// It prints a candidate a line, behind a tab what that is; `:files` asks the shell for names of
/// files. What only the daemon knows is asked of it when it runs: none is started for this.
struct Completion {
  /// A word that may stand there.
  struct Candidate: Hashable {
    let word: String
    let help: String
  }

  /// The verb's name on the command line.
  static let verb = "__complete"

  let line: UnfinishedLine
  /// The line as notify-send's, if it is one.
  private let notifySendLine: UnfinishedNotifySendLine?
  /// What stands there already.
  let current: String

  /// Reads the words of a command line without the program's name, the unfinished one last.
  init(_ words: [String]) {
    let before = words.dropLast()
    line = UnfinishedLine(Array(before))
    notifySendLine =
      before.first == NotifySend.name ? UnfinishedNotifySendLine(before.dropFirst()) : nil
    current = words.last ?? ""
  }

  /// Prints what may stand there.
  func run() throws(Failure) {
    let candidates = candidates
    guard !wantsFile else { return try Channel.output.line(":files") }
    let lines = candidates.filter { $0.word.hasPrefix(current) }.map { candidate in
      candidate.help.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.help.printable)"
    }
    try Channel.output.write(lines.map { $0 + "\n" }.joined())
  }

  /// All that may stand there, whatever it begins with.
  var candidates: [Candidate] {
    if let notifySendLine { return candidates(of: notifySendLine) }
    switch line.next {
    case .verb: return Self.verbs
    case .value(let option): return values(of: option.suggestion)
    case .operand(let index): return words(at: index)
    }
  }

  private var wantsFile: Bool {
    if case .file = suggestion { true } else { false }
  }

  /// What can be offered for the value that comes next; nothing when something else does.
  private var suggestion: Option.Suggestion {
    if let notifySendLine {
      if case .value(let option) = notifySendLine.next { option.suggestion } else { .nothing }
    } else {
      if case .value(let option) = line.next { option.suggestion } else { .nothing }
    }
  }

  private static var verbs: [Candidate] {
    Verb.allCases.map { Candidate(word: $0.rawValue, help: $0.summary) } + [
      Candidate(word: NotifySend.name, help: "Take notify-send's command line."),
      Candidate(word: "help", help: "Say what a verb takes."),
      Candidate(word: "--help", help: "Show the verbs."),
      Candidate(word: "--version", help: "Print the version."),
    ]
  }

  private func words(at index: Int) -> [Candidate] {
    guard let verb = line.verb else { return [] }
    guard current.hasPrefix("-"), !line.isPastOptions else { return operands(of: verb, at: index) }
    let options = Option.options(of: verb)
    if let end = current.firstIndex(of: "=") {
      let name = String(current[..<end])
      guard let option = options.first(where: { $0.longNames.contains(name) }) else { return [] }
      return values(of: option.suggestion)
        .map { Candidate(word: "\(name)=\($0.word)", help: $0.help) }
    }
    return options.flatMap { option in
      option.longNames.map { Candidate(word: $0, help: option.help) }
    }
  }
}
