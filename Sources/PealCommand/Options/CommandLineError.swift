/// What is wrong with a command line.
enum CommandLineError: Error, Hashable {
  /// No option is called that.
  case unknown(String)
  /// The beginning of an option's name.
  case abbreviated(String, full: String)
  /// The beginning of several options' names.
  case ambiguous(String, [String])
  /// An option that needs a value stands at the end.
  case missingValue(String)
  /// A value was given to an option that takes none.
  case unexpectedValue(String)
  /// The value of an option is not what it takes.
  case badValue(option: String, value: String, problem: String)
  /// An operand is not what the verb takes.
  case badOperand(String, problem: String)
  /// The verb takes fewer operands; this is the first one too many.
  case surplus(String)
  /// The verb needs this operand.
  case missing(String)
  /// Two things that do not go together, or one that needs another.
  case conflict(String)

  /// The mistake in one line.
  var text: String {
    switch self {
    case .unknown(let option):
      "unknown option \(option)"
    case .abbreviated(let written, let full):
      "\(written) is not an option; write --\(full) in full"
    case .ambiguous(let written, let names):
      "\(written) is not an option; write "
        + names.map { "--\($0)" }.joined(separator: " or ") + " in full"
    case .missingValue(let option):
      "\(option) needs a value"
    case .unexpectedValue(let option):
      "\(option) takes no value"
    case .badValue(let option, let value, let problem):
      "\(option) \(value.debugDescription) \(problem)"
    case .badOperand(let value, let problem):
      "\(value.debugDescription) \(problem)"
    case .surplus(let word):
      "one word too many: \(word.debugDescription); put a text of several words in quotes"
    case .missing(let operand):
      "\(operand) is missing"
    case .conflict(let text):
      text
    }
  }
}
