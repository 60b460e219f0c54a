// R14: deadlines that are due are handled before the event, by time and id; what they start counts
// from now.
extension AlertQueue {
  mutating func schedule(_ kind: Deadline.Kind, _ id: AlertID, at time: Instant) {
    schedule(Deadline(kind, id, at: time))
  }

  mutating func schedule(_ deadline: Deadline) {
    if deadlines.isPruningDue { pruneDeadlines() }
    deadlines.insert(deadline)
  }

  private mutating func pruneDeadlines() {
    var current: [Deadline] = []
    for deadline in deadlines.unordered where isCurrent(deadline) { current.append(deadline) }
    deadlines.prune(to: current)
  }

  /// Handles everything that is due.
  mutating func handleDue(at now: Instant) {
    while let deadline = deadlines.first, deadline.at <= now {
      deadlines.removeFirst()
      if isCurrent(deadline) { fire(deadline, at: now) }
    }
    if let retryEnd, retryEnd <= now { self.retryEnd = nil }
  }

  /// Whether a deadline still counts.
  private func isCurrent(_ deadline: Deadline) -> Bool {
    switch deadline.kind {
    case .slot: slot(Int(deadline.number))?.pauseEnd == deadline.at
    case .token: tokens.values.contains { $0.end == deadline.at }
    case .owner, .timeout: isCurrentOfSubmission(deadline)
    case .ttl, .hold, .retry, .screen, .missed, .closing, .withdrawal, .aging:
      isCurrentOfAlert(deadline)
    }
  }

  private func isCurrentOfSubmission(_ deadline: Deadline) -> Bool {
    guard case .live(let key) = whereabouts(of: deadline.id),
      let index = alerts[key]?.index(of: deadline.id),
      let submission = alerts[key]?.submissions[index]
    else { return false }
    if deadline.kind == .timeout { return submission.timeoutEnd == deadline.at }
    if case .missing(_, deadline.at) = submission.ownership { return true }
    return false
  }

  private func isCurrentOfAlert(_ deadline: Deadline) -> Bool {
    guard let state = alerts[deadline.id]?.state else { return false }
    let at = deadline.at
    return switch (deadline.kind, state) {
    case (.ttl, .waiting), (.ttl, .held): alerts[deadline.id]?.ttlEnd == at
    case (.hold, .held(let hold)): hold.delayEnd == at || hold.snoozeEnd == at
    case (.retry, .waiting): alerts[deadline.id]?.lane == .rearriving(at: at)
    case (.screen, .shown(let popup)), (.screen, .covered(let popup)): popup.deadline == at
    case (.missed, .hidden): true
    case (.closing, .closing(let closing)): closing.until == at
    case (.withdrawal, .withdrawing(let withdrawal)): withdrawal.until == at
    case (.aging, .waiting): gainTime(of: deadline.id) == at
    default: false
    }
  }

  private mutating func fire(_ deadline: Deadline, at now: Instant) {
    switch deadline.kind {
    case .slot: endPause(ofSlot: Int(deadline.number))
    case .token: releaseTokens(due: now)
    case .owner: endSubmission(deadline.id, .abandoned, at: now)
    case .timeout: endSubmission(deadline.id, .timedOut, at: now)
    case .ttl: end(deadline.id, .lapsed, popup: .takeDown, at: now)
    case .hold: endHold(of: deadline.id, at: now)
    case .retry: arrive(deadline.id, .onItsOwn, at: now)
    case .screen: leaveScreen(deadline.id, at: now)
    case .missed: end(deadline.id, .expired, popup: .takeDown, at: now)
    case .closing: finishClosing(deadline.id, at: now)
    case .withdrawal: giveUpWaiting(deadline.id, at: now)
    case .aging: break
    }
  }

  /// Names the time of the next wake-up, if it comes before the one that was named last.
  mutating func announceWake(after event: Event, at now: Instant) {
    if case .woke = event, let announced, announced <= now { self.announced = nil }
    while let deadline = deadlines.first, !isCurrent(deadline) { deadlines.removeFirst() }
    dropStaleCandidates()
    guard let next = nextWake else { return }
    if let announced, announced <= next { return }
    announced = next
    emit(.wake(at: next))
  }

  /// When the queue next wants to be woken; never in the past.
  public var nextWake: Instant? {
    if turn.hasReported, hasWork { return latest }
    return deadlines.first.map { max($0.at, latest) }
  }

  /// Whether filling slots would change anything. The first in the line is a candidate.
  private var hasWork: Bool {
    switch presenter {
    case .away: return false
    case .settling: return true
    case .ready: break
    }
    guard let first = lineup.first else { return false }
    if case .hidden = alerts[first.key]?.state, configuration.display == .overlay { return true }
    return slots.contains { $0.isFree }
  }
}

// R3: levels gained by waiting.
extension AlertQueue {
  /// When a waiting alert next gains a level that counts.
  func gainTime(of key: AlertID) -> Instant? {
    guard let interval = configuration.aging, let live = alerts[key],
      case .waiting(let since) = live.state,
      live.patience.effective(live.alert.priority) < .high
    else { return nil }
    return since + (interval - live.patience.progress)
  }

