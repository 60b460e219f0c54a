/// How one submission ended, with what a history wants to know of it.
public struct Ending: Sendable, Hashable {
  /// Which submission ended.
  public let id: AlertID
  /// How.
  public let outcome: Outcome
  /// The alert, as it was given or updated; the caller's own data unchanged.
  public let alert: Alert
  /// When it was accepted.
  public let posted: Instant
  /// When it ended.
  public let ended: Instant
  /// How long it waited to be shown for the first time; until its end if it never was.
  public let waited: Duration
  /// How long it was on screen, in all.
  public let shown: Duration
  /// How often it was handed to the presenter.
  public let attempts: UInt32
  /// How many submissions its alert stood for.
  public let count: Int
  /// The name of the presenter that showed it, or was to; nil when it never came to that.
  public let presenter: String?
  /// How many of its app's alerts it said were left out, for want of room (SEMANTICS R13).
  public let leftOut: Int

  /// Describes an ending.
  public init(
    id: AlertID, outcome: Outcome, alert: Alert, posted: Instant, ended: Instant,
    waited: Duration = .zero, shown: Duration = .zero, attempts: UInt32 = 0, count: Int = 1,
    presenter: String? = nil, leftOut: Int = 0
  ) {
    self.id = id
    self.outcome = outcome
    self.alert = alert
    self.posted = posted
    self.ended = ended
    self.waited = waited
    self.shown = shown
    self.attempts = attempts
    self.count = count
    self.presenter = presenter
    self.leftOut = leftOut
  }
}
