import Peal

/// What becomes of popups when the server signals.
extension Session {
  mutating func received(_ signal: ServerSignal, at now: Instant) -> [Effect] {
    guard let handle = ids[signal.id], let popup = popups[handle] else { return stray(signal) }
    switch signal {
    case .closed(_, let reason):
      return closed(handle, popup, meaning(of: reason, for: popup, at: now), at: now)
    case .actionInvoked, .activationToken, .replied: return touched(handle, popup, signal)
    }
  }

  /// A popup is gone: it is forgotten, but for the press that may belong to the close.
  mutating func end(
    _ handle: Popup.Handle, _ popup: Popup, _ reason: CloseReason
  ) -> [Effect] {
    remove(handle)
    if let id = popup.id, popup.audience == .watched {
      if departed.count == Self.maximumDeparted { departed.removeFirst() }
      departed.append((id, popup))
    }
    return popup.report(.closed(popup.presentation, reason))
  }

  /// Why a popup was closed, where the server says of every close that the time was over.
  private func meaning(
    of reason: CloseReason, for popup: Popup, at now: Instant
  ) -> CloseReason {
    guard reason == .expired, !server.traits.tellsClosingFromExpiry.value else { return reason }
    switch popup.content.expiry {
    case .serverDefault: return .expired
    case .never: return .dismissed
    case .after(let expiry):
      return popup.since.duration(to: now) + Self.patience < expiry ? .dismissed : .expired
    }
  }

  private mutating func closed(
    _ handle: Popup.Handle, _ popup: Popup, _ reason: CloseReason, at now: Instant
  ) -> [Effect] {
    switch popup.stage {
    case .up:
      return observeClose(of: popup, reason) + end(handle, popup, reason)
    case .closing where reason == .dismissed:
      return observeClose(of: popup, reason) + end(handle, popup, reason)
    case .closing:
      remove(handle)
      return popup.report(.withdrawn(popup.presentation))
    case .calling(let call):
      return closedWhileCalling(handle, popup, call, reason)
    }
  }

  /// A popup was closed while it was being replaced. By the person: then that counts, unless another
  /// alert takes it over. Else it may be the server's way of replacing it: dunst closes a popup, as
  /// expired, for another one with its tag.
  private mutating func closedWhileCalling(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call, _ reason: CloseReason
  ) -> [Effect] {
    var popup = popup
    var call = call
    call.closedMeanwhile = reason
    var effects: [Effect] = []
    if call.purpose == .update, reason == .dismissed {
      effects = popup.report(.closed(popup.presentation, reason))
      handles[popup.presentation] = nil
      popup.audience = .orphaned
      if call.next.newcomer == nil { call.next = .close }
    }
    popup.stage = .calling(call)
    popups[handle] = popup
    return effects
  }

  /// The person has pressed or typed something.
  private mutating func touched(
    _ handle: Popup.Handle, _ popup: Popup, _ signal: ServerSignal
  ) -> [Effect] {
    if case .calling(let call) = popup.stage, call.purpose == .present {
      // It belongs to what is being taken over, not to the newcomer.
      ignoredSignals += 1
      return []
    }
    let effects = popup.reports(of: signal)
    if !effects.isEmpty { popups[handle]?.touch = .pressed }
    return effects
  }

  /// A signal for no popup that is up: a late press, or one for a popup whose id is not known yet, or
  /// another program's.
  private mutating func stray(_ signal: ServerSignal) -> [Effect] {
    if case .closed = signal {
    } else if let late = departed.last(where: { $0.id == signal.id }) {
      return late.popup.reports(of: signal)
    }
    guard callsOut > 0 else {
      ignoredSignals += 1
      return []
    }
    if early.count == Self.maximumEarly {
      early.removeFirst()
      ignoredSignals += 1
    }
    early.append(signal)
    return []
  }
}

extension Popup {
  /// What the queue is told of a press or a reply.
  fileprivate func reports(of signal: ServerSignal) -> [Effect] {
    switch signal {
    case .closed: []
    case .activationToken(_, let token): report(.activationToken(presentation, token: token))
    case .replied(_, let text): report(.replied(presentation, text: text))
    case .actionInvoked(_, let wireKey):
      switch keys.meaning(of: wireKey) {
      case .action(let key): report(.actionInvoked(presentation, key: key))
      // The reply itself comes as a signal of its own.
      case .replyField: []
      // No action has an empty key: the queue takes it for what was never declared.
      case .unknown: report(.actionInvoked(presentation, key: ""))
      }
    }
  }
}
