// R8: every submission ends exactly once; the first cause wins.
extension AlertQueue {
  /// What becomes of the popup of an alert that ends.
  enum PopupFate {
    /// The presenter is asked to take it down.
    case takeDown
    /// A button was pressed: the server may close it by itself.
    case pressed
    /// It is off the screen.
    case gone
    /// It never came up.
    case neverUp
    /// It stays in the desktop's tray.
    case left
  }

  /// Reports the end of all submissions of an alert and sees to its popup.
  mutating func end(_ key: AlertID, _ outcome: Outcome, popup fate: PopupFate, at now: Instant) {
    guard let state = alerts[key]?.state, let entry = alerts[key]?.entry(key) else { return }
    let alert = alerts[key]?.alert
    report(key, outcome, at: now)
    switch state {
    case .waiting, .held, .hidden: drop(key)
    case .presenting(let attempt): end(key, attempt, fate, at: now)
    case .shown(let popup), .covered(let popup):
      dismantle(key, popup.presentation, popup.slot, fate, at: now)
    case .parked(let presentation, _): dismantle(key, presentation, nil, fate, at: now)
    case .closing(let closing):
      dismantle(key, closing.presentation, closing.slot, .gone, at: now)
    case .withdrawing: break
    }
    ledger.close(entry)
    if let alert, let tag = alert.tag { tags.remove(tag: tag, app: alert.appName, in: alerts) }
  }

  /// Reports the end of one submission; the alert lives while another is left.
  mutating func endSubmission(_ id: AlertID, _ outcome: Outcome, at now: Instant) {
    let key = key(of: id)
    guard let index = alerts[key]?.index(of: id), alerts[key]?.isEnding == false else { return }
    guard let count = alerts[key]?.submissions.count, count > 1 else {
      end(key, outcome, popup: .takeDown, at: now)
      return
    }
    report(key, index, outcome, at: now)
    alerts.change(key) { $0.submissions.remove(at: index) }
    ledger.addMerged(-1, app: alerts[key]?.alert.appName ?? "")
    if alerts[key]?.latest?.id != id { aliases[id] = nil }
  }

  /// Drops an alert without a popup of its own. One that was to take over a popup and ends first
  /// takes it with it.
  private mutating func drop(_ key: AlertID) {
    if case .standing(let old) = alerts[key]?.remnant { takeDown(old) }
    remove(key)
  }

  /// Takes down a popup that no alert has any more; when nobody is there, as soon as somebody is.
  mutating func takeDown(_ presentation: Presentation) {
    guard case .away(let leftovers) = presenter else {
      emit(.withdraw(presentation))
      return
    }
    guard var leftovers else { return }
    leftovers.orphans.append(presentation)
    presenter = .away(leftovers)
  }

  /// Ends an alert whose present is not acknowledged.
  private mutating func end(
    _ key: AlertID, _ attempt: LiveAlert.Attempt, _ fate: PopupFate, at now: Instant
  ) {
    switch fate {
    case .takeDown:
      let withdrawal = LiveAlert.Withdrawal(
        presentation: attempt.presentation, slot: attempt.slot, phase: .unacknowledged,
        until: now + .seconds(1))
      startWithdrawing(key, withdrawal, at: now)
    case .neverUp:
      vacate(attempt.slot, key, cameUp: false, at: now)
      ledger.leaveOut(attempt.leftOut, of: alerts[key]?.alert.appName ?? "")
      drop(key)
    case .pressed, .gone, .left:
      dismantle(key, attempt.presentation, attempt.slot, fate, at: now)
    }
  }

  /// Ends an alert whose popup came up.
  private mutating func dismantle(
    _ key: AlertID, _ presentation: Presentation, _ slot: Int?, _ fate: PopupFate, at now: Instant
  ) {
    switch fate {
    case .gone, .left, .neverUp:
      if let slot { vacate(slot, key, cameUp: true, at: now) }
      remove(key)
    case .pressed where presenter.traits?.closesAfterAction == true:
      let withdrawal = LiveAlert.Withdrawal(
        presentation: presentation, slot: slot, phase: .pressed, until: now + .milliseconds(250))
      startWithdrawing(key, withdrawal, at: now)
    case .pressed, .takeDown:
      emit(.withdraw(presentation))
      let withdrawal = LiveAlert.Withdrawal(
        presentation: presentation, slot: slot, phase: .asked, until: now + .seconds(1))
      startWithdrawing(key, withdrawal, at: now)
    }
  }

