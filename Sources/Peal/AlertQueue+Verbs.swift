// What a caller asks of live alerts: R8, R12, R18.
extension AlertQueue {
  mutating func withdraw(_ id: AlertID, at now: Instant) {
    guard find(id) != nil else { return }
    reply(.done)
    endSubmission(id, .withdrawn, at: now)
  }

  mutating func withdrawTop(at now: Instant) {
    guard let id = top else {
      reply(.noSuchAlert)
      return
    }
    reply(.withdrawn(id))
    end(key(of: id), .withdrawn, popup: .takeDown, at: now)
  }

  mutating func clear(_ filter: Filter, _ extent: Extent, at now: Instant) {
    let keys = keys(matching: filter).filter { isCleared($0, extent) }
    let number = keys.reduce(0) { $0 + (alerts[$1]?.submissions.count ?? 0) }
    reply(.cleared(number))
    for key in keys { end(key, .cleared, popup: .takeDown, at: now) }
  }

  private func isCleared(_ key: AlertID, _ extent: Extent) -> Bool {
    switch (alerts[key]?.state, extent) {
    case (.waiting, _), (.held, _), (.hidden, _): true
    case (.presenting, .all), (.shown, .all), (.covered, .all), (.parked, .all): true
    default: false
    }
  }

  /// A press by other means: nothing follows it, so the popup is taken down at once.
  mutating func answer(_ id: AlertID, key action: String, text: String?, at now: Instant) {
    guard let key = find(id) else { return }
    guard let alert = alerts[key]?.alert, alert.declares(action),
      !alert.isBareReply(action, text)
    else {
      reply(.unknownKey)
      return
    }
    reply(.done)
    choose(key, action, text, popup: .takeDown, at: now)
  }

  mutating func activate(_ id: AlertID, at now: Instant) {
    guard let key = find(id) else { return }
    guard case .held(let hold) = alerts[key]?.state, !hold.own.isEmpty else {
      reply(.nothingToActivate)
      return
    }
    reply(.done)
    arrive(key, .onItsOwn, at: now)
  }

  mutating func snooze(_ id: AlertID, for duration: Duration, at now: Instant) {
    guard let key = find(id) else { return }
    reply(.done)
    var hold = LiveAlert.Hold()
    if case .held(let old) = alerts[key]?.state { hold = old }
    hold.snoozeEnd = now + duration
    hold.obstacles.formUnion(obstacles(for: alerts[key]?.alert.priority ?? .normal))
    takeAway(key, at: now)
    // It comes back with its sound: it is a reminder.
    alerts.change(key) { $0.voice = .fresh }
    self.hold(key, hold, at: now)
  }

  /// Takes an alert's popup off the screen, as hiding does, and frees its slot.
  private mutating func takeAway(_ key: AlertID, at now: Instant) {
    if case .standing(let old) = alerts[key]?.remnant {
      takeDown(old)
      alerts.change(key) { $0.remnant = .leaving(old) }
    }
    switch alerts[key]?.state {
    case .presenting(let attempt):
      // Still on its way, it is taken down when it comes.
      emit(.withdraw(attempt.presentation))
      ledger.leaveOut(attempt.leftOut, of: alerts[key]?.alert.appName ?? "")
      leaveSlot(key, attempt.presentation, attempt.slot, cameUp: false, at: now)
    case .shown(let popup), .covered(let popup):
      emit(.withdraw(popup.presentation))
      leaveSlot(key, popup.presentation, popup.slot, cameUp: true, at: now)
    case .parked(let presentation, _):
      emit(.withdraw(presentation))
      alerts.change(key) { $0.remnant = .leaving(presentation) }
    default: break
    }
  }

  private mutating func leaveSlot(
    _ key: AlertID, _ presentation: Presentation, _ slot: Int, cameUp: Bool, at now: Instant
  ) {
    vacate(slot, key, cameUp: cameUp, at: now)
    alerts.change(key) { $0.remnant = .leaving(presentation) }
  }

  /// A delay or a snooze is over.
  mutating func endHold(of key: AlertID, at now: Instant) {
    guard case .held(var hold) = alerts[key]?.state else { return }
    if let end = hold.delayEnd, end <= now { hold.delayEnd = nil }
    if let end = hold.snoozeEnd, end <= now { hold.snoozeEnd = nil }
    if hold.own.isEmpty {
      arrive(key, .onItsOwn, at: now)
    } else {
      self.hold(key, hold, at: now)
    }
  }
}
