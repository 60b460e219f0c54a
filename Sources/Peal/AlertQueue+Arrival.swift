// R4, R5: how an alert comes to its slot when it becomes eligible.
extension AlertQueue {
  /// What made an alert eligible.
  enum Cause {
    /// It was posted, activated or raised, or its delay, snooze or retry is over.
    case onItsOwn
    /// A pause is over, or a presenter has come: then `barge` counts as `next`.
    case release
  }

  /// Where an arriving alert goes.
  enum Placement {
    case held(LiveAlert.Hold)
    case suppressed
    case queued(LiveAlert.Lane)
    /// Chosen when slots are next filled, or suppressed.
    case undecided
    /// On top of what is in the slot of that index.
    case barging(into: Int)
  }

  /// What keeps every alert of that priority from the screen.
  func obstacles(for priority: Priority) -> Stage.Reasons {
    var reasons: Stage.Reasons = []
    if presenter.isAway { reasons.insert(.noPresenter) }
    guard !tokens.isEmpty else { return reasons }
    let isPaused = tokens.values.contains { priority < .critical || $0.exception == .nothing }
    if isPaused { reasons.insert(.paused) }
    return reasons
  }

  /// Applies R4 to an alert that nothing of its own holds any more.
  mutating func arrive(_ key: AlertID, _ cause: Cause, at now: Instant) {
    guard let placement = alerts[key].map({ placement(of: $0, LiveAlert.Hold(), cause) }) else {
      return
    }
    settle(key, placement, at: now)
  }

  /// Decides where an alert goes that has become eligible, but for what holds it.
  func placement(of live: LiveAlert, _ hold: LiveAlert.Hold, _ cause: Cause) -> Placement {
    // One that was presented before is stored, whatever it had come with.
    let isDroppable = live.alert.effectiveArrival == .drop && live.attempts == 0
    guard hold.own.isEmpty else { return .held(with(hold, obstaclesFor: live)) }
    guard obstacles(for: live.alert.priority).isEmpty else {
      return isDroppable ? .suppressed : .held(with(hold, obstaclesFor: live))
    }
    if configuration.display == .overlay { return barging(live) }
    switch live.alert.effectiveArrival {
    case .wait, .manual: return .queued(.ordinary)
    case .next: return .queued(.next)
    case .drop where !isDroppable: return .queued(.ordinary)
    case .drop: return hasRoom(for: live.alert.priority) ? .undecided : .suppressed
    case .barge where cause == .release: return .queued(.next)
    case .barge: return barging(live)
    case .preempt: return preempting(live)
    }
  }

  private func with(_ hold: LiveAlert.Hold, obstaclesFor live: LiveAlert) -> LiveAlert.Hold {
    var hold = hold
    hold.obstacles.formIntersection(.manual)
    hold.obstacles.formUnion(obstacles(for: live.alert.priority))
    return hold
  }

  private func barging(_ live: LiveAlert) -> Placement {
    guard let index = slotToTake(), canCover(index, live.alert.priority) else {
      return .queued(.next)
    }
    return .barging(into: index)
  }

  /// It barges when it is strictly higher than the top of the slot it would take; beside an empty
  /// slot it waits for that one like any other.
  private func preempting(_ live: LiveAlert) -> Placement {
    guard !slots.contains(where: { !$0.isTaken }), let index = slotToTake(),
      let top = slots[index].top, let priority = alerts[top.key]?.alert.priority,
      live.alert.priority > priority
    else { return .queued(.ordinary) }
    return barging(live)
  }

  /// Puts an alert where it was decided that it goes.
  mutating func settle(_ key: AlertID, _ placement: Placement, at now: Instant) {
    switch placement {
    case .held(let hold): self.hold(key, hold, at: now)
    case .suppressed: end(key, .suppressed, popup: .takeDown, at: now)
    case .queued(let lane): queue(key, lane, at: now)
    case .undecided:
      queue(key, .ordinary, at: now)
      undecided.append(key)
    case .barging(let index): barge(key, into: index, at: now)
    }
  }

  /// Holds an alert, or changes what holds it.
  mutating func hold(_ key: AlertID, _ hold: LiveAlert.Hold, at now: Instant) {
    if case .held(hold) = alerts[key]?.state { return }
    move(key, to: .held(hold), at: now)
    scheduleEnds(of: hold, key)
    emit(.changed(name(of: key), .held(hold.reasons)))
  }

