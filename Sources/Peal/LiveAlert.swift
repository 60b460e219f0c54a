/// One alert from its acceptance until its popup is gone, with all that the rules need to know.
struct LiveAlert: Sendable {
  /// What it says now, and how much text that is. An alert is large, so that all copies of this
  /// value share one; it is exchanged, never changed.
  private var content: Content
  /// Those that it stands for, oldest first; the first one's id is the alert's name.
  var submissions: [Submission]
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

  init(_ alert: Alert, submissions: [Submission], place: AlertID, state: State) {
    content = Content(alert)
    self.submissions = submissions
    self.place = place
    self.state = state
  }

  /// What it says now.
  var alert: Alert {
    _read { yield content.alert }
    set { content = Content(newValue) }
  }

  /// Bytes of text.
  var textSize: Int { content.textSize }

  /// The id it goes by.
  var name: AlertID { submissions[0].id }

  /// Whether its end is reported, or certain.
  var isEnding: Bool {
    switch state {
    case .closing, .withdrawing: true
    case .waiting, .held, .presenting, .shown, .covered, .hidden, .parked: false
    }
  }

  /// Whether it counts in the limits (R13).
  var isStored: Bool {
    switch state {
    case .waiting, .held, .hidden, .parked: true
    case .presenting, .shown, .covered, .closing, .withdrawing: false
    }
  }

  /// How long it has been on screen, in all.
  func shownTime(at now: Instant) -> Duration {
    switch state {
    case .shown(let popup), .covered(let popup): screenTime.total + popup.since.duration(to: now)
    case .waiting, .held, .presenting, .hidden, .parked, .closing, .withdrawing: screenTime.total
    }
  }

  /// What the ledger notes of it.
  func entry(_ key: AlertID) -> Ledger.Entry {
    Ledger.Entry(key: key, app: alert.appName, priority: alert.priority, text: textSize)
  }

  func index(of id: AlertID) -> Int? {
    submissions.firstIndex { $0.id == id }
  }
}

extension LiveAlert {
  private final class Content: Sendable {
    let alert: Alert
    let textSize: Int

    init(_ alert: Alert) {
      self.alert = alert
      textSize = alert.textSize
    }
  }

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
