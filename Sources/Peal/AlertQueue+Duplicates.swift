// R9: a newcomer that is the same as a live alert.
extension AlertQueue {
  /// The newcomer takes the old alert's place: its popup if it has one, else its turn.
  mutating func replace(_ old: AlertID, with newcomer: LiveAlert, at now: Instant) {
    let hold = ownHold(of: newcomer.alert, at: now)
    guard hold.own.isEmpty, let state = alerts[old]?.state else {
      exchange(old, for: newcomer, hold, at: now)
      return
    }
    switch state {
    case .waiting, .held, .hidden:
      var live = newcomer
      live.place = alerts[old]?.place ?? live.place
      live.patience = patience(of: old, at: now)
      exchange(old, for: live, hold, at: now)
    case .presenting(let attempt): takeOver(old, attempt.presentation, newcomer, at: now)
    case .shown(let popup), .covered(let popup):
      takeOver(old, popup.presentation, newcomer, at: now)
    case .parked, .closing, .withdrawing: exchange(old, for: newcomer, hold, at: now)
    }
  }

  private func patience(of key: AlertID, at now: Instant) -> LiveAlert.Patience {
    guard let live = alerts[key] else { return LiveAlert.Patience() }
    guard case .waiting(let since) = live.state else { return live.patience }
    return live.patience.after(since.duration(to: now), interval: configuration.aging)
  }

  /// The old alert goes, its popup too, and the newcomer arrives.
  private mutating func exchange(
    _ old: AlertID, for live: LiveAlert, _ hold: LiveAlert.Hold, at now: Instant
  ) {
    let provisional = placement(of: live, hold, .onItsOwn)
    guard let victims = room(for: live, provisional, instead: old) else {
      reply(.refused(.full))
      return
    }
    let key = accept()
    end(old, .replaced, popup: .takeDown, at: now)
    for victim in victims { evict(victim, at: now) }
    insert(live, for: key)
    settleNewcomer(key, placement(of: live, hold, .onItsOwn), at: now)
  }

  /// The newcomer is shown in the old one's popup, in its layer of its slot, even while paused.
  private mutating func takeOver(
    _ old: AlertID, _ popup: Presentation, _ newcomer: LiveAlert, at now: Instant
  ) {
    guard let number = alerts[old]?.slot, let index = slotIndex(number) else { return }
    let key = accept()
    var live = newcomer
    live.place = alerts[old]?.place ?? live.place
    live.serial = alerts[old]?.serial ?? live.serial
    live.remnant = .standing(popup)
    if case .presenting(let attempt) = alerts[old]?.state {
      takenOver[popup] = .some(standingRemnant(of: old))
      ledger.leaveOut(attempt.leftOut, of: alerts[old]?.alert.appName ?? "")
    }
    // The layer has its new owner before the old one ends, so that the slot is never empty.
    slots[index].exchange(old, for: key)
    end(old, .replaced, popup: .left, at: now)
    insert(live, for: key)
    settleIn(key)
    handOver(key, slot: number, manner: .chosen, at: now)
  }
}

extension AlertQueue {
  /// The popup that an alert is to take over.
  func standingRemnant(of key: AlertID) -> Presentation? {
    if case .standing(let popup) = alerts[key]?.remnant { popup } else { nil }
  }
}

// Merging: one alert for all.
extension AlertQueue {
  mutating func merge(_ alert: Alert, _ terms: Terms, into key: AlertID, at now: Instant) {
    let growth = max(0, alert.textSize - (alerts[key]?.textSize ?? 0))
    guard
      let victims = victims(
        for: alert.priority, app: alert.appName, text: growth, instead: nil, sparing: [key])
    else {
      reply(.refused(.full))
      return
    }
    let id = accept()
    for victim in victims { evict(victim, at: now) }
    add(submission(id, alert, terms, at: now), alert, to: key)
    change(key, showingAgain: .wanted, at: now) { merged in
      merged.summary = alert.summary
      merged.body = alert.body
      merged.markup = alert.markup
      merged.priority = max(merged.priority, alert.priority)
    }
    restartTTL(of: key, at: now)
  }

  /// Each submission keeps what it was given from now on.
  private mutating func add(
    _ submission: LiveAlert.Submission, _ alert: Alert, to key: AlertID
  ) {
    if alerts[key]?.submissions.count == 1, alerts[key]?.submissions[0].original == nil {
      let first = alerts[key]?.alert
      alerts.change(key) { $0.submissions[0].original = first }
    }
    var submission = submission
    submission.original = alert
    alerts.change(key) {
      $0.submissions.append(submission)
      $0.count += 1
    }
    aliases[submission.id] = key
    ledger.addMerged(1, app: alert.appName)
    watch(submission)
  }

  private mutating func restartTTL(of key: AlertID, at now: Instant) {
    guard alerts[key]?.ttlEnd != nil, let ttl = alerts[key]?.alert.ttl else { return }
    alerts.change(key) { $0.ttlEnd = now + ttl }
    schedule(.ttl, key, at: now + ttl)
  }
}
