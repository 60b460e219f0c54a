/// Where a live alert stands.
///
/// ``word`` is the stage's public name, in JSON and on the bus.
public enum Stage: Sendable, Hashable {
  /// Accepted and eligible; wants a slot.
  case waiting
  /// Accepted, but not eligible, for at least one reason.
  case held(Reasons)
  /// Handed to the presenter, not yet acknowledged.
  case presenting(Presentation)
  /// On screen.
  case shown(Presentation)
  /// Still on screen, with a barging alert above it in its slot.
  case covered(Presentation)
  /// Taken off the screen by the queue; comes back.
  case hidden
  /// No longer prominent, as in the desktop's tray, but alive and answerable.
  case parked(Presentation)
  /// Its end is reported, or about to be; its popup is being taken down.
  case withdrawing
  /// It is over.
  case ended(Outcome)

  /// The stage's public word.
  public var word: String {
    switch self {
    case .waiting: "waiting"
    case .held: "held"
    case .presenting: "presenting"
    case .shown: "shown"
    case .covered: "covered"
    case .hidden: "hidden"
    case .parked: "parked"
    case .withdrawing: "withdrawing"
    case .ended: "ended"
    }
  }

  /// Why an alert is held.
  public struct Reasons: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The queue is paused.
    public static let paused = Reasons(rawValue: 1)
    /// Its delay has not passed.
    public static let delayed = Reasons(rawValue: 2)
    /// It was put off.
    public static let snoozed = Reasons(rawValue: 4)
    /// It comes when it is activated.
    public static let manual = Reasons(rawValue: 8)
    /// Nothing is there to show it.
    public static let noPresenter = Reasons(rawValue: 16)

    /// The reasons' public words, always in the same order.
    public var words: [String] {
      let all: [(Reasons, String)] = [
        (.paused, "paused"), (.delayed, "delayed"), (.snoozed, "snoozed"), (.manual, "manual"),
        (.noPresenter, "no presenter"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }
}
