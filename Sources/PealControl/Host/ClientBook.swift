internal import DBus
internal import Peal

/// The clients that the host has to do with, by their unique names, which a bus never uses again.
struct ClientBook {
  /// What is known of who is behind a client.
  enum Identity {
    /// The bus has been asked; these want to know.
    case asked([@Sendable (Caller) -> Void])
    /// The answer.
    case known(Caller)
  }

  /// What the host does when somebody wants to know who a client is.
  enum Step {
    /// Ask the bus.
    case ask
    /// Nothing: the answer is on its way.
    case wait
    /// Say so at once.
    case answer(Caller)
  }

  private var identities: [BusName: Identity] = [:]
  /// In which order the identities were asked for, to forget the oldest.
  private var order: [BusName] = []
  /// The clients whose leaving the host is told of, or is about to be.
  private var watched: [BusName: Connection.Subscription?] = [:]

  /// How many identities are kept.
  private static let limit = 256

  /// Whether somebody waits to know who a client is.
  var isAsking: Bool {
    identities.values.contains { identity in
      if case .asked = identity { true } else { false }
    }
  }

  /// Files somebody who wants to know who a client is.
  mutating func identify(
    _ client: BusName, _ handler: @escaping @Sendable (Caller) -> Void
  ) -> Step {
    switch identities[client] {
    case .known(let caller): return .answer(caller)
    case .asked(let handlers):
      identities[client] = .asked(handlers + [handler])
      return .wait
    case nil:
      makeRoom()
      identities[client] = .asked([handler])
      order.append(client)
      return .ask
    }
  }

  /// Notes who a client is; returns those who wanted to know.
  mutating func settle(_ client: BusName, _ caller: Caller) -> [@Sendable (Caller) -> Void] {
    guard case .asked(let handlers) = identities[client] else { return [] }
    identities[client] = .known(caller)
    return handlers
  }

  /// Notes that a client is to be watched; false when it is already.
  mutating func watch(_ client: BusName) -> Bool {
    guard watched[client] == nil else { return false }
    watched[client] = .some(nil)
    return true
  }

  /// Files what ends the watch of a client; false when the client has left since.
  mutating func file(_ subscription: Connection.Subscription, of client: BusName) -> Bool {
    guard watched[client] != nil else { return false }
    watched[client] = subscription
    return true
  }

  /// Forgets that a client was watched: it has left. Returns what ends the watch.
  mutating func unwatch(_ client: BusName) -> Connection.Subscription? {
    watched.removeValue(forKey: client) ?? nil
  }

  private mutating func makeRoom() {
    guard order.count >= Self.limit else { return }
    let oldest = order.prefix(Self.limit / 2).filter { client in
      if case .known = identities[client] { true } else { false }
    }
    for client in oldest { identities[client] = nil }
    order.removeAll { identities[$0] == nil }
  }
}