  private mutating func startWithdrawing(
    _ key: AlertID, _ withdrawal: LiveAlert.Withdrawal, at now: Instant
  ) {
    move(key, to: .withdrawing(withdrawal), at: now)
    schedule(.withdrawal, key, at: withdrawal.until)
  }

  /// The popup is closed, or as good as: its slot is free.
  mutating func finishWithdrawing(
    _ key: AlertID, _ withdrawal: LiveAlert.Withdrawal, at now: Instant
  ) {
    if let slot = withdrawal.slot {
      vacate(slot, key, cameUp: withdrawal.phase != .unacknowledged, at: now)
    }
    remove(key)
  }

  /// Asks the presenter to take a popup down that did not go by itself.
  mutating func ask(_ key: AlertID, _ withdrawal: LiveAlert.Withdrawal, at now: Instant) {
    var withdrawal = withdrawal
    withdrawal.phase = .asked
    withdrawal.until = now + .seconds(1)
    emit(.withdraw(withdrawal.presentation))
    alerts.change(key) {
      $0.remnant = .none
      $0.state = .withdrawing(withdrawal)
    }
    schedule(.withdrawal, key, at: withdrawal.until)
  }

  /// A popup did not go in time: one that was pressed is taken down, another gives up its slot.
  mutating func giveUpWaiting(_ key: AlertID, at now: Instant) {
    guard case .withdrawing(let withdrawal) = alerts[key]?.state else { return }
    switch withdrawal.phase {
    case .pressed: ask(key, withdrawal, at: now)
    case .asked: finishWithdrawing(key, withdrawal, at: now)
    case .unacknowledged:
      // It may still be on its way; then it is taken down when it comes.
      emit(.withdraw(withdrawal.presentation))
      if case .standing(let old) = alerts[key]?.remnant { takeDown(old) }
      finishWithdrawing(key, withdrawal, at: now)
    }
  }

  /// The person closed it and no action has come.
  mutating func finishClosing(_ key: AlertID, at now: Instant) {
    guard case .closing(let closing) = alerts[key]?.state else { return }
    end(key, closing.reason.outcome, popup: .gone, at: now)
  }
}

// Reports.
extension AlertQueue {
  /// Reports the end of all submissions, oldest first.
  private mutating func report(_ key: AlertID, _ outcome: Outcome, at now: Instant) {
    guard let count = alerts[key]?.submissions.count else { return }
    for index in 0..<count { report(key, index, outcome, at: now) }
    guard count > 1, let app = alerts[key]?.alert.appName else { return }
    ledger.addMerged(1 - count, app: app)
  }

  private mutating func report(_ key: AlertID, _ index: Int, _ outcome: Outcome, at now: Instant) {
    guard let ending = alerts[key].map({ ending(of: $0, index, outcome, at: now) }),
      let ownership = alerts[key]?.submissions[index].ownership
    else { return }
    if let owner = ownership.owner { forget(ending.id, of: owner) }
    turn.hasReported = true
    emit(.ended(ending))
  }

  private func ending(
    of live: LiveAlert, _ index: Int, _ outcome: Outcome, at now: Instant
  ) -> Ending {
    let submission = live.submissions[index]
    let firstShown = max(live.screenTime.first ?? now, submission.posted)
    return Ending(
      id: submission.id, outcome: outcome, alert: submission.original ?? live.alert,
      posted: submission.posted, ended: now, waited: submission.posted.duration(to: firstShown),
      shown: live.shownTime(at: now), attempts: live.attempts, count: live.count,
      presenter: live.attempts > 0 ? presenterName : nil, leftOut: live.leftOut)
  }

  private mutating func forget(_ id: AlertID, of owner: Owner) {
    owners[owner]?.remove(id)
    if owners[owner]?.isEmpty == true { owners[owner] = nil }
  }
}
