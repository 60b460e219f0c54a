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
    try line.check()
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

extension Invocation {
  private func check() throws(CommandLineError) {
    if isStrict, let repaired {
      throw .badOperand(repaired, problem: "is not UTF-8, and --strict refuses to repair it")
    }
    try checkOperands()
  }

  private func checkOperands() throws(CommandLineError) {
    let hasAddress = address.isTop || address.tag != nil
    switch verb {
    case .send, .ask:
      try expect(1...2, "SUMMARY")
    case .wait, .activate, .show:
      try expect(1...1, "ID")
    case .snooze:
      try expect(2...2, operands.isEmpty ? "ID" : "DURATION")
    case .answer:
      try address.isTop ? expect(0...1, "KEY") : expect(1...2, "ID or --top")
    case .update:
      try hasAddress ? expect(0...2, "SUMMARY") : expect(1...3, "ID, --tag or --top")
    case .withdraw:
      try hasAddress ? expect(0...0, "") : expect(1...Int.max, "ID, --tag or --top")
    case .clear, .list, .history, .watch, .status, .pause, .resume, .reload, .doctor:
      try expect(0...0, "")
    }
    if address.isTop, address.tag != nil || address.app != nil {
      throw .conflict("--top goes with neither --tag nor --app-name")
    }
  }

  private func expect(
    _ range: ClosedRange<Int>, _ name: String
  ) throws(CommandLineError) {
    guard operands.count >= range.lowerBound else { throw .missing(name) }
    guard operands.count <= range.upperBound else { throw .surplus(operands[range.upperBound]) }
  }
}
