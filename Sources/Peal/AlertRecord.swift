/// What a journal keeps of one live alert, so that a queue can go on with it in another process
/// (SEMANTICS R17).
///
/// All its times are of the queue's clock as it stood when the record was taken; a journal turns
/// them into civil time and back.
package struct AlertRecord: Sendable, Hashable {
  /// The submissions that it stands for and that have not ended, oldest first; never empty. The
  /// alert goes by the first one's id.
  package var submissions: [Submission]
  /// What it says now.
  package var alert: Alert
  /// Its place among those of equal priority.
  package var place: AlertID
  /// When it was accepted.
  package var posted: Instant
  /// Where it stood.
  package var position: Position = .waiting
  /// What keeps it from being eligible by its own doing.
  package var hold = Hold()
  /// How many submissions it stands for, those that have ended included.
  package var count = 1
  /// How much it has waited towards its next levels (R3).
  package var aged: Duration = .zero
  /// How long it waited to be shown for the first time, so far.
  package var waited: Duration = .zero
  /// How long it has been on screen, in all.
  package var shown: Duration = .zero
  /// How often it was handed to the presenter.
  package var attempts: UInt32 = 0
  /// Whether it was ever acknowledged: then its `ttl` is over.
  package var wasShown = false
  /// When its `ttl` runs out, as far as it still counts.
  package var lapses: Instant?
  /// What is left of its time on screen; nil for one whose expiry is not ours or has not begun.
  package var remainingExpiry: Duration?
  /// The name of the presenter that showed it last.
  package var presenter: String?

  /// Records an alert that waits.
  package init(_ alert: Alert, submissions: [Submission], place: AlertID, posted: Instant) {
    self.alert = alert
    self.submissions = submissions
    self.place = place
    self.posted = posted
  }

  /// The id it goes by.
  package var id: AlertID? { submissions.first?.id }

  /// One submission of an alert; merged duplicates have several.
  package struct Submission: Sendable, Hashable {
    package var id: AlertID
    /// Whose leaving ends it `abandoned`.
    package var owner: Owner?
    /// Whether somebody waits for its end.
    package var isAwaited = false
    /// When its `timeout` runs out.
    package var timesOut: Instant?

    package init(_ id: AlertID, owner: Owner? = nil, isAwaited: Bool = false) {
      self.id = id
      self.owner = owner
      self.isAwaited = isAwaited
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

    package init() {}
  }

  /// Where a live alert stands, as far as another process can go on from it. What is handed to the
  /// presenter and not acknowledged waits again.
  package enum Position: Sendable, Hashable {
    /// Waiting or held.
    case waiting
    /// Taken off the screen by the queue, as the `rank`th to come up.
    case hidden(rank: UInt64)
    /// Shown or covered, or about to take over this popup: it is up in that incarnation of the
    /// presenter.
    case onScreen(Presentation, incarnation: String, rank: UInt64)
    /// In the desktop's tray.
    case parked(Presentation, incarnation: String, rank: UInt64)
  }
}
