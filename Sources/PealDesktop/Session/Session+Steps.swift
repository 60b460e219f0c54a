import Peal

/// The steps that everything else is made of.
extension Session {
  /// Shows a popup of its own.
  mutating func show(_ request: PresentRequest) -> [Effect] {
    makeRoom()
    lastNumber += 1
    let handle = Popup.Handle(generation: server.generation, number: lastNumber)
    let variation =
      server.traits.equalText.value == .shown ? 0 : texts.variation(for: request.alert)
    let popup = Popup(
      presentation: request.presentation, stage: .up, content: Popup.Content(request),
      variation: variation)
    handles[request.presentation] = handle
    return [notify(handle, popup, .present, request)]
  }

  /// Shows an alert in a popup that is up.
  mutating func takeOver(
    _ handle: Popup.Handle, _ popup: Popup, _ request: PresentRequest
  ) -> [Effect] {
    var popup = popup
    rebind(handle, &popup, request.presentation)
    popup.audience = .watched
    return [notify(handle, popup, .present, request)]
  }

  mutating func notify(
    _ handle: Popup.Handle, _ popup: Popup, _ purpose: Popup.Call.Purpose,
    _ request: PresentRequest, then next: Popup.Next = .nothing
  ) -> Effect {
    let keys = NotifyCall.keys(of: request.alert, to: server)
    var popup = popup
    popup.stage = .calling(
      Popup.Call(purpose: purpose, request: request, keys: keys, next: next))
    popups[handle] = popup
    callsOut += 1
    let call = NotifyCall(
      request, replacing: popup.id ?? 0, keys: keys, to: server, variation: popup.variation)
    return .notify(server.owner, handle, call)
  }

  /// Takes down a popup that is up.
  mutating func close(_ handle: Popup.Handle, _ popup: Popup) -> [Effect] {
    guard let id = popup.id else { return [] }
    popups[handle]?.stage = .closing
    return takeDown(id, handle)
  }

  /// Takes down a popup whose call may never be answered: now, as far as it is known where it is,
  /// and again should the answer come.
  mutating func giveUp(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call
  ) -> [Effect] {
    let effects = drop(call.next)
    var call = call
    call.next = .close
    popups[handle]?.stage = .calling(call)
    return effects + (popup.id.map { takeDown($0) } ?? [])
  }

  /// What takes the popup with an id off the screen; without a handle nobody waits for that.
  func takeDown(_ id: UInt32, _ handle: Popup.Handle? = nil) -> [Effect] {
    let close = Effect.close(server.owner, id, handle)
    return server.traits.closesByCall.value ? [close] : [.fade(server.owner, id), close]
  }

  /// Forgets a popup that is gone.
  mutating func remove(_ handle: Popup.Handle) {
    if let popup = popups[handle] { gone.append(popup.presentation) }
    forget(handle)
  }

  /// Forgets a popup, wherever it is.
  private mutating func forget(_ handle: Popup.Handle) {
    guard let popup = popups.removeValue(forKey: handle) else { return }
    if handles[popup.presentation] == handle { handles[popup.presentation] = nil }
    if let id = popup.id, ids[id] == handle { ids[id] = nil }
  }

  /// Answers a newcomer that does not come into its popup.
  mutating func drop(_ next: Popup.Next) -> [Effect] {
    guard let request = next.newcomer else { return [] }
    handles[request.presentation] = nil
    let failure = PresentFailure.permanent("it ended before it could be shown")
    return [.report(.presentFailed(request.presentation, failure))]
  }

  mutating func rebind(
    _ handle: Popup.Handle, _ popup: inout Popup, _ presentation: Presentation
  ) {
    handles[popup.presentation] = nil
    handles[presentation] = handle
    popup.presentation = presentation
  }

  private mutating func makeRoom() {
    guard popups.count >= Self.maximumPopups else { return }
    let oldest = popups.filter { if case .calling = $0.value.stage { false } else { true } }
      .keys.min { $0.number < $1.number }
    if let oldest { forget(oldest) }
  }

  mutating func askCapabilitiesAgain(at now: Instant) -> [Effect] {
    guard capabilitiesAsked.duration(to: now) > Self.capabilitiesLast else { return [] }
    capabilitiesAsked = now
    return [.askCapabilities(server.owner, generation: server.generation)]
  }
}

extension Popup {
  /// What to ask for to show an alert that has changed.
  func request(for alert: Alert, count: Int) -> PresentRequest {
    var request = PresentRequest(presentation, alert)
    request.count = count
    request.leftOut = content.leftOut
    return request
  }

  /// The event, unless nobody hears of the popup any more.
  func report(_ event: PresenterEvent) -> [Effect] {
    audience == .watched ? [.report(event)] : []
  }
}
