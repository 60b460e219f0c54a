/// Who posted an alert and waits for its end: on a desktop, one client of the bus.
///
/// The queue only compares owners. When one leaves, its alerts end ``Outcome/abandoned`` and its
/// pause tokens are released.
public struct Owner: RawRepresentable, Hashable, Sendable {
  /// What tells this owner from all others, as a unique bus name does.
  public let rawValue: String

  /// Names an owner.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The name under which somebody holds the queue. Tokens nest: the queue runs when none is left.
public struct PauseToken: RawRepresentable, Hashable, Sendable {
  /// The token's name.
  public let rawValue: String

  /// Names a token.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
