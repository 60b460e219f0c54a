/// Text laid out in columns.
enum Paragraph {
  /// A term and its explanation, the latter in a column of its own, wrapped; below the term where there
  /// is no room for a second column.
  static func entry(_ term: String, _ text: String, indent: Int = 28, width: Int) -> [String] {
    let indent = width - indent < 24 ? 6 : indent
    let margin = String(repeating: " ", count: indent)
    let lines = wrap(text, width: max(width - indent, 20))
    let isShort = term.count + 4 <= indent
    let head = "  " + term
    let first = isShort ? head + margin.dropFirst(head.count) + (lines.first ?? "") : head
    return [first] + lines.dropFirst(isShort ? 1 : 0).map { margin + $0 }
  }

  /// Breaks a text at blanks.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
