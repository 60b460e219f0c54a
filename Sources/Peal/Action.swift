/// A button of an alert: a key that the program branches on and a label that the person reads.
public struct Action: Sendable, Hashable {
  /// What pressing the action means.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// An ordinary choice.
    case `default` = ""
    /// A refusal: `peal ask` ends with exit code 1.
    case cancel
    /// A choice that cannot be taken back.
    case destructive
  }

  /// The key that a typed reply has among actions.
  public static let replyKey = "inline-reply"

  /// What the caller branches on; any text without a newline, unique in its alert.
  public let key: String
  /// What the button says.
  public let label: String
  /// What pressing it means.
  public let style: Style

  /// Makes an action. The keys `no` and `cancel` are refusals however they are given.
  ///
  /// - Throws: ``AlertError`` when the label is empty or the key is empty or holds a newline.
  public init(_ key: String, _ label: String, style: Style = .default) throws(AlertError) {
    guard !label.isEmpty else { throw .emptyLabel(key: key) }
    guard !key.isEmpty, !key.contains("\n") else { throw .badKey(key) }
    self.key = key
    self.label = label
    self.style = key == "no" || key == "cancel" ? .cancel : style
  }
}
