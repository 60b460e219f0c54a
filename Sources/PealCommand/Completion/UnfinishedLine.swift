/// A command line that is still being written, as a shell has it: which word comes next.
struct UnfinishedLine {
  /// What the next word is.
  enum Next {
    case verb
    /// The value of an option.
    case value(Option)
    /// An option of the verb, or one of its operands: the index counts the operands before it.
    case operand(Int)
  }

  /// The verb, once there is one.
  private(set) var verb: Verb?
  private(set) var next = Next.verb
  /// The operands so far.
  private(set) var operands: [String] = []
  /// The values of the options so far, by the options' long names.
  private(set) var values: [String: String] = [:]
  /// Whether nothing that follows is an option.
  private(set) var isPastOptions = false

  /// Reads the words before the one that is wanted, without the program's name.
  init(_ words: [String]) {
    guard let first = words.first, let verb = Verb(rawValue: first) else { return }
    self.verb = verb
    next = .operand(0)
    for word in words.dropFirst() { take(word, Option.options(of: verb)) }
  }

  private mutating func take(_ word: String, _ table: [Option]) {
    if case .value(let option) = next {
      values[option.name.description] = word
    } else if isPastOptions || !word.hasPrefix("-") || word == "-" {
      operands.append(word)
    } else if word == "--" {
      isPastOptions = true
    } else if word.hasPrefix("--") {
      return takeLong(word, table)
    } else {
      return takeLetters(word.dropFirst(), table)
    }
    next = .operand(operands.count)
  }

  private mutating func takeLong(_ word: String, _ table: [Option]) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = table.first(where: { $0.longNames.contains(String(parts[0])) }) else {
      return
    }
    if parts.count == 2 {
      values[option.name.description] = String(parts[1])
    } else {
      expectValue(of: option)
    }
  }

  /// Letters may stand together; what follows one that takes a value is the value.
  private mutating func takeLetters(_ letters: Substring, _ table: [Option]) {
    for (index, letter) in zip(letters.indices, letters) {
      guard let option = table.first(where: { $0.letter == letter }) else { return }
      guard option.argument != .none else {
        expectValue(of: option)
        continue
      }
      let value = letters[letters.index(after: index)...]
      if value.isEmpty { expectValue(of: option) }
      values[option.name.description] = String(value)
      return
    }
  }

  private mutating func expectValue(of option: Option) {
    switch option.argument {
    case .none: values[option.name.description] = ""
    case .value, .hint: next = .value(option)
    }
  }
}

extension Option {
  /// Its long names, with their dashes.
  var longNames: [String] {
    ["--\(name)"] + (alias.map { ["--\($0)"] } ?? [])
  }
}
