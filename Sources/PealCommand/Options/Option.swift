/// One row of the option table: parsing, help and completions are all made from it.
struct Option: Sendable {
  /// What follows an option.
  enum Argument: Sendable, Hashable {
    /// Nothing.
    case none
    /// A value, called this in the help.
    case value(String)
    /// A value, or nothing: then the option asks for help. Only `-h` is like that.
    case hint(String)
  }

  /// The heading of the help under which it stands.
  enum Group: String, Sendable, CaseIterable {
    case content = "Options"
    case queue = "Queue options"
    case address = "Which alerts"
    case output = "Output and connection"
  }

  /// What a shell can offer for the value.
  enum Suggestion: Sendable {
    case nothing
    /// One of these words.
    case words(@Sendable () -> [String])
    /// A file's name.
    case file
    /// The tag of a live alert.
    case tag
    /// The app name of a live alert.
    case app
    /// The number of a live alert.
    case id
  }

  /// The long name, without dashes. Static, because getopt_long keeps a pointer to it.
  let name: StaticString
  /// Another long name that means the same.
  let alias: StaticString?
  /// The short name.
  let letter: Character?
  /// What follows it.
  let argument: Argument
  /// What can be offered for that.
  let suggestion: Suggestion
  /// What it does, for the help.
  let help: String
  let group: Group
  /// The verbs that take it. No two options of one verb share a name or a letter.
  let verbs: [Verb]
  /// Notes in the invocation what was said.
  let take: @Sendable (inout Invocation, String) throws(ValueError) -> Void

  init(
    _ name: StaticString, alias: StaticString? = nil, letter: Character? = nil,
    argument: Argument = .none, offering suggestion: Suggestion = .nothing, in group: Group,
    for verbs: [Verb], help: String,
    take: @escaping @Sendable (inout Invocation, String) throws(ValueError) -> Void
  ) {
    self.name = name
    self.alias = alias
    self.letter = letter
    self.argument = argument
    self.suggestion = suggestion
    self.group = group
    self.verbs = verbs
    self.help = help
    self.take = take
  }

  /// Every option there is, in the order of the help.
  static let all: [Option] = contentOptions + queueOptions + addressOptions + outputOptions

  /// The options of one verb.
  static func options(of verb: Verb) -> [Option] {
    all.filter { $0.verbs.contains(verb) }
  }
}

/// What is wrong with the value of an option or an operand; it reads on from the value.
struct ValueError: Error, Hashable {
  let problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}
