extension Invocation {
  /// Reads the command line of a verb; `arguments[0]` is the verb itself.
  static func parse(
    _ verb: Verb, _ arguments: Getopt.Arguments, count: Int32
  ) throws(CommandLineError) -> Invocation {
    var line = Invocation(verb)
    var reader = Getopt(arguments, count: count, table: Option.options(of: verb))
    while let item = try reader.next() {
      switch item {
      case .operand(let operand):
        line.operands.append(line.text(operand))
      case .option(let option, let written, let value):
        try line.take(option, written, value)
      }
      if line.wantsHelp { return line }
    }
    try line.settle()
    return line
  }

  private mutating func take(
    _ option: Option, _ written: String, _ value: UnsafePointer<CChar>?
  ) throws(CommandLineError) {
    if case .hint = option.argument, value == nil {
      wantsHelp = true
      return
    }
    let word = value.map { text($0) } ?? ""
    do throws(ValueError) {
      try option.take(&self, word)
    } catch {
      throw .badValue(option: written, value: word, problem: error.problem)
    }
  }

  /// A word of the command line. What is not UTF-8 becomes U+FFFD, and is remembered.
  private mutating func text(_ word: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: word) { return text }
    let repairedText = String(cString: word)
    repaired = repaired ?? repairedText
    return repairedText
  }
}
