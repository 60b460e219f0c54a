// What the presenter reports. An event counts for the attempt that it names and for no other (R1).
extension AlertQueue {
  mutating func take(_ event: PresenterEvent, at now: Instant) {
    switch event {
    case .presented(let presentation): acknowledge(presentation, at: now)
    case .presentFailed(let presentation, let failure): fail(presentation, failure, at: now)
    case .closed(let presentation, let reason): close(presentation, reason, at: now)
    case .withdrawn(let presentation): confirmWithdrawal(of: presentation, at: now)
    case .actionInvoked(let presentation, let key): press(presentation, key, nil, at: now)
    case .replied(let presentation, let text):
      press(presentation, Action.replyKey, text, at: now)
    case .activationToken(let presentation, let token): pass(token, for: presentation)
    case .available(let traits): attach(traits, at: now)
    case .lost: losePresenter(at: now)
    }
  }

  mutating func ignore() {
    ignoredEvents += 1
  }

  /// The key of the live alert that has, or had, the presentation.
  private func owner(of presentation: Presentation) -> AlertID {
    key(of: presentation.id)
  }

  private mutating func pass(_ token: String, for presentation: Presentation) {
    let key = owner(of: presentation)
    guard alerts[key]?.presentation == presentation, alerts[key]?.isEnding == false else {
      ignore()
      return
    }
    emit(.activation(name(of: key), token: token))
  }
}

// The answer to a present.
extension AlertQueue {
  private mutating func acknowledge(_ presentation: Presentation, at now: Instant) {
    let key = owner(of: presentation)
    switch alerts[key]?.state {
    case .presenting(let attempt) where attempt.presentation == presentation:
      comeUp(key, attempt, at: now)
    case .withdrawing(let withdrawal) where withdrawal.presentation == presentation:
      if withdrawal.phase == .unacknowledged { ask(key, withdrawal, at: now) } else { ignore() }
    case .shown, .covered, .parked, .closing:
      if alerts[key]?.presentation == presentation { ignore() } else { refuse(presentation, key) }
    case .waiting, .held: acknowledgeLate(presentation, key, at: now)
    case .hidden, .presenting, .withdrawing, nil: refuse(presentation, key)
    }
  }

  /// An alert is on screen.
  private mutating func comeUp(
    _ key: AlertID, _ attempt: LiveAlert.Attempt, at now: Instant
  ) {
    alerts.change(key) {
      $0.remnant = .none
      $0.voice = .quiet
      $0.lane = .ordinary
      $0.failures = 0
      $0.leftOut += attempt.leftOut
      $0.ttlEnd = nil
      if $0.screenTime.first == nil { $0.screenTime.first = now }
    }
    guard let limit = alerts[key].map({ limit(for: $0, at: now) }) else { return }
    let popup = LiveAlert.Popup(
      presentation: attempt.presentation, slot: attempt.slot, since: now, limit: limit)
    settleUnderCover(key, popup, at: now)
    sendLatest(key, attempt)
  }

  /// One that something has come to lie above while it was on its way is covered or hidden now.
  private mutating func settleUnderCover(
    _ key: AlertID, _ popup: LiveAlert.Popup, at now: Instant
  ) {
    switch coverAbove(key, inSlot: popup.slot) {
    case .hide: hide(key, popup, at: now)
    case .keep, .drop:
      move(key, to: .covered(popup), at: now)
      emit(.changed(name(of: key), .covered(popup.presentation)))
    case nil:
      move(key, to: .shown(popup), at: now)
      emit(.changed(name(of: key), .shown(popup.presentation)))
    }
    scheduleLimit(of: key)
  }

  /// What was changed while the present was on its way is sent now, once (R10).
  private mutating func sendLatest(_ key: AlertID, _ attempt: LiveAlert.Attempt) {
    guard case .outdated = attempt.content, alerts[key]?.presentation != nil else { return }
    emitUpdate(of: key, attempt.presentation)
  }

