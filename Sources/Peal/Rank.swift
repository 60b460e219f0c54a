/// Where a candidate stands in the choice of the next alert (R2); the smallest comes first.
///
/// One number, from the most important part down: level, `next` before others, hidden before
/// waiting, and the order among those.
struct Rank: Comparable, Sendable {
  private let bits: UInt64

  /// What is equal in level goes by this.
  enum Order {
    /// Waits ahead of its priority.
    case next(place: AlertID)
    /// Was on screen and was taken off it: the one with the smaller number first.
    case hidden(UInt64)
    /// Waits.
    case waiting(place: AlertID)
  }

  init(_ priority: Priority, _ order: Order) {
    self.init(level: UInt64(Priority.critical.rawValue - priority.rawValue), order)
  }

  /// After all others: those that were parked when the presenter was lost (R15).
  static func last(place: AlertID) -> Rank {
    Rank(level: 7, .waiting(place: place))
  }

  private init(level: UInt64, _ order: Order) {
    let (lane, number): (UInt64, UInt64) =
      switch order {
      case .next(let place): (0, UInt64(place.rawValue))
      case .hidden(let number): (1, number)
      case .waiting(let place): (2, UInt64(place.rawValue))
      }
    bits = level << 61 | lane << 59 | (number & (1 << 59 - 1))
  }

  static func < (lhs: Rank, rhs: Rank) -> Bool {
    lhs.bits < rhs.bits
  }
}

/// A candidate with the rank it had when it was entered.
struct RankedAlert: Comparable, Sendable {
  let rank: Rank
  let key: AlertID

  static func < (lhs: RankedAlert, rhs: RankedAlert) -> Bool {
    (lhs.rank, lhs.key) < (rhs.rank, rhs.key)
  }
}
