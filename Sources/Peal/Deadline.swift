/// Something that falls due. One that no longer counts is left to come up and is ignored then.
struct Deadline: Comparable, Sendable {
  /// What falls due.
  enum Kind: UInt8, Sendable {
    /// A slot's pause ends; the number is the slot's.
    case slot
    /// A pause token is released.
    case token
    /// An owner has not come back; the number is the submission's.
    case owner
    /// The caller's overall time is over; the number is the submission's.
    case timeout
    /// An alert has waited too long.
    case ttl
    /// A delay or a snooze ends.
    case hold
    /// A barging alert whose present failed for now arrives again.
    case retry
    /// Its time on screen, or in its slot, is over.
    case screen
    /// Its time on screen ran out while no process looked after the queue (R17).
    case missed
    /// The action of a closed alert has not come.
    case closing
    /// A popup was not taken down in time.
    case withdrawal
    /// A waiting alert gains a level. Kept apart from the others: it wakes nobody.
    case aging
  }

  let at: Instant
  let kind: Kind
  let number: UInt32

  init(_ kind: Kind, _ number: UInt32, at: Instant) {
    self.at = at
    self.kind = kind
    self.number = number
  }

  init(_ kind: Kind, _ id: AlertID, at: Instant) {
    self.init(kind, id.rawValue, at: at)
  }

  var id: AlertID { AlertID(rawValue: number) }

  /// By time, then by id; what concerns the whole queue comes before what concerns one alert.
  static func < (lhs: Deadline, rhs: Deadline) -> Bool {
    (lhs.at, lhs.subject, lhs.kind.rawValue, lhs.number)
      < (rhs.at, rhs.subject, rhs.kind.rawValue, rhs.number)
  }

  private var subject: UInt32 {
    kind == .slot || kind == .token ? 0 : number
  }
}
