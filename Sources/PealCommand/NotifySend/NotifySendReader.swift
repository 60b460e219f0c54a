/// Reads a command line as GLib's option parser does: no abbreviations, letters may be joined, the value
/// of a joined letter is the next word, and options may follow operands.
struct NotifySendReader {
  private var rest: ArraySlice<String>
  private var line = NotifySendLine()

  /// Reads what follows the program's name.
  static func read(_ words: [String]) throws(NotifySendMistake) -> NotifySendLine {
    var reader = NotifySendReader(rest: words[...])
    try reader.readOptions()
    try reader.checkWords()
    return reader.line
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
  }

  private mutating func readOptions() throws(NotifySendMistake) {
    while let word = rest.popFirst(), line.purpose != .help {
      if word == "--" {
        line.words += rest
        return
      }
      if word.hasPrefix("--") {
        try readName(word)
      } else if word.hasPrefix("-"), word != "-" {
        try readLetters(word)
      } else {
        line.words.append(word)
      }
    }
  }

  private func checkWords() throws(NotifySendMistake) {
    guard line.purpose == .notification else { return }
    // Newer ones take an empty summary above a body; nothing at all is nothing to say.
    guard line.words.contains(where: { !$0.isEmpty }) else {
      throw NotifySendMistake("No summary specified.")
    }
    guard line.words.count <= 2 else { throw NotifySendMistake("Invalid number of options.") }
  }

  private mutating func readName(_ word: String) throws(NotifySendMistake) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "help-all" ? NotifySendOption.helpName : String(parts[0])
    let isHelpWithValue = name == NotifySendOption.helpName && parts.count > 1
    guard let option = NotifySendOption.all.first(where: { $0.name == name }), !isHelpWithValue
    else { throw NotifySendMistake("Unknown option \(word)") }
    let written = "--\(name)"
    // A value that nobody asked for is passed over.
    let value = parts.count > 1 ? String(parts[1]) : try value(of: option, written)
    try option.take(&line, value, written)
  }

  private mutating func readLetters(_ word: String) throws(NotifySendMistake) {
    var isKnown = true
    var hasTaken = false
    for letter in word.dropFirst() {
      let written = "-\(letter)"
      guard let option = NotifySendOption.all.first(where: { $0.letter == letter }) else {
        isKnown = false
        continue
      }
      if option.argument != .none {
        guard !hasTaken else { throw NotifySendMistake("Error parsing option \(written)") }
        hasTaken = true
      }
      try option.take(&line, try value(of: option, written), written)
      if line.purpose == .help { return }
    }
    guard isKnown else { throw NotifySendMistake("Unknown option \(word)") }
  }

  private mutating func value(
    of option: NotifySendOption, _ written: String
  ) throws(NotifySendMistake) -> String {
    guard option.argument != .none else { return "" }
    guard let value = rest.popFirst() else {
      throw NotifySendMistake("Missing argument for \(written)")
    }
    return value
  }
}