  /// The latest attempt at an alert that waits again has come up after all. It counts if nothing
  /// else has come up since; otherwise its popup is taken down.
  private mutating func acknowledgeLate(
    _ presentation: Presentation, _ key: AlertID, at now: Instant
  ) {
    guard !presenter.isAway, alerts[key]?.latest == presentation,
      alerts[key]?.serial == serial, mayStillCome(key),
      let index = slots.firstIndex(where: { !$0.isTaken })
    else {
      refuse(presentation, key)
      return
    }
    let attempt = LiveAlert.Attempt(
      presentation: presentation, slot: slots[index].number, manner: .chosen, leftOut: 0)
    slots[index].push(Slot.Layer(key: key, cover: .keep))
    move(key, to: .presenting(attempt), at: now)
    comeUp(key, attempt, at: now)
  }

  /// Whether nothing of its own keeps an alert from the screen.
  private func mayStillCome(_ key: AlertID) -> Bool {
    switch alerts[key]?.state {
    case .waiting: true
    case .held(let hold): hold.own.isEmpty
    default: false
    }
  }

  /// A popup that nobody wants any more came up: it is taken down, unless another one takes it
  /// over, or it is left from before the presenter was lost.
  private mutating func refuse(_ presentation: Presentation, _ key: AlertID) {
    ignore()
    if takenOver.removeValue(forKey: presentation) != nil { return }
    if alerts[key]?.remnant == .standing(presentation) { return }
    emit(.withdraw(presentation))
  }

  private mutating func fail(
    _ presentation: Presentation, _ failure: PresentFailure, at now: Instant
  ) {
    if let former = takenOver.removeValue(forKey: presentation), let former { takeDown(former) }
    let key = owner(of: presentation)
    switch alerts[key]?.state {
    case .presenting(let attempt) where attempt.presentation == presentation:
      fail(key, attempt, failure, at: now)
    case .withdrawing(let withdrawal)
    where withdrawal.presentation == presentation && withdrawal.phase == .unacknowledged:
      failWithdrawing(key, withdrawal, failure, at: now)
    default:
      ignore()
      if failure == .unresponsive { losePresenter(at: now) }
    }
  }

  private mutating func fail(
    _ key: AlertID, _ attempt: LiveAlert.Attempt, _ failure: PresentFailure, at now: Instant
  ) {
    switch failure {
    case .unresponsive: losePresenter(at: now)
    case .permanent: end(key, .failed, popup: .neverUp, at: now)
    case .retryable:
      guard let failures = alerts[key]?.failures, failures < 4 else {
        end(key, .failed, popup: .neverUp, at: now)
        return
      }
      alerts.change(key) { $0.failures = failures + 1 }
      retry(key, attempt, after: .milliseconds(500 << failures), at: now)
    }
  }

  /// Sends an alert back to wait; no slot is filled for a while (R14).
  private mutating func retry(
    _ key: AlertID, _ attempt: LiveAlert.Attempt, after delay: Duration, at now: Instant
  ) {
    let end = now + delay
    vacate(attempt.slot, key, cameUp: false, at: now)
    pauseSlots(until: end)
    sendBack(key, attempt, at: now)
    guard case .waiting = alerts[key]?.state, case .barged = attempt.manner else { return }
    alerts.change(key) { $0.lane = .rearriving(at: end) }
    schedule(.retry, key, at: end)
  }

  /// What was being presented waits again, or is held.
  mutating func sendBack(_ key: AlertID, _ attempt: LiveAlert.Attempt, at now: Instant) {
    ledger.leaveOut(attempt.leftOut, of: alerts[key]?.alert.appName ?? "")
    let obstacles = obstacles(for: alerts[key]?.alert.priority ?? .normal)
    if obstacles.isEmpty {
      move(key, to: .waiting(since: now), at: now)
      emit(.changed(name(of: key), .waiting))
    } else {
      hold(key, LiveAlert.Hold(obstacles: obstacles), at: now)
    }
  }

  private mutating func failWithdrawing(
    _ key: AlertID, _ withdrawal: LiveAlert.Withdrawal, _ failure: PresentFailure, at now: Instant
  ) {
    if failure == .unresponsive {
      losePresenter(at: now)
      return
    }
    if case .standing(let old) = alerts[key]?.remnant { takeDown(old) }
    finishWithdrawing(key, withdrawal, at: now)
  }
}
