/// A command line of notify-send's that is still being written, read by the rules of that one.
struct UnfinishedNotifySendLine {
  /// What the next word is.
  enum Next {
    /// The value of an option.
    case value(NotifySendOption)
    /// An option, or a text.
    case word
    /// A text: nothing that follows is an option.
    case text
  }

  private(set) var next = Next.word

  /// Reads the words before the one that is wanted, without the program's name.
  init(_ words: some Sequence<String>) {
    for word in words { take(word) }
  }

  private mutating func take(_ word: String) {
    if case .text = next { return }
    if case .value = next {
      next = .word
    } else if word == "--" {
      next = .text
    } else if let option = Self.optionWithoutValue(word) {
      next = .value(option)
    }
  }

  /// The option of a word whose value is the next word.
  private static func optionWithoutValue(_ word: String) -> NotifySendOption? {
    let valued = NotifySendOption.all.filter { $0.argument != .none }
    if word.hasPrefix("--") { return valued.first { word == "--\($0.name)" } }
    guard word.hasPrefix("-") else { return nil }
    // Letters may stand together; the value of one of them is the next word all the same.
    return valued.first { $0.letter.map(word.contains) ?? false }
  }
}
