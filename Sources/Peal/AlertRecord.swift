/// What a journal keeps of one live alert, so that a queue can go on with it in another process
/// (SEMANTICS R17).
///
/// Its times are of the queue's clock; a journal turns them into civil time and back.
package struct AlertRecord: Sendable, Hashable {
  /// The submissions that it stands for and that have not ended, oldest first; never empty. The
  /// alert goes by the first one's id.
  package var submissions: [Submission]
  /// What it says now.
  package var alert: Alert
  /// Its place among those of equal priority.
  package var place: AlertID
  /// Where it stands.
  package var position = Position.waiting
  /// Whether it waits ahead of its priority.
  package var isNext = false
  /// What keeps it from being eligible by its own doing.
  package var hold = Hold()
  /// The popup that may still be up: its own, or the one that it is to take over.
  package var popup: Presentation?
  /// How many submissions it has stood for, those that have ended included.
  package var count = 1
  /// The whole levels that it gained by waiting (R3).
  package var levels: UInt8 = 0
  /// The time towards the next level, but for the time since ``waitingSince``.
  package var progress: Duration = .zero
  /// Since when it waits without a break; nil when it does not.
  package var waitingSince: Instant?
  /// When its `ttl` runs out; nil once it was acknowledged.
  package var lapses: Instant?
  /// How often it was handed to the presenter.
  package var attempts: UInt32 = 0
  /// When it was last handed over, counted over all alerts.
  package var serial: UInt64 = 0
  /// When it was first acknowledged.
  package var firstShown: Instant?
  /// How long it has been on screen in all, but for the time since ``onScreenSince``.
  package var shown: Duration = .zero
  /// How much of its expiry is used, but for the time since ``onScreenSince``.
  package var used: Duration = .zero
  /// When it came up, or its time on screen was started again; nil when it is not up.
  package var onScreenSince: Instant?
  /// How many of its app's alerts it said were left out.
  package var leftOut = 0

  /// Records an alert that waits.
  package init(_ alert: Alert, submissions: [Submission], place: AlertID) {
    self.alert = alert
    self.submissions = submissions
    self.place = place
  }

  /// The id it goes by.
  package var id: AlertID? { submissions.first?.id }

  /// One post. Merged ones share an alert (R9).
  package struct Submission: Sendable, Hashable {
    /// The id it was given.
    package var id: AlertID
    /// When it was accepted.
    package var posted: Instant
    /// Whose leaving ends it `abandoned`.
    package var owner: Owner?
    /// Whether somebody waits for its end.
    package var isAwaited = false
    /// When its `timeout` runs out.
    package var timesOut: Instant?
    /// What it was given, once it is merged with others.
    package var original: Alert?

    /// Describes a post that nobody owns or waits for.
    package init(_ id: AlertID, posted: Instant) {
      self.id = id
      self.posted = posted
    }
  }

  /// Why it may not be shown yet. A pause and a missing presenter are not its own doing.
  package struct Hold: Sendable, Hashable {
    /// It waits to be activated.
    package var isManual = false
    /// When its delay is over.
    package var delayed: Instant?
    /// When its snooze is over.
    package var snoozed: Instant?

    /// Nothing keeps it.
    package init() {}
  }

  /// Where a live alert stands, as far as another process can go on from it. What was handed to the
  /// presenter and not acknowledged waits again.
  package enum Position: String, Sendable, Hashable, CaseIterable {
    /// Waiting or held.
    case waiting
    /// Taken off the screen by the queue; comes back in order.
    case hidden
    /// The same, but it was parked before: it comes back after the others.
    case hiddenLast = "hidden last"
    /// Shown or covered.
    case onScreen = "on screen"
    /// In the desktop's tray.
    case parked
  }
}

/// What another process left behind, for a queue to go on with.
package struct QueueRecord: Sendable, Hashable {
  /// The live alerts.
  package var alerts: [AlertRecord] = []
  /// The id that the next alert gets, at least.
  package var nextID = AlertID(rawValue: 1)
  /// The pauses that still hold, each until then if it ends by itself.
  package var pauses: [PauseToken: Pause] = [:]
  /// The incarnation of the presenter that the popups belong to; nil when none may be up.
  package var incarnation: String?
  /// Popups of alerts that are over, which may still be up.
  package var orphans: [Presentation] = []

  /// Nothing.
  package init() {}

  /// A pause that still holds.
  package struct Pause: Sendable, Hashable {
    /// What passes all the same.
    package var exception: AlertQueue.Pausing.Exception
    /// When it is over; nil is when it is released.
    package var end: Instant?

    /// Describes a pause.
    package init(_ exception: AlertQueue.Pausing.Exception, end: Instant? = nil) {
      self.exception = exception
      self.end = end
    }
  }
}
