extension LiveAlert {
  /// Where it stands, with what belongs to that stage alone. Each case says what may follow; from
  /// all of them the alert may also be over at once.
  enum State: Sendable {
    /// → held, presenting
    case waiting(since: Instant)
    /// → waiting, presenting
    case held(Hold)
    /// → shown, covered, hidden, waiting, held, closing, withdrawing
    case presenting(Attempt)
    /// → covered, hidden, held, parked, closing, withdrawing
    case shown(Popup)
    /// → shown, hidden, held, parked, closing, withdrawing
    case covered(Popup)
    /// → presenting, held
    case hidden(Turn)
    /// → presenting, hidden, held, closing, withdrawing
    case parked(Presentation, Wish)
    /// The person closed it; if its action does not come, it ends so. → withdrawing
    case closing(Closing)
    /// Its end is reported.
    case withdrawing(Withdrawal)

    var isOnScreen: Bool {
      switch self {
      case .shown, .covered: true
      case .waiting, .held, .presenting, .hidden, .parked, .closing, .withdrawing: false
      }
    }
  }

  /// Why an alert is held, and until when.
  struct Hold: Sendable, Hashable {
    /// Paused, no presenter, manual.
    var obstacles: Stage.Reasons = []
    var delayEnd: Instant?
    var snoozeEnd: Instant?

    /// What holds this alert, whatever holds the others.
    var own: Stage.Reasons {
      var reasons = obstacles.intersection(.manual)
      if delayEnd != nil { reasons.insert(.delayed) }
      if snoozeEnd != nil { reasons.insert(.snoozed) }
      return reasons
    }

    var reasons: Stage.Reasons { own.union(obstacles) }
  }

  /// A present that is not yet acknowledged.
  struct Attempt: Sendable {
    let presentation: Presentation
    let slot: Int
    let manner: Manner
    /// How many left out it says (R13); they are said again if it fails.
    let leftOut: Int
    var content = Content.sent

    /// How it came to its slot.
    enum Manner: Sendable { case chosen, barged }
    /// Whether it has changed since it was handed over.
    enum Content: Sendable { case sent, outdated }
  }

  /// A popup on screen.
  struct Popup: Sendable {
    let presentation: Presentation
    let slot: Int
    /// When it came up, or its time was started again.
    var since: Instant
    var limit: Limit

    /// What ends its stay.
    enum Limit: Sendable, Hashable {
      case none
      /// The time that its caller gave it.
      case expiry(Instant)
      /// The time for which it may keep its slot.
      case watch(Instant)
    }

    var deadline: Instant? {
      switch limit {
      case .none: nil
      case .expiry(let at), .watch(let at): at
      }
    }
  }

  /// When a hidden alert comes back.
  enum Turn: Sendable { case inOrder, last }

  /// Whether a parked alert is to be shown again.
  enum Wish: Sendable { case rest, again }

  /// A popup that was closed while its action may still come.
  struct Closing: Sendable {
    let presentation: Presentation
    let slot: Int?
    /// Why; if no action comes, it ends so.
    let reason: CloseReason
    let until: Instant
  }

  /// A popup that is being taken down.
  struct Withdrawal: Sendable {
    let presentation: Presentation
    let slot: Int?
    var phase: Phase
    var until: Instant

    enum Phase: Sendable {
      /// It ended before it was acknowledged; the presenter is asked when it is.
      case unacknowledged
      /// A button was pressed; the server may close it by itself.
      case pressed
      /// The presenter was asked to take it down.
      case asked
    }
  }

  /// The stage that everybody may see.
  var stage: Stage {
    switch self.state {
    case .waiting: .waiting
    case .held(let hold): .held(hold.reasons)
    case .presenting(let attempt): .presenting(attempt.presentation)
    case .shown(let popup): .shown(popup.presentation)
    case .covered(let popup): .covered(popup.presentation)
    case .hidden: .hidden
    case .parked(let presentation, _): .parked(presentation)
    case .closing, .withdrawing: .withdrawing
    }
  }

  /// The slot in which it is, on top or below.
  var slot: Int? {
    switch self.state {
    case .presenting(let attempt): attempt.slot
    case .shown(let popup), .covered(let popup): popup.slot
    case .closing(let closing): closing.slot
    case .withdrawing(let withdrawal): withdrawal.slot
    case .waiting, .held, .hidden, .parked: nil
    }
  }

  /// The presentation that is on screen, on its way to it or in the tray.
  var presentation: Presentation? {
    switch self.state {
    case .presenting(let attempt): attempt.presentation
    case .shown(let popup), .covered(let popup): popup.presentation
    case .parked(let presentation, _): presentation
    case .closing(let closing): closing.presentation
    case .withdrawing(let withdrawal): withdrawal.presentation
    case .waiting, .held, .hidden: nil
    }
  }
}
