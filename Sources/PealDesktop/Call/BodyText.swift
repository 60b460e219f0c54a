import Peal

/// The body as one server reads it: escaped once or not at all, its markup kept or stripped, with
/// Peal's own lines below it.
struct BodyText {
  private let capabilities: Capabilities
  private let text: MarkupText

  /// Reads an alert's body. Markup that is broken is shown as the text that it is.
  init(_ alert: Alert, for capabilities: Capabilities) {
    self.capabilities = capabilities
    let body = alert.body.withoutControls
    let marked =
      alert.markup == .markup ? try? MarkupText(body, images: .allowed) : nil
    text = (marked ?? MarkupText(plain: body)).cut(to: Limits.body)
  }

  /// The body on the wire.
  ///
  /// - Parameter notes: plain lines to stand below it.
  func onWire(notes: [String]) -> String {
    let below = notes.map { reads($0.onOneLine) }.joined(separator: "\n")
    let body = capabilities.has(.bodyMarkup) ? text.markup(with: elements) : text.plain
    return body.isEmpty || below.isEmpty ? body + below : body + "\n" + below
  }

  private func reads(_ note: String) -> String {
    capabilities.has(.bodyMarkup) ? MarkupText.escape(note) : note
  }

  private var elements: Set<MarkupText.Element> {
    var elements: Set<MarkupText.Element> = [.bold, .italic, .underline]
    if capabilities.has(.bodyHyperlinks) { elements.insert(.link) }
    if capabilities.has(.bodyImages) { elements.insert(.image) }
    return elements
  }
}