  mutating func scheduleAging(of key: AlertID) {
    guard let time = gainTime(of: key) else { return }
    if agings.isPruningDue { pruneAgings() }
    agings.insert(Deadline(.aging, key, at: time))
  }

  private mutating func pruneAgings() {
    var current: [Deadline] = []
    for deadline in agings.unordered where isCurrent(deadline) { current.append(deadline) }
    agings.prune(to: current)
  }

  /// Gives every waiting alert the level that it has by now.
  mutating func promote(at now: Instant) {
    while let gain = agings.first, gain.at <= now {
      agings.removeFirst()
      guard isCurrent(gain) else { continue }
      settlePatience(of: gain.id, at: now)
      rerank(gain.id)
      scheduleAging(of: gain.id)
    }
  }

  /// Adds up what a waiting alert has gained so far.
  mutating func settlePatience(of key: AlertID, at now: Instant) {
    let aging = configuration.aging
    alerts.change(key) { $0.settlePatience(at: now, aging: aging) }
  }
}

// The clocks of an alert that is on screen.
extension AlertQueue {
  /// How long it stays when it comes up now.
  func limit(for live: LiveAlert, at now: Instant) -> LiveAlert.Popup.Limit {
    guard let traits = presenter.traits else { return .none }
    if let remaining = remainingExpiry(of: live) {
      let grace: Duration = traits.obeysExpiry(of: live.alert) ? .milliseconds(500) : .zero
      return .expiry(now + remaining + grace)
    }
    if case .after(let time) = configuration.slotTimeout { return .watch(now + time) }
    guard live.alert.neverExpires else {
      return .watch(now + (traits.reportsExpiry ? .seconds(60) : .seconds(8)))
    }
    let isSure = traits.reportsClosing && !traits.isInhibited
    return isSure ? .none : .watch(now + .seconds(300))
  }

  /// The time that it has left of an expiry of ours: at least three seconds, or all of it.
  func remainingExpiry(of live: LiveAlert) -> Duration? {
    guard case .after(let whole) = live.alert.expiry else { return nil }
    return max(whole - live.screenTime.used, min(whole, .seconds(3)))
  }

  /// Starts the time on screen again.
  mutating func restartScreenTime(of key: AlertID, at now: Instant) {
    alerts.change(key) {
      $0.settleScreenTime(at: now)
      $0.screenTime.used = .zero
    }
    changePopup(of: key) { $0.since = now }
    renewLimit(of: key, at: now)
  }

  /// Finds out anew how long an alert stays that is on screen.
  mutating func renewLimit(of key: AlertID, at now: Instant) {
    guard let limit = alerts[key].map({ limit(for: $0, at: now) }) else { return }
    changePopup(of: key) { $0.limit = limit }
    scheduleLimit(of: key)
  }

  mutating func scheduleLimit(of key: AlertID) {
    switch alerts[key]?.state {
    case .shown(let popup), .covered(let popup):
      if let deadline = popup.deadline { schedule(.screen, key, at: deadline) }
    default: return
    }
  }

  private mutating func changePopup(
    of key: AlertID, _ change: (inout LiveAlert.Popup) -> Void
  ) {
    switch alerts[key]?.state {
    case .shown(var popup):
      change(&popup)
      alerts.change(key) { $0.state = .shown(popup) }
    case .covered(var popup):
      change(&popup)
      alerts.change(key) { $0.state = .covered(popup) }
    default: return
    }
  }

  /// Its time is over: an expired popup is taken down, one that only kept its slot too long is
  /// left where it is.
  private mutating func leaveScreen(_ key: AlertID, at now: Instant) {
    switch alerts[key]?.state {
    case .shown(let popup), .covered(let popup):
      guard case .watch = popup.limit else {
        end(key, .expired, popup: .takeDown, at: now)
        return
      }
      if isWanted(key) {
        park(key, popup, at: now)
      } else {
        end(key, .expired, popup: .left, at: now)
      }
    default: return
    }
  }

  /// Whether an alert that nobody closes is worth keeping.
  private func isWanted(_ key: AlertID) -> Bool {
    alerts[key]?.alert.isQuestion == true
      || alerts[key]?.submissions.contains { $0.isAwaited } == true
  }

  private mutating func park(_ key: AlertID, _ popup: LiveAlert.Popup, at now: Instant) {
    vacate(popup.slot, key, cameUp: true, at: now)
    move(key, to: .parked(popup.presentation, .rest), at: now)
    emit(.changed(name(of: key), .parked(popup.presentation)))
  }
}

extension PresenterTraits {
  /// Whether the presenter takes this alert's popup down when our expiry runs out.
  func obeysExpiry(of alert: Alert) -> Bool {
    switch obeysExpiry {
    case .always: true
    case .exceptCritical: alert.effectiveUrgency != .critical
    case .never: false
    }
  }
}

extension Alert {
  /// Whether no server takes it down by itself.
  var neverExpires: Bool {
    switch expiry {
    case .never: true
    case .serverDefault: effectiveUrgency == .critical
    case .after: false
    }
  }
}
