extension AlertCenter {
  /// What became of a call about one alert.
  public enum ActResult: Sendable, Hashable {
    /// It is done.
    case done
    /// No live alert has that id.
    case noSuchAlert
    /// Its end is under way already; nothing is changed.
    case alreadyEnding
    /// It is not held by anything that activating lifts.
    case nothingToActivate
    /// It has no action with that key.
    case unknownKey
  }

  /// Changes a live alert, in place when it is on screen.
  @discardableResult
  public func update(_ id: AlertID, _ change: AlertChange) -> ActResult {
    act(.updated(id, change))
  }

  /// Ends an alert ``Outcome/withdrawn``, wherever it stands.
  @discardableResult
  public func withdraw(_ id: AlertID) -> ActResult {
    act(.withdrawn(id))
  }

  /// Withdraws the alert that came up last of those on screen.
  ///
  /// - Returns: its id; nil when nothing is on screen.
  @discardableResult
  public func withdrawTop() -> AlertID? {
    guard case .withdrawn(let id) = handle(.topWithdrawn) else { return nil }
    return id
  }

  /// Chooses the action with this key by other means than the popup. `text` is what was typed, for an
  /// alert that asks for a reply; without it ``Action/replyKey`` is no key of such an alert.
  @discardableResult
  public func answer(_ id: AlertID, key: String, text: String? = nil) -> ActResult {
    act(.answered(id, key: key, text: text))
  }

  /// Lets an alert come that is manual, delayed or snoozed.
  @discardableResult
  public func activate(_ id: AlertID) -> ActResult {
    act(.activated(id))
  }

  /// Takes an alert away; it comes back after `duration`, with live buttons.
  @discardableResult
  public func snooze(_ id: AlertID, for duration: Duration) -> ActResult {
    act(.snoozed(id, duration))
  }

  /// Ends what waits, is held or is hidden, ``Outcome/cleared``.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func clear(_ filter: Filter = .everything) -> Int {
    clear(filter, .waiting)
  }

  /// Ends everything, also what is on screen and parked, ``Outcome/cleared``.
  ///
  /// - Returns: how many ended.
  @discardableResult
  public func clearAll(_ filter: Filter = .everything) -> Int {
    clear(filter, .all)
  }

  private func clear(_ filter: Filter, _ extent: AlertQueue.Extent) -> Int {
    guard case .cleared(let count) = handle(.cleared(filter, extent)) else { return 0 }
    return count
  }

  func act(_ event: AlertQueue.Event) -> ActResult {
    switch handle(event) {
    case .done: .done
    case .noSuchAlert: .noSuchAlert
    case .alreadyEnding: .alreadyEnding
    case .nothingToActivate: .nothingToActivate
    case .unknownKey: .unknownKey
    case let answer: preconditionFailure("a call was answered \(String(describing: answer))")
    }
  }
}
