import DBus

/// What a notification server can do (`GetCapabilities`).
package struct Capabilities: Sendable, Hashable {
  /// A capability that changes what is sent.
  package enum Capability: String, Sendable, Hashable, CaseIterable {
    /// It takes actions, though it may draw no buttons.
    case actions
    /// It reads action keys as icon names where the hint `action-icons` is set.
    case actionIcons = "action-icons"
    /// It shows more than the summary.
    case body
    /// It reads the body as markup.
    case bodyMarkup = "body-markup"
    /// It makes links in the body.
    case bodyHyperlinks = "body-hyperlinks"
    /// It shows pictures in the body.
    case bodyImages = "body-images"
    /// It takes a typed reply (`NotificationReplied`).
    case inlineReply = "inline-reply"
    /// It tells by its property `Inhibited` whether it holds popups back.
    case inhibitions
  }

  /// All that the server named, known or not.
  package let names: Set<String>

  /// Takes a server's list.
  package init(_ names: some Sequence<String>) {
    self.names = Set(names)
  }

  /// Reads the reply's arguments; nil when they are not a list of strings.
  init?(reply: [Value]) {
    guard reply.count == 1, case .array("s", let elements) = reply[0] else { return nil }
    self.init(elements.compactMap(\.string))
  }

  /// Whether the server named it.
  package func has(_ capability: Capability) -> Bool {
    names.contains(capability.rawValue)
  }

  /// The least a server can do.
  static let none = Capabilities([])
}
