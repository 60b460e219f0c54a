import Peal

/// What becomes of popups when the server answers.
extension Session {
  /// A `Notify` was answered.
  mutating func notified(
    _ handle: Popup.Handle, _ answer: NotifyAnswer, at now: Instant
  ) -> [Effect] {
    guard let popup = popups[handle], case .calling(let call) = popup.stage else { return [] }
    callsOut -= 1
    defer { if callsOut == 0 { early = [] } }
    switch answer {
    case .shown(0): return refuse(handle, popup, call, .permanent("the server answered with id 0"))
    case .refused(let failure): return refuse(handle, popup, call, failure)
    case .unanswered(let text): return refuse(handle, popup, call, .retryable(text))
    case .disconnected: return []
    case .shown(let id):
      if call.purpose == .present, call.closedMeanwhile != nil, popup.id == id {
        return showAfresh(handle, popup, call)
      }
      return settle(handle, popup, call, id, at: now)
    }
  }

  /// A `CloseNotification` was answered; it does not matter how.
  mutating func closeAnswered(_ handle: Popup.Handle) -> [Effect] {
    guard let popup = popups[handle], case .closing = popup.stage else { return [] }
    remove(handle)
    return popup.report(.withdrawn(popup.presentation))
  }

  /// The server said late, or once more, who it is. Nil if that made no sense.
  mutating func information(_ information: ServerInformation?) {
    guard let information, information != server.information else { return }
    server.learn(information)
  }

  /// The server's list of capabilities came late, or once more; nil if it made no sense. What is on its
  /// way was made for the old one.
  mutating func capabilities(_ capabilities: Capabilities?) {
    guard let capabilities, capabilities != server.capabilities else { return }
    server.learn(capabilities)
    for (handle, var popup) in popups {
      guard case .calling(var call) = popup.stage, case .nothing = call.next else { continue }
      call.next = .update(call.request.alert, count: call.request.count)
      popup.stage = .calling(call)
      popups[handle] = popup
    }
  }

  /// The popup that was to be taken over was closed, either before the server saw the call or because
  /// of it: what it shows now, if anything, cannot be told. It is shown anew.
  private mutating func showAfresh(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call
  ) -> [Effect] {
    guard let id = popup.id else { return [] }
    ids[id] = nil
    var popup = popup
    popup.id = nil
    return takeDown(id) + [notify(handle, popup, .present, call.request, then: call.next)]
  }

  private mutating func settle(
    _ handle: Popup.Handle, _ old: Popup, _ call: Popup.Call, _ id: UInt32, at now: Instant
  ) -> [Effect] {
    var effects = leave(old.id, for: id, call) + evict(id, for: handle)
    var popup = old
    popup.id = id
    popup.keys = call.keys
    popup.stage = .up
    popup.touch = .untouched
    popup.content = Popup.Content(call.request)
    popup.since = now
    popups[handle] = popup
    ids[id] = handle
    departed.removeAll { $0.id == id }
    if call.purpose == .present { effects += popup.report(.presented(popup.presentation)) }
    if let reason = call.closedMeanwhile, old.id == id {
      return effects + end(handle, popup, reason) + takeDown(id) + carryOn(handle, call.next)
    }
    return effects + replayEarly(id, at: now) + carryOn(handle, call.next)
  }

  /// The server gave a popup another id. The old one is gone, as a rule; if nothing was heard of
  /// that, it is taken down.
  private mutating func leave(_ old: UInt32?, for id: UInt32, _ call: Popup.Call) -> [Effect] {
    guard let old, old != id else { return [] }
    ids[old] = nil
    return call.closedMeanwhile == nil ? takeDown(old) : []
  }

  /// The server gave an id that another popup has: it joined the two, and the other one is gone.
  private mutating func evict(_ id: UInt32, for handle: Popup.Handle) -> [Effect] {
    guard let other = ids[id], other != handle, let popup = popups[other] else { return [] }
    guard case .calling = popup.stage else { return end(other, popup, .undefined) }
    // Its own answer will say where it is now.
    popups[other]?.id = nil
    return []
  }

  private mutating func refuse(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call, _ failure: PresentFailure
  ) -> [Effect] {
    guard call.purpose == .present else { return keepAfterUpdate(handle, popup, call) }
    remove(handle)
    var effects = popup.report(.presentFailed(popup.presentation, failure))
    // What was to be taken over shows an alert that has ended.
    if let id = popup.id, call.closedMeanwhile == nil { effects += takeDown(id) }
    return effects + carryOn(handle, call.next)
  }

  /// An update was refused: what was up stays up.
  private mutating func keepAfterUpdate(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call
  ) -> [Effect] {
    popups[handle]?.stage = .up
    guard let reason = call.closedMeanwhile else { return carryOn(handle, call.next) }
    return end(handle, popup, reason) + carryOn(handle, call.next)
  }

  /// Does what has waited for a reply.
  private mutating func carryOn(_ handle: Popup.Handle, _ next: Popup.Next) -> [Effect] {
    guard let popup = popups[handle] else {
      return next.newcomer.map { show($0) } ?? []
    }
    switch next {
    case .nothing: return []
    case .update(let alert, let count):
      return [notify(handle, popup, .update, popup.request(for: alert, count: count))]
    case .takeOver(let request): return takeOver(handle, popup, request)
    case .close: return close(handle, popup)
    }
  }

  private mutating func replayEarly(_ id: UInt32, at now: Instant) -> [Effect] {
    let signals = early.filter { $0.id == id }
    early.removeAll { $0.id == id }
    return signals.flatMap { received($0, at: now) }
  }
}
