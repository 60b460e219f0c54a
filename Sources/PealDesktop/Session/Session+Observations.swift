import Peal

/// What a server's behaviour says of its traits, against the table.
extension Session {
  /// How late a server may be with what it obeys.
  static let patience = Duration.milliseconds(300)

  /// A popup was closed by the server.
  mutating func observeClose(of popup: Popup, _ reason: CloseReason) -> [Effect] {
    guard popup.audience == .watched else { return [] }
    if popup.touch == .pressed, reason != .expired {
      return observe(\.closesAfterAction, true)
    }
    return reason == .expired ? observe(\.reportsExpiry, true) : []
  }

  /// We take a popup down: so the server has not, though it may have had reason to.
  mutating func observeWithdrawal(of popup: Popup, at now: Instant) -> [Effect] {
    guard popup.audience == .watched else { return [] }
    if popup.touch == .pressed, !popup.content.isResident {
      return observe(\.closesAfterAction, false)
    }
    guard case .after(let expiry) = popup.content.expiry,
      popup.since.duration(to: now) >= expiry + Self.patience
    else { return [] }
    switch server.traits.obeysExpiry.value {
    case .always where popup.content.isCritical: return observe(\.obeysExpiry, .exceptCritical)
    case .always, .exceptCritical: return observe(\.obeysExpiry, .never)
    case .never: return []
    }
  }

  /// Takes an observation in, and says so when it changes what the queue goes by.
  private mutating func observe<Value>(
    _ trait: WritableKeyPath<ServerTraits, ServerTraits.Trait<Value>>, _ value: Value
  ) -> [Effect] {
    let isNews = server.traits[keyPath: trait].value != value
    server.traits[keyPath: trait] = ServerTraits.Trait(value: value, origin: .observed)
    return isNews ? [.report(.available(server.presenterTraits))] : []
  }
}
