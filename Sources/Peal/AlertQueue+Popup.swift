// What the person does with a popup, and what becomes of it (R8).
extension AlertQueue {
  mutating func close(_ presentation: Presentation, _ reason: CloseReason, at now: Instant) {
    let key = key(of: presentation.id)
    let isCurrent = alerts[key]?.presentation == presentation
    switch alerts[key]?.state {
    case .presenting(let attempt) where isCurrent:
      close(key, presentation, attempt.slot, reason, at: now)
    case .shown(let popup) where isCurrent, .covered(let popup) where isCurrent:
      close(key, presentation, popup.slot, reason, at: now)
    case .parked where isCurrent: close(key, presentation, nil, reason, at: now)
    case .withdrawing(let withdrawal) where isCurrent:
      closeWithdrawing(key, withdrawal, at: now)
    default: closeRemnant(key, presentation, reason, at: now)
    }
  }

  /// A popup with actions may have been closed by one of them: it gets a moment to be reported.
  private mutating func close(
    _ key: AlertID, _ presentation: Presentation, _ slot: Int?, _ reason: CloseReason,
    at now: Instant
  ) {
    alerts.change(key) { $0.remnant = .none }
    guard alerts[key]?.alert.isQuestion == true else {
      end(key, reason.outcome, popup: .gone, at: now)
      return
    }
    let closing = LiveAlert.Closing(
      presentation: presentation, slot: slot, reason: reason, until: now + .milliseconds(50))
    move(key, to: .closing(closing), at: now)
    emit(.changed(name(of: key), .withdrawing))
    schedule(.closing, key, at: closing.until)
  }

  private mutating func closeWithdrawing(
    _ key: AlertID, _ withdrawal: LiveAlert.Withdrawal, at now: Instant
  ) {
    var withdrawal = withdrawal
    // Closed before it was acknowledged: it had come up all the same.
    withdrawal.phase = .asked
    finishWithdrawing(key, withdrawal, at: now)
  }

  /// A popup of an earlier attempt is gone. One that stood since before the presenter was lost was
  /// as good as shown; while it is being shown again in place its own close says nothing.
  private mutating func closeRemnant(
    _ key: AlertID, _ presentation: Presentation, _ reason: CloseReason, at now: Instant
  ) {
    switch (alerts[key]?.remnant, alerts[key]?.state) {
    case (.leaving(presentation), _): alerts.change(key) { $0.remnant = .none }
    case (.standing(presentation), .hidden), (.standing(presentation), .held),
      (.standing(presentation), .waiting):
      alerts.change(key) { $0.remnant = .none }
      close(key, presentation, nil, reason, at: now)
    default: ignore()
    }
  }

  /// The presenter has taken down what it was asked to.
  mutating func confirmWithdrawal(of presentation: Presentation, at now: Instant) {
    let key = key(of: presentation.id)
    if case .withdrawing(let withdrawal) = alerts[key]?.state,
      withdrawal.presentation == presentation
    {
      finishWithdrawing(key, withdrawal, at: now)
    } else if alerts[key]?.remnant == .leaving(presentation) {
      alerts.change(key) { $0.remnant = .none }
    } else {
      ignore()
    }
  }

  /// A button was pressed, or a reply typed.
  mutating func press(
    _ presentation: Presentation, _ action: String, _ text: String?, at now: Instant
  ) {
    let key = key(of: presentation.id)
    guard isAnswerable(key, presentation) else {
      ignore()
      return
    }
    if alerts[key]?.alert.isBareReply(action, text) == true { return }
    let isDeclared = alerts[key]?.alert.declares(action) == true
    if case .closing = alerts[key]?.state {
      guard isDeclared else { return ignore() }
      end(key, .action(key: action, text: text), popup: .gone, at: now)
    } else if isDeclared {
      choose(key, action, text, popup: fate(of: presentation, key), at: now)
    } else {
      end(key, .dismissed, popup: fate(of: presentation, key), at: now)
    }
  }

  /// Whether pressing something on that popup answers the alert.
  private func isAnswerable(_ key: AlertID, _ presentation: Presentation) -> Bool {
    if case .withdrawing = alerts[key]?.state { return false }
    switch alerts[key]?.remnant {
    case .leaving(presentation), .standing(presentation): return true
    default: return alerts[key]?.presentation == presentation
    }
  }

  /// A press on the popup that an alert has now may close it; one on an earlier one does not.
  private func fate(of presentation: Presentation, _ key: AlertID) -> PopupFate {
    alerts[key]?.presentation == presentation ? .pressed : .takeDown
  }

  /// An action was chosen: it ends the alert, or is only reported if the alert is resident.
  mutating func choose(
    _ key: AlertID, _ action: String, _ text: String?, popup fate: PopupFate, at now: Instant
  ) {
    if alerts[key]?.alert.isResident == true {
      emit(.acted(name(of: key), key: action, text: text))
    } else {
      end(key, .action(key: action, text: text), popup: fate, at: now)
    }
  }
}

extension CloseReason {
  /// How an alert ends whose popup is closed for that reason.
  var outcome: Outcome { self == .expired ? .expired : .dismissed }
}
