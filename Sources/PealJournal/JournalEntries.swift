package import Peal

/// A post on its way into the journal: accepted once the transaction that holds it is written.
package struct JournalPost: Sendable, Hashable {
  /// What to show.
  package var alert: Alert
  /// Whose leaving ends it.
  package var owner: Owner?
  /// Whether somebody waits for its end.
  package var isAwaited = false
  /// Makes a retry safe: one alert for one token.
  package var token: String?
  /// Who posts it, if that is known already.
  package var poster: Poster?

  /// Asks for an alert to be kept.
  package init(_ alert: Alert) {
    self.alert = alert
  }

  /// The alert as it stands before the queue has seen it.
  func record(id: AlertID, at now: Instant) -> AlertRecord {
    var submission = AlertRecord.Submission(id, posted: now)
    submission.owner = owner
    submission.isAwaited = isAwaited
    submission.timesOut = alert.timeout.map(now.advanced)
    var record = AlertRecord(alert, submissions: [submission], place: id)
    record.lapses = alert.ttl.map(now.advanced)
    record.hold.delayed = alert.delay.map(now.advanced)
    record.hold.isManual = alert.arrival == .manual
    return record
  }
}

/// A live alert as the journal keeps it.
package struct LiveEntry: Sendable, Hashable {
  /// Where it stands in the queue.
  package var record: AlertRecord
  /// What the notification server calls the popup that the record speaks of.
  package var popup: ServerPopup?

  /// Joins what the queue and the presenter know of an alert.
  package init(_ record: AlertRecord, popup: ServerPopup? = nil) {
    self.record = record
    self.popup = popup
  }
}

/// A popup as its notification server knows it.
package struct ServerPopup: Sendable, Hashable {
  /// The server's own number.
  package var number: UInt32
  /// Which server, and which life of it: ``PresenterTraits/incarnation``.
  package var incarnation: String

  /// Names a popup.
  package init(_ number: UInt32, incarnation: String) {
    self.number = number
    self.incarnation = incarnation
  }
}

/// What the journal knows of a submission that ended.
package struct HistoryEntry: Sendable, Hashable {
  /// The submission's number.
  package var id: AlertID
  /// What it said; hints and the caller's own data are not kept, a long body is cut.
  package var alert: Alert
  /// How it ended.
  package var outcome: Outcome
  /// When it was accepted.
  package var posted: WallTime
  /// When it ended.
  package var ended: WallTime
  /// How long it was without a place on the screen.
  package var waited: Duration
  /// How long it was on screen.
  package var shown: Duration
  /// How many times it was presented.
  package var attempts: UInt32
  /// How many submissions it stood for.
  package var count: Int
  /// The notification server that showed it last.
  package var server: String?
  /// How many of its app's alerts it said were left out.
  package var leftOut: Int
  /// Who posted it, by the bus's word.
  package var poster: Poster?
}

/// Which entries of the history are meant: those that meet every condition, the latest first.
package struct HistoryQuery: Sendable, Hashable {
  /// That one alone.
  package var id: AlertID?
  /// Those of that app.
  package var app: String?
  /// Those with that tag.
  package var tag: String?
  /// Those with greater ids.
  package var after: AlertID?
  /// Those that ended then or later.
  package var since: WallTime?
  /// So many at most.
  package var limit: Int?

  /// Means every entry.
  package init() {}
}

/// What a journal holds when it is opened.
package struct JournalContents: Sendable, Hashable {
  /// What a queue needs to go on.
  package var queue = QueueRecord()
  /// The notification server's numbers of the popups that may still be up.
  package var popups: [Presentation: UInt32] = [:]
  /// Who posted the live alerts, as far as that is known.
  package var posters: [AlertID: Poster] = [:]
  /// Live alerts that could not be read; they are filed as failed.
  package var unreadable: [AlertID] = []

  /// Nothing.
  package init() {}
}
