/// One alert from its acceptance until its popup is gone, with all that the rules need to know.
///
/// It has many parts, and every event looks up a few of them a dozen times. All copies share the
/// parts until one is changed, so that taking an alert out of the store costs next to nothing.
@dynamicMemberLookup
struct LiveAlert: Sendable {
  private var parts: Shared<Parts>

  /// What an alert is made of.
  struct Parts: Sendable {
    /// What it says now, and how many bytes of text that is.
    var alert: Alert { didSet { textSize = alert.textSize } }
    fileprivate(set) var textSize: Int
    /// Those that it stands for, oldest first; the first one's id is the alert's name.
    var submissions: [Submission]
    /// Where the ledger keeps its app's account.
    var account = 0
    /// Its place among equals (R2).
    var place: AlertID
    var state: State
    var lane = Lane.ordinary
    var patience = Patience()
    /// When it lapses, until it is first acknowledged.
    var ttlEnd: Instant?
    /// How often it was handed to the presenter, and how often in a row that failed for now.
    var attempts: UInt32 = 0
    var failures = 0
    /// When it was last handed over, counted over all alerts; one replaced in place keeps its rank.
    var serial: UInt64 = 0
    /// The latest presentation.
    var latest: Presentation?
    var remnant = Remnant.none
    var voice = Voice.fresh
    var screenTime = ScreenTime()
    /// How many submissions it has stood for.
    var count = 1
    /// How many of its app's alerts it said were left out (R13).
    var leftOut = 0
    /// Its rank while it is a candidate.
    var rank: Rank?
  }

  init(_ alert: Alert, submissions: [Submission], place: AlertID, state: State) {
    parts = Shared(
      Parts(
        alert: alert, textSize: alert.textSize, submissions: submissions, place: place,
        state: state))
  }

  subscript<Part>(dynamicMember part: KeyPath<Parts, Part>) -> Part {
    @inline(__always) get { parts.value[keyPath: part] }
  }

  subscript<Part>(dynamicMember part: WritableKeyPath<Parts, Part>) -> Part {
    @inline(__always) get { parts.value[keyPath: part] }
    @inline(__always) _modify { yield &parts.value[keyPath: part] }
  }

  /// The id it goes by.
  var name: AlertID { self.submissions[0].id }

  /// Whether its end is reported, or certain.
  var isEnding: Bool {
    switch self.state {
    case .closing, .withdrawing: true
    case .waiting, .held, .presenting, .shown, .covered, .hidden, .parked: false
    }
  }

  /// Whether it counts in the limits (R13).
  var isStored: Bool {
    switch self.state {
    case .waiting, .held, .hidden, .parked: true
    case .presenting, .shown, .covered, .closing, .withdrawing: false
    }
  }

  /// How long it has been on screen, in all.
  func shownTime(at now: Instant) -> Duration {
    let before = self.screenTime.total
    return switch self.state {
    case .shown(let popup), .covered(let popup): before + popup.since.duration(to: now)
    case .waiting, .held, .presenting, .hidden, .parked, .closing, .withdrawing: before
    }
  }

  /// Adds up what it has gained by waiting so far.
  mutating func settlePatience(at now: Instant, aging: Duration?) {
    guard case .waiting(let since) = self.state else { return }
    self.patience = self.patience.after(since.duration(to: now), interval: aging)
    self.state = .waiting(since: now)
  }

  /// Adds up its time on screen when it leaves it, or when that starts again.
  mutating func settleScreenTime(at now: Instant) {
    switch self.state {
    case .shown(let popup), .covered(let popup):
      let time = popup.since.duration(to: now)
      self.screenTime.total += time
      self.screenTime.used += time
    case .waiting, .held, .presenting, .hidden, .parked, .closing, .withdrawing: return
    }
  }

  /// What the ledger notes of it.
  func entry(_ key: AlertID) -> Ledger.Entry {
    Ledger.Entry(
      key: key, account: self.account, priority: self.alert.priority, text: self.textSize)
  }

  func index(of id: AlertID) -> Int? {
    self.submissions.firstIndex { $0.id == id }
  }
}

extension LiveAlert {
  /// One post. Merged ones share an alert (R9).
  struct Submission: Sendable {
    let id: AlertID
    let posted: Instant
    var timeoutEnd: Instant?
    var ownership: Ownership
    var isAwaited: Bool
    /// What it was given, once it is merged with others; alone it is what the alert says now.
    var original: Alert?
  }

  /// Whose leaving abandons a submission (R16).
  enum Ownership: Sendable, Hashable {
    case nobody
    case present(Owner)
    /// Not seen since a restart or since the bus was lost.
    case missing(Owner, until: Instant)

    var owner: Owner? {
      switch self {
      case .nobody: nil
      case .present(let owner), .missing(let owner, _): owner
      }
    }
  }

  /// How it waits.
  enum Lane: Sendable, Hashable {
    case ordinary
    /// Ahead of its priority.
    case next
    /// It had barged and its present failed for now: it arrives again then.
    case rearriving(at: Instant)
  }

  /// What an earlier attempt left on the screen.
  enum Remnant: Sendable, Hashable {
    case none
    /// Being taken down just now; an action on it still counts.
    case leaving(Presentation)
    /// Still up; the next present takes it over.
    case standing(Presentation)

    /// The popup that it is about.
    var popup: Presentation? {
      switch self {
      case .none: nil
      case .leaving(let popup), .standing(let popup): popup
      }
    }
  }

  /// Whether it makes a sound when it is next presented.
  enum Voice: Sendable, Hashable {
    case fresh, quiet
  }

  /// How long it was on screen.
  struct ScreenTime: Sendable {
    /// When it was first acknowledged.
    var first: Instant?
    /// In all, but for the time since it last came up.
    var total = Duration.zero
    /// Of its expiry, but for the time since it last came up.
    var used = Duration.zero
  }

  /// What an alert gained by waiting (R3): whole levels, and the time towards the next one.
  struct Patience: Sendable, Hashable {
    var levels: UInt8 = 0
    var progress = Duration.zero

    /// The patience after waiting for `time` more.
    func after(_ time: Duration, interval: Duration?) -> Patience {
      guard let interval, interval > .zero else { return self }
      var later = self
      later.progress += time
      // More than two levels change nothing: from low to high is as far as it goes.
      while later.progress >= interval, later.levels < 2 {
        later.progress -= interval
        later.levels += 1
      }
      return later
    }

    /// The priority that counts in the choice.
    func effective(_ priority: Priority) -> Priority {
      guard priority < .high else { return priority }
      return Priority(rawValue: min(priority.rawValue + levels, Priority.high.rawValue)) ?? .high
    }
  }
}
