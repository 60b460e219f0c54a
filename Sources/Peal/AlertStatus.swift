/// What there is to know about one live alert, as of the time it was asked for.
public struct AlertStatus: Sendable, Hashable {
  /// The id it goes by: its first submission's, and after that one's end the oldest one's left.
  public let id: AlertID
  /// What it says now.
  public let alert: Alert
  /// Where it stands.
  public let stage: Stage
  /// How many submissions it stands for, those that ended before it included.
  public let count: Int
  /// When it was accepted.
  public let posted: Instant
  /// How long it has waited to be shown for the first time.
  public let waited: Duration
  /// How long it has been on screen, in all.
  public let shown: Duration
  /// How often it was handed to the presenter.
  public let attempts: UInt32
  /// Its place among those of equal priority: its id, or that of the alert whose place it took.
  public let place: AlertID
  /// The priority by which it is chosen: its own, and what it gained by waiting.
  public let effectivePriority: Priority
}
