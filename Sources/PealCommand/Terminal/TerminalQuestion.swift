import Peal

/// A question as it stands on a terminal, and what a typed line means. Nothing of an alert's text acts
/// on the terminal.
struct TerminalQuestion {
  private let alert: Alert

  init(_ alert: Alert) {
    self.alert = alert
  }

  /// What is asked, and the choices by number.
  var text: String {
    var lines = [alert.summary.printable] + body
    for (number, action) in alert.actions.enumerated() {
      lines.append("  \(number + 1)) \(action.label.printable)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What stands before the cursor.
  var prompt: String {
    guard alert.actions.isEmpty else { return "1 to \(alert.actions.count): " }
    let placeholder = alert.replyPlaceholder?.printable ?? ""
    return placeholder.isEmpty ? "Reply: " : "\(placeholder): "
  }

  /// What a line means: a number, a key or a label; any line is a reply where there are no choices.
  func answer(_ line: String) -> Terminal.Answer? {
    let words = String(line.prefix { !$0.isNewline })
    guard !alert.actions.isEmpty else { return .text(words) }
    if let number = Int(words), alert.actions.indices.contains(number - 1) {
      return .key(alert.actions[number - 1].key)
    }
    let action =
      alert.actions.first { $0.key == words }
      ?? alert.actions.first { $0.label.lowercased() == words.lowercased() }
    return action.map { .key($0.key) }
  }

  private var body: [String] {
    let marked = alert.markup == .markup ? try? MarkupText(alert.body) : nil
    let plain = marked?.plain ?? alert.body
    return plain.isEmpty
      ? []
      : plain.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)".printable }
  }
}
