// R10: a live alert is changed.
extension AlertQueue {
  mutating func update(_ id: AlertID, _ change: AlertChange, at now: Instant) {
    guard let key = find(id), var changed = alerts[key]?.alert else { return }
    change.apply(to: &changed)
    if let flaw = changed.flaw {
      reply(.refused(flaw))
      return
    }
    reply(.done)
    self.change(key, showingAgain: change.reappearance, at: now) { change.apply(to: &$0) }
    if change.timeout != nil { resetTimeout(of: key, id, to: changed.timeout) }
    if change.ttl != nil { resetTTL(of: key, to: changed.ttl) }
  }

  private mutating func resetTimeout(of key: AlertID, _ id: AlertID, to timeout: Duration?) {
    guard let index = alerts[key]?.index(of: id),
      let posted = alerts[key]?.submissions[index].posted
    else { return }
    let end = timeout.map { posted + $0 }
    alerts.change(key) { $0.submissions[index].timeoutEnd = end }
    if let end { schedule(.timeout, id, at: end) }
  }

  private mutating func resetTTL(of key: AlertID, to ttl: Duration?) {
    guard alerts[key]?.screenTime.first == nil, let posted = alerts[key]?.submissions[0].posted
    else { return }
    let end = ttl.map { posted + $0 }
    alerts.change(key) { $0.ttlEnd = end }
    if let end { schedule(.ttl, key, at: end) }
  }

  /// Changes what an alert is, wherever it stands.
  mutating func change(
    _ key: AlertID, showingAgain wish: AlertChange.Reappearance, at now: Instant,
    _ change: (inout Alert) -> Void
  ) {
    guard let before = alerts[key]?.alert.priority else { return }
    rewrite(key, change)
    switch alerts[key]?.state {
    case .presenting(var attempt):
      attempt.content = .outdated
      alerts.change(key) { $0.state = .presenting(attempt) }
    case .shown(let popup), .covered(let popup):
      emitUpdate(of: key, popup.presentation)
      restartScreenTime(of: key, at: now)
    case .parked(let presentation, _) where wish == .wanted:
      alerts.change(key) { $0.state = .parked(presentation, .again) }
      alerts.change(key) { $0.voice = .fresh }
    default: break
    }
    reconsiderChanged(key, from: before, at: now)
  }

  /// Has a popup say what its alert is now.
  mutating func emitUpdate(of key: AlertID, _ presentation: Presentation) {
    guard let alert = alerts[key]?.alert, let count = alerts[key]?.count else { return }
    emit(.update(presentation, to: alert, count: count))
  }

  /// Changes the value and keeps the ledger in step.
  private mutating func rewrite(_ key: AlertID, _ change: (inout Alert) -> Void) {
    guard let old = alerts[key]?.entry(key), let isStored = alerts[key]?.isStored,
      var alert = alerts[key]?.alert
    else { return }
    change(&alert)
    if isStored { ledger.unstore(old) }
    alerts.change(key) { $0.alert = alert }
    guard let new = alerts[key]?.entry(key) else { return }
    ledger.addText(new.text - old.text)
    if isStored { ledger.store(new, among: alerts) }
  }

  /// A changed priority ranks it anew, and may let it pass a pause or make it stay behind one;
  /// raising it to critical counts as arriving.
  private mutating func reconsiderChanged(
    _ key: AlertID, from before: Priority, at now: Instant
  ) {
    scheduleAging(of: key)
    rerank(key)
    guard let priority = alerts[key]?.alert.priority, priority != before else { return }
    let isRaised = priority == .critical
    switch alerts[key]?.state {
    case .held(var hold):
      hold.obstacles = hold.obstacles.intersection(.manual).union(obstacles(for: priority))
      if hold.reasons.isEmpty {
        arrive(key, isRaised ? .onItsOwn : .release, at: now)
      } else {
        self.hold(key, hold, at: now)
      }
    case .waiting where isRaised || !obstacles(for: priority).isEmpty:
      arrive(key, .onItsOwn, at: now)
    case .hidden where isRaised, .parked(_, .again) where isRaised:
      if alerts[key]?.rank != nil { arrive(key, .onItsOwn, at: now) }
    default: break
    }
  }
}
