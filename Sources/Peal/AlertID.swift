/// The number of an accepted alert: from 1, strictly increasing, never reused.
public struct AlertID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static func < (lhs: AlertID, rhs: AlertID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// One attempt to show one alert. What a presenter reports about any other attempt does not count.
public struct Presentation: Hashable, Sendable {
  /// The alert that is shown.
  public let id: AlertID
  /// Which attempt this is, from 1.
  public let attempt: UInt32

  /// Names one attempt at one alert.
  public init(id: AlertID, attempt: UInt32) {
    self.id = id
    self.attempt = attempt
  }
}
