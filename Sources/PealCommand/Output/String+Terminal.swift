import Glibc

/// Text that others wrote, on a person's terminal.
extension String {
  /// The text on one line, without what would move the cursor or change colours: an alert's text
  /// must not act on the terminal of who lists it.
  var printable: String {
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      case .format where !scalar.properties.isJoinControl: "\u{FFFD}"
      default: scalar
      }
    }
    var text = String()
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// The text without codes that act on a terminal, but with its lines and tabs.
  var harmless: String {
    let isHarmless = unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F || $0 == "\n" }
    guard !isHarmless else { return self }
    var text = String()
    text.unicodeScalars.append(
      contentsOf: unicodeScalars.lazy.map { scalar in
        let isCode = scalar.properties.generalCategory == .control
        return isCode && scalar != "\n" && scalar != "\t" ? "\u{FFFD}" : scalar
      })
    return text
  }

  /// How many columns the text takes.
  var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// The text with blanks behind it, to fill so many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text, cut with an ellipsis to at most so many columns.
  func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var rest = width - 1
    return prefix { character in
      rest -= character.displayWidth
      return rest >= 0
    } + "…"
  }
}

extension Character {
  /// The widest of its scalars: what combines with another takes no room of its own.
  fileprivate var displayWidth: Int {
    if isASCII { return 1 }
    return unicodeScalars.reduce(0) { max($0, $1.isWide ? 2 : 1) }
  }
}

extension Unicode.Scalar {
  /// Whether it takes two columns: East Asian wide ones and pictographs (UAX 11, by its blocks).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
