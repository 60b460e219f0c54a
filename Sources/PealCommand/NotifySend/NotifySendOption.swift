import Peal

/// One row of the table of notify-send's options: reading, help and man page are all made from it.
///
/// It is a table of its own because notify-send's command line is read by other rules than ours.
struct NotifySendOption: Sendable {
  /// What follows an option.
  enum Argument: Sendable, Hashable {
    case none
    /// A value, called this in the help.
    case value(String)
  }

  /// The long name, without dashes.
  let name: String
  /// The short name.
  let letter: Character?
  let argument: Argument
  /// What a shell can offer for that.
  let suggestion: Option.Suggestion
  /// What it does, for the help.
  let help: String
  /// Notes what was said: the value, and the option as it was written.
  let take: Taking

  typealias Taking =
    @Sendable (inout NotifySendLine, _ value: String, _ written: String) throws(NotifySendMistake)
    -> Void

  init(
    _ name: String, letter: Character? = nil, argument: Argument = .none,
    offering suggestion: Option.Suggestion = .nothing, help: String,
    take: @escaping Taking
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.suggestion = suggestion
    self.help = help
    self.take = take
  }

  /// How the help names it: `-u, --urgency=LEVEL`.
  var term: String {
    let names = (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
    switch argument {
    case .none: return names
    case .value(let value): return "\(names)=\(value)"
    }
  }
}

/// What is wrong with a notify-send command line, in the sentence that is printed.
struct NotifySendMistake: Error, Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
