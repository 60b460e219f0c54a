extension String {
  /// The text with U+FFFD for NUL, which no D-Bus string can hold.
  var withoutNUL: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// The text with U+FFFD for every control character but newline and tab, and one kind of newline:
  /// some servers' markup parsers refuse the whole body for one of them.
  var withoutControls: String {
    guard utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return self }
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\r": text.append("\n")
      case "\n", "\t": text.append(scalar)
      default: text.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar)
      }
    }
    return String(text)
  }

  /// The text on one line.
  var onOneLine: String {
    let text = withoutControls
    guard text.contains(where: { $0.isNewline || $0 == "\t" }) else { return text }
    return text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
  }
}