  mutating func scheduleEnds(of hold: LiveAlert.Hold, _ key: AlertID) {
    for end in [hold.delayEnd, hold.snoozeEnd] {
      if let end { schedule(.hold, key, at: end) }
    }
  }

  /// Lets an alert wait. Hidden and parked ones are candidates without that.
  private mutating func queue(_ key: AlertID, _ lane: LiveAlert.Lane, at now: Instant) {
    if alerts[key]?.alert.priority == .critical { endPauseForCritical() }
    alerts.change(key) { $0.lane = lane }
    switch alerts[key]?.state {
    case .held:
      move(key, to: .waiting(since: now), at: now)
      emit(.changed(name(of: key), .waiting))
    default:
      rerank(key)
    }
  }
}

// R5: covering.
extension AlertQueue {
  /// The index of the slot that a barging alert takes: an empty one, else the one whose top has
  /// the lowest priority, the latest among equals.
  func slotToTake() -> Int? {
    let empty = slots.firstIndex { $0.isFree } ?? slots.firstIndex { !$0.isTaken }
    if let empty { return empty }
    return slots.indices.min { rankAsTop($0) < rankAsTop($1) }
  }

  private func rankAsTop(_ index: Int) -> (UInt8, UInt64) {
    guard let key = slots[index].top?.key, let serial = alerts[key]?.serial,
      let priority = alerts[key]?.alert.priority
    else { return (0, 0) }
    return (priority.rawValue, .max - serial)
  }

  /// Whether those in the slot let themselves be covered; a critical alert does not ask. A covered
  /// one that must never be covered still has its say, as the newcomer would lie over it too.
  func canCover(_ index: Int, _ priority: Priority?) -> Bool {
    guard priority != .critical else { return true }
    return !slots[index].layers.contains { layer in
      alerts[layer.key]?.alert.interruptible == .never && alerts[layer.key]?.isEnding == false
    }
  }

  /// Presents an alert on top of what is in the slot.
  mutating func barge(_ key: AlertID, into index: Int, at now: Instant) {
    let cover: Alert.Cover =
      configuration.display == .overlay ? .keep : alerts[key]?.alert.cover ?? .keep
    let number = slots[index].number
    for layer in slots[index].layers.reversed() {
      self.cover(layer.key, with: cover, at: now)
    }
    guard let index = slotIndex(number) else { return }
    present(key, in: index, manner: .barged, cover: cover, at: now)
  }

  /// What covering with `cover` does to an alert that says what it says about it.
  private func effect(of cover: Alert.Cover, on key: AlertID) -> Alert.Cover {
    switch alerts[key]?.alert.interruptible {
    case .discard: .drop
    case .never: .keep
    case .yes, nil: cover
    }
  }

  private mutating func cover(_ key: AlertID, with cover: Alert.Cover, at now: Instant) {
    guard alerts[key]?.isEnding == false else { return }
    switch (effect(of: cover, on: key), alerts[key]?.state) {
    case (.drop, _): end(key, .preempted, popup: .takeDown, at: now)
    case (.keep, .shown(let popup)):
      alerts.change(key) { $0.state = .covered(popup) }
      emit(.changed(name(of: key), .covered(popup.presentation)))
    case (.hide, .shown(let popup)), (.hide, .covered(let popup)): hide(key, popup, at: now)
    default: break  // Covered already, or not up yet: seen to when it is acknowledged.
    }
  }

  /// Takes an alert off the screen for as long as something covers it.
  mutating func hide(_ key: AlertID, _ popup: LiveAlert.Popup, at now: Instant) {
    leaveStack(popup.slot, key)
    move(key, to: .hidden(.inOrder), at: now)
    alerts.change(key) {
      $0.remnant = .leaving(popup.presentation)
      $0.voice = .quiet
    }
    emit(.withdraw(popup.presentation))
    emit(.changed(name(of: key), .hidden))
  }

  /// Takes an alert out of a slot that is not left empty by that for longer than this call.
  private mutating func leaveStack(_ number: Int, _ key: AlertID) {
    guard let index = slotIndex(number) else { return }
    slots[index].remove(key)
  }

  /// Whether something above an alert hides it, or covers it; nil when it is on top.
  func coverAbove(_ key: AlertID, inSlot number: Int) -> Alert.Cover? {
    guard let above = slot(number)?.layers(above: key), !above.isEmpty else { return nil }
    let hides = above.contains { $0.cover == .hide }
    return hides ? effect(of: .hide, on: key) : .keep
  }
}
