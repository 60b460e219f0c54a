extension Connection {
  /// Asks the bus for the signals of a rule. The handler runs on the loop, once a signal, in order.
  ///
  /// - Returns: what to end it with; the bus has acknowledged the rule by then.
  /// - Throws: ``DBusError``.
  package func onSignal(
    _ rule: MatchRule, _ handler: @escaping @Sendable (Message) -> Void
  ) async throws(DBusError) -> Subscription {
    nextSubscription += 1
    let id = nextSubscription
    subscriptions[id] = (rule, handler)
    do {
      let body = [Value.string(rule.description)]
      _ = try await call(.busCall("AddMatch", body), timeout: .seconds(25))
    } catch {
      subscriptions[id] = nil
      throw error
    }
    return Subscription(id: id, rule: rule, connection: self)
  }

  /// The signals of a rule as a stream, which ends with the connection or with its consumer.
  ///
  /// - Throws: ``DBusError``.
  package func signals(_ rule: MatchRule) async throws(DBusError) -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream<Message>.makeStream()
    let subscription = try await onSignal(rule) { continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    onClose { continuation.finish() }
    return stream
  }

  /// A rule that is in force until it is cancelled.
  package struct Subscription: Sendable {
    fileprivate let id: UInt64
    fileprivate let rule: MatchRule
    fileprivate let connection: Connection

    /// Takes the rule back; the handler is not called again.
    package func cancel() {
      connection.loop.perform {
        connection.assumeIsolated { $0.end(self) }
      }
    }
  }

  private func end(_ subscription: Subscription) {
    guard subscriptions.removeValue(forKey: subscription.id) != nil else { return }
    var message = Message.busCall("RemoveMatch", [.string(subscription.rule.description)])
    message.wantsNoReply = true
    // It can fail only when the bus is lost, and the rule is lost with it.
    try? send(message)
  }

  func deliver(_ signal: Message) {
    // Handlers may add and end subscriptions.
    for id in subscriptions.keys.sorted() {
      guard let (rule, handler) = subscriptions[id], rule.matches(signal) else { continue }
      handler(signal)
    }
  }
}
