import DBus
import Peal

/// What the queue asks of the session, and what the server answers and signals.
extension ServerLink {
  mutating func informed(
    _ number: UInt64, _ information: ServerInformation?, at now: Instant
  ) -> [Effect] {
    guard number == generation else { return [] }
    guard case .meeting(var introduction) = standing else {
      return learn { $0.information(information) }
    }
    introduction.information = .given(information)
    return proceed(introduction, at: now)
  }

  mutating func capable(
    _ number: UInt64, _ capabilities: Capabilities?, at now: Instant
  ) -> [Effect] {
    guard number == generation else { return [] }
    guard case .meeting(var introduction) = standing else {
      return learn { $0.capabilities(capabilities) }
    }
    introduction.capabilities = .given(capabilities)
    return proceed(introduction, at: now)
  }

  /// The server said of itself what it did not say when it was met, or said it again.
  private mutating func learn(_ lesson: (inout Session) -> Void) -> [Effect] {
    let before = server
    var isReady = false
    if case .ready = standing { isReady = true }
    let reports = inSession { session in
      lesson(&session)
      let isNews = session.server.presenterTraits != before?.presenterTraits
      return isNews && isReady ? [.report(.available(session.server.presenterTraits))] : []
    }
    let effects = reports + heard()
    guard let server, server.traits.inhibition != before?.traits.inhibition else { return effects }
    return effects + askInhibition(server)
  }

  mutating func proceed(_ introduction: Introduction, at now: Instant) -> [Effect] {
    standing = .meeting(introduction)
    return introduction.isComplete ? welcome(introduction, at: now) : []
  }

  mutating func notified(
    _ handle: Popup.Handle, _ answer: NotifyAnswer, at now: Instant
  ) -> [Effect] {
    guard handle.generation == generation else { return [] }
    let effects = inSession { $0.notified(handle, answer, at: now) }
    switch answer {
    case .shown, .refused: return effects + heard()
    case .unanswered, .disconnected: return effects
    }
  }

  mutating func closeAnswered(_ handle: Popup.Handle) -> [Effect] {
    guard handle.generation == generation else { return [] }
    return inSession { $0.closeAnswered(handle) } + heard()
  }

  mutating func present(_ request: PresentRequest, at now: Instant) -> [Effect] {
    guard case .ready = standing else {
      let failure = PresentFailure.retryable("no notification server answers")
      return [.report(.presentFailed(request.presentation, failure))]
    }
    return inSession { $0.present(request, at: now) }
  }

  mutating func signalled(
    _ sender: BusName, _ signal: ServerSignal, at now: Instant
  ) -> [Effect] {
    guard sender == server?.owner else { return [] }
    return inSession { $0.received(signal, at: now) }
  }

  mutating func changed(
    _ sender: BusName, _ interface: String, _ properties: [String: Value]
  ) -> [Effect] {
    guard let server, sender == server.owner, let property = server.traits.inhibition.value,
      property.interface == interface, let truth = properties[property.name]?.boolean
    else { return [] }
    return inhibited(server.generation, truth)
  }

  mutating func process(_ number: UInt64, _ processID: UInt32) -> [Effect] {
    guard number == generation else { return [] }
    return inSession { session in
      session.server.processID = processID
      return []
    }
  }

  mutating func inhibited(_ number: UInt64, _ isInhibited: Bool) -> [Effect] {
    guard number == generation else { return [] }
    var isReady = false
    if case .ready = standing { isReady = true }
    return inSession { session in
      let isNews = session.server.traits.isInhibited.value != isInhibited
      session.server.traits.isInhibited = .init(value: isInhibited, origin: .told)
      return isNews && isReady ? [.report(.available(session.server.presenterTraits))] : []
    }
  }
}
