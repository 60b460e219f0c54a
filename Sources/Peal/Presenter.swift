/// What shows alerts: a desktop's notification server, a terminal, a test double.
///
/// The calls return at once; what becomes of them comes back through ``events``. The laws, which
/// `PealTestKit` checks against any conformer:
///
/// 1. Each ``present(_:)`` is answered by exactly one `presented` or `presentFailed` of its
///    presentation, unless `lost` comes first.
/// 2. Calls reach the screen in the order in which they were made.
/// 3. Nothing is reported of a presentation before its ``present(_:)``, and nothing after its
///    `closed` or `withdrawn`; only the press that a `closed` belongs to may come behind it.
/// 4. ``withdraw(_:)`` is answered by at most one of `closed` and `withdrawn`; after it the popup is
///    gone from the screen, and a popup that is still on its way is taken down on arrival.
/// 5. `lost` ends every presentation: whatever comes of them afterwards is not reported.
/// 6. `available` comes before the first `presented`, and again after each `lost` before the next.
/// 7. Withdrawing or updating what is not on screen does nothing.
/// 8. No call waits for the screen, the network or a person.
public protocol Presenter: Sendable {
  /// What happened, in order. One consumer.
  var events: AsyncStream<PresenterEvent> { get }

  /// Does the presenter's work until the task is cancelled, then takes nothing down.
  func run() async

  /// Shows an alert, or puts it in place of a popup that is up.
  func present(_ request: PresentRequest)

  /// Changes what a popup that is up says, in place.
  ///
  /// - Parameters:
  ///   - presentation: the attempt that put it up.
  ///   - alert: what to show.
  ///   - count: how many submissions it stands for now (``PresentRequest/count``).
  func update(_ presentation: Presentation, to alert: Alert, count: Int)

  /// Takes a popup off the screen.
  func withdraw(_ presentation: Presentation)

  /// Says that an alert waits to be shown while nothing is available. Where what shows alerts can be
  /// started, one attempt is made, with a time limit, until something has been available again;
  /// more calls change nothing.
  func summon()
}

extension Presenter {
  /// Most presenters have nothing to start.
  public func summon() {}
}

/// What a presenter needs to know to show one alert.
public struct PresentRequest: Sendable, Hashable {
  /// The attempt that this is.
  public var presentation: Presentation
  /// What to show.
  public var alert: Alert
  /// The popup to take over, if it is still up.
  public var replacing: Presentation?
  /// Whether it comes back after having been hidden: then it makes no sound.
  public var isReturning: Bool = false
  /// How many submissions it stands for (merged duplicates).
  public var count: Int = 1
  /// How many of its app's alerts were left out since the last one shown (SEMANTICS R13).
  public var leftOut: Int = 0

  /// Asks for one attempt at one alert.
  public init(_ presentation: Presentation, _ alert: Alert, replacing: Presentation? = nil) {
    self.presentation = presentation
    self.alert = alert
    self.replacing = replacing
  }
}

/// What a presenter reports.
public enum PresenterEvent: Sendable, Hashable {
  /// The popup is on screen.
  case presented(Presentation)
  /// The popup could not be shown.
  case presentFailed(Presentation, PresentFailure)
  /// The popup is gone, and not by our own withdrawal.
  case closed(Presentation, CloseReason)
  /// A withdrawal is confirmed.
  case withdrawn(Presentation)
  /// A button was pressed; the key is the alert's own.
  case actionInvoked(Presentation, key: String)
  /// A reply was typed.
  case replied(Presentation, text: String)
  /// The token with which a program that the action starts may take the focus.
  case activationToken(Presentation, token: String)
  /// Something is there to show alerts, with these traits; a second one replaces the first's.
  case available(PresenterTraits)
  /// Nothing shows alerts any more; every popup is gone or out of reach.
  case lost
}

/// Why a popup could not be shown.
public enum PresentFailure: Error, Sendable, Hashable {
  /// It may pass: try again.
  case retryable(String)
  /// It will not pass: the alert ends `failed`.
  case permanent(String)
  /// There was no answer in time: the presenter counts as lost until it answers again.
  case unresponsive
}

/// The specification's close reasons: expired 1, dismissed by the person 2, closed by a call 3,
/// undefined 4 and anything else.
public enum CloseReason: Sendable, Hashable {
  case expired
  case dismissed
  case closedByCall
  case undefined
}

/// What is known of how a presenter behaves; the queue's clocks (SEMANTICS R14) go by it.
public struct PresenterTraits: Sendable, Hashable {
  /// Names the very process that shows alerts: the same while it lives, another after a restart.
  public var incarnation: String
  /// What it is called, for people and the history.
  public var name: String
  /// For which alerts it takes a popup down when our expiry runs out.
  public var obeysExpiry: Obedience = .always
  /// Whether it says so when a popup expires.
  public var reportsExpiry: Bool = true
  /// Whether it reports every other closing.
  public var reportsClosing: Bool = true
  /// Whether it closes a popup by itself after a button was pressed.
  public var closesAfterAction: Bool = true
  /// Whether do-not-disturb, or its like, is on.
  public var isInhibited: Bool = false

  /// When a server takes a popup down at the time we gave it.
  public enum Obedience: Sendable, Hashable { case always, exceptCritical, never }

  /// Describes a well-behaved presenter; change what differs.
  public init(incarnation: String, name: String) {
    self.incarnation = incarnation
    self.name = name
  }
}
