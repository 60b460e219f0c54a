extension AlertQueue {
  /// What there is to know about a live alert, by the id of any of its submissions.
  public func status(of id: AlertID, at now: Instant) -> AlertStatus? {
    nil
  }

  /// The live alerts that the filter lets through: on screen first, then as they would be shown.
  public func statuses(matching filter: Filter = .everything, at now: Instant) -> [AlertStatus] {
    []
  }

  /// The alert that came up last among those on screen.
  public var top: AlertID? { nil }

  /// How many alerts are stored: waiting, held, hidden and parked.
  public var waitingCount: Int { 0 }

  /// How many alerts are on screen.
  public var shownCount: Int { 0 }

  /// Whether no alert is live and no popup is still being taken down.
  public var isEmpty: Bool { true }

  /// Whether a pause token is held.
  public var isPaused: Bool { false }

  /// When the queue next wants to be woken.
  public var nextWake: Instant? { nil }

  /// How many presenter events were about nothing that is on screen, and so ignored.
  public var ignoredEvents: Int { 0 }
}
