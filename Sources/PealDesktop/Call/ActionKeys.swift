import Peal

/// The keys that an alert's actions have on the wire, and the way back.
///
/// Ours are the actions' indices, so that any key of the caller's comes back as it was and no server
/// makes anything of it. Only those that mean something to a server go out as they are.
struct ActionKeys: Sendable, Hashable {
  /// A click on the popup itself (specification, "Actions").
  static let clickOnPopup = "default"
  /// The reply field of the `inline-reply` extension.
  static let inlineReply = "inline-reply"

  /// What a key on the wire stands for.
  enum Meaning: Sendable, Hashable {
    /// An action of the alert, by the caller's key.
    case action(String)
    /// The reply field that we added: what counts is the reply's text.
    case replyField
    /// Nothing that was sent.
    case unknown
  }

  private var wireKeys: [String] = []
  private var callerKeys: [String] = []

  /// No keys at all.
  static let none = ActionKeys()

  private init() {}

  /// Gives each action its key.
  ///
  /// - Parameter iconNames: whether the keys are icon names for the server to draw.
  init(_ actions: [Action], iconNames: Bool) {
    for (index, action) in actions.enumerated() {
      let goesAsItIs =
        iconNames || action.key == Self.clickOnPopup || action.key == Self.inlineReply
      let wireKey = goesAsItIs ? action.key.withoutNUL : String(index)
      wireKeys.append(wireKeys.contains(wireKey) ? "\(index) " : wireKey)
      callerKeys.append(action.key)
    }
  }

  /// What a key that came from the server stands for.
  func meaning(of wireKey: String) -> Meaning {
    if let index = wireKeys.firstIndex(of: wireKey) { return .action(callerKeys[index]) }
    return wireKey == Self.inlineReply ? .replyField : .unknown
  }

  /// The actions' keys on the wire, in order.
  var onWire: [String] { wireKeys }

  /// Whether there are none.
  var isEmpty: Bool { wireKeys.isEmpty }
}
