package import Peal

extension Alert {
  /// Brings the texts into the form that a headline and a body have: one line above, and never a
  /// body alone. Newlines in the summary become spaces. Under a blank summary the body's first line
  /// is promoted, unless the body is markup: cutting that would cut through its elements.
  ///
  /// - Throws: `AlertError.empty` when both are blank; an error when a text is over `Limits.text`, or
  ///   when the body is to be markup and is not.
  package mutating func settleText() throws(ControlError) {
    for (name, text) in [("summary", summary), ("body", body)] where text.utf8.count > Limits.text {
      throw .badValue(
        option: name, reason: "\(text.utf8.count) bytes are more than \(Limits.text)")
    }
    guard !summary.isBlank || !body.isBlank else { throw .alert(.empty) }
    try checkMarkup()
    if summary.isBlank, markup == .plain { promoteFirstLine() }
    if summary.contains(where: \.isNewline) { summary = summary.joinedLines }
  }

  private func checkMarkup() throws(ControlError) {
    guard markup == .markup else { return }
    do {
      _ = try MarkupText(body, images: .allowed)
    } catch {
      throw .badValue(option: "markup", reason: error.description)
    }
  }

  private mutating func promoteFirstLine() {
    let text = body.drop(while: \.isWhitespace)
    let end = text.firstIndex(where: \.isNewline) ?? text.endIndex
    summary = String(text[..<end])
    body = end == text.endIndex ? "" : String(text[text.index(after: end)...])
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  fileprivate var joinedLines: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
