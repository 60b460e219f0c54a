/// The queue of alerts: a value that is told what happens and says what is to be done.
///
/// Events and the time go in, effects come out; ``handle(_:at:)`` is the only way to change it. It
/// performs nothing, calls nobody and reads no clock, so it cannot be re-entered, and the same
/// events at the same times always give the same effects.
///
/// ```
///                 posted
///                   │
///     held ◄────► waiting            off the screen
///      ▲ ▲          │  ▲
///      │ │          ▼  │ failed for now
///      │ └────── presenting ◄──────────────┐
///      │            │                      │
///      │            ▼                      │
///      │          shown ◄────► covered     │   on screen, in a slot
///      │            │             │        │
///      ├────────────┼─────────────┤        │
///      │            ▼             ▼        │
///      │         hidden, by the queue ─────┤   off the screen
///      └──────── parked, in the tray ──────┘
///
///     any of them ──► withdrawing ──► ended
///                     its end is reported; its popup, if it has one, is being taken down
/// ```
///
/// ``Stage`` says what each means; the rules R1 to R18, which the sources quote by number, say when
/// an alert moves. Its parts: arrival, choice, covering, endings, what the presenter reports, the
/// verbs, clocks, duplicates, pausing, limits and restoring each have a file.
public struct AlertQueue: Sendable {
  /// How it is set up. Changed by ``Event/configured(_:)``.
  public internal(set) var configuration: Configuration
  /// How many presenter events were about nothing that is on screen, and so ignored.
  public internal(set) var ignoredEvents = 0

  /// Everything live, by key: the id of an alert's first submission.
  var alerts = LiveAlerts()
  /// The keys of merged submissions, which are not their ids.
  var aliases: [AlertID: AlertID] = [:]
  /// The candidates for a slot.
  var lineup = LazyHeap<RankedAlert>()
  var deadlines = LazyHeap<Deadline>()
  /// When waiting alerts gain a level. Looked at when something is chosen; it wakes nobody.
  var agings = LazyHeap<Deadline>()
  var ledger = Ledger()
  var tags = TagIndex()
  /// The submissions of each owner.
  var owners: [Owner: Set<AlertID>] = [:]
  var slots: [Slot]
  var lastSlot: Int
  /// No slot is filled by choice before that time (R14, retry).
  var retryEnd: Instant?
  var tokens: [PauseToken: Pause] = [:]
  var presenter = PresenterState.away(nil)
  /// What the latest presenter is called.
  var presenterName: String?
  /// Popups not yet acknowledged that another presentation has taken over, each with the one that
  /// it was to take over itself.
  var takenOver: [Presentation: Presentation?] = [:]
  /// Those that came with `drop`: shown when slots are next filled, or suppressed.
  var undecided: [AlertID] = []
  var lastID: AlertID
  /// Counts the presents.
  var serial: UInt64 = 0
  /// The time of the latest event.
  var latest = Instant(nanoseconds: .min)
  var turn = Turn()
  /// The wake-up that was last asked for, unless it has come.
  var announced: Instant?

  /// Makes an empty queue whose first alert gets the id after `lastID`.
  public init(
    configuration: Configuration = Configuration(), lastID: AlertID = AlertID(rawValue: 0)
  ) {
    self.configuration = configuration
    self.lastID = lastID
    slots = (0..<configuration.slotCount).map { Slot(number: $0) }
    lastSlot = configuration.slotCount - 1
  }

  /// Takes note of an event that happens at `now` and says what is to be done about it.
  ///
  /// Times never go backwards; one that does counts as the latest. A turn is one call and the
  /// delivery of what it reported: a call that reports an ending fills no slot, so whoever performs
  /// the effects sends `woke` after delivering the reports, and what their receivers post competes
  /// for the slot.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    let now = max(now, latest)
    latest = now
    turn = Turn()
    handleDue(at: now)
    apply(event, at: now)
    if !turn.hasReported { fillSlots(at: now) }
    announceWake(after: event, at: now)
    defer { turn.effects = [] }
    return turn.effects
  }

  /// What one call has brought so far.
  struct Turn: Sendable {
    var effects: [Effect] = []
    /// Whether it reported an ending (R8).
    var hasReported = false
  }

  /// Who shows what the queue presents.
  enum PresenterState: Sendable {
    /// Nobody, for now or yet. → settling
    case away(Leftovers?)
    /// It has come; nothing was chosen for it yet. → ready, away
    case settling(PresenterTraits, orphans: [Presentation])
    /// → away
    case ready(PresenterTraits)

    /// Whether nobody is there.
    var isAway: Bool {
      if case .away = self { true } else { false }
    }

    /// The presenter, if there is one.
    var traits: PresenterTraits? {
      switch self {
      case .away: nil
      case .settling(let traits, _), .ready(let traits): traits
      }
    }
  }

  /// What a presenter that was lost may still have on screen.
  struct Leftovers: Sendable {
    let incarnation: String
    /// Popups of alerts that are over.
    var orphans: [Presentation]
  }

  /// A pause token that is held.
  struct Pause: Sendable, Hashable {
    var exception: Pausing.Exception
    var end: Instant?
    var owner: Owner?
  }
}

extension AlertQueue {
  private mutating func apply(_ event: Event, at now: Instant) {
    switch event {
    case .posted(let alert, let terms): post(alert, terms, at: now)
    case .updated(let id, let change): update(id, change, at: now)
    case .withdrawn(let id): withdraw(id, at: now)
    case .topWithdrawn: withdrawTop(at: now)
    case .cleared(let filter, let extent): clear(filter, extent, at: now)
    case .paused(let token, let pausing): pause(token, pausing, at: now)
    case .resumed(let token): resume(token, at: now)
    case .activated(let id): activate(id, at: now)
    case .snoozed(let id, let duration): snooze(id, for: duration, at: now)
    case .answered(let id, let key, let text): answer(id, key: key, text: text, at: now)
    case .awaited(let id): join(id)
    case .claimed(let id, let owner): claim(id, by: owner)
    case .ownerGone(let owner): leave(owner, at: now)
    case .ownersLost: loseOwners(at: now)
    case .configured(let configuration): configure(configuration, at: now)
    case .stopped(let stop): self.stop(stop, at: now)
    case .presenter(let event): take(event, at: now)
    case .woke: break
    }
  }
}
