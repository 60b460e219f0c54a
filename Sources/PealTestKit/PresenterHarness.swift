public import Peal

/// A presenter under test, and the hands that move the world around it.
///
/// ``checkPresenterLaws(within:_:)`` asks for a fresh one per trial. Each closure returns when what
/// it does has been *sent*: for a notification server, when the signal is on its connection. It
/// need not wait until the presenter has seen it.
public struct PresenterHarness: Sendable {
  /// The presenter under test. The check runs it and is the one consumer of its events.
  public var presenter: any Presenter
  /// The person presses the button with this key of the alert. Where the popup is gone already, the
  /// server sends the press all the same if it can: a presenter has to ignore it.
  public var press: @Sendable (_ popup: PresentRequest, _ key: String) async -> Void
  /// The person closes the popup; where it is gone already, as with `press`.
  public var close: @Sendable (_ popup: PresentRequest) async -> Void
  /// What shows the popups dies, and they with it.
  public var lose: @Sendable () async -> Void
  /// It comes back, as another incarnation, and may use its old numbers again.
  public var restore: @Sendable () async -> Void
  /// It stops answering, until the trial is over. Nil where that cannot be.
  public var stall: (@Sendable () async -> Void)?
  /// The summaries of the popups on the screen now, in the order in which they came up.
  public var screen: @Sendable () async -> [String]
  /// Takes everything down again; called once, after the presenter's `run()` has ended.
  public var tearDown: @Sendable () async -> Void

  /// Makes a harness. Every closure may be called from any task.
  public init(
    presenter: any Presenter,
    press: @escaping @Sendable (_ popup: PresentRequest, _ key: String) async -> Void,
    close: @escaping @Sendable (_ popup: PresentRequest) async -> Void,
    lose: @escaping @Sendable () async -> Void,
    restore: @escaping @Sendable () async -> Void,
    stall: (@Sendable () async -> Void)? = nil,
    screen: @escaping @Sendable () async -> [String],
    tearDown: @escaping @Sendable () async -> Void = {}
  ) {
    self.presenter = presenter
    self.press = press
    self.close = close
    self.lose = lose
    self.restore = restore
    self.stall = stall
    self.screen = screen
    self.tearDown = tearDown
  }
}

/// A law of `Presenter` that a presenter has broken.
public struct PresenterLawViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The law's number in the doc comment of `Presenter`.
  public let law: Int
  /// What was seen.
  public let finding: String

  /// The law and what was seen, for a test's output.
  public var description: String { "law \(law): \(finding)" }
}
