internal import DBus
internal import Peal
internal import Synchronization

/// Who the clients are, and when they leave.
extension ControlHost {
  /// Tells who a client is, asking the bus once for each.
  ///
  /// A client that waits for our reply is there still, so it is its own files that the kernel shows,
  /// not those of a process which got the number later.
  func identify(_ client: BusName, _ handler: @escaping @Sendable (Caller) -> Void) {
    let (step, connection) = state.withLock { state in
      (state.clients.identify(client, handler), state.connection)
    }
    switch step {
    case .wait: break
    case .answer(let caller): handler(caller)
    case .ask:
      guard let connection else { return settle(client, .unknown) }
      let question = Message.busCall("GetConnectionCredentials", [.string(client.text)])
      connection.call(question, timeout: .seconds(5)) { [weak self] reply in
        guard let self else { return }
        settle(client, caller(reply))
      }
    }
  }

  private func caller(_ reply: Result<Message, DBusError>) -> Caller {
    switch reply {
    case .success(let credentials): inspect(credentials)
    case .failure(.remote(.nameHasNoOwner, _)): .left
    case .failure: .unknown
    }
  }

  private func settle(_ client: BusName, _ caller: Caller) {
    let handlers = state.withLock { $0.clients.settle(client, caller) }
    for handler in handlers { handler(caller) }
  }

  /// Has the host learn when a client leaves, also when it has left already.
  func watch(_ client: BusName) {
    let connection = state.withLock { state in
      state.clients.watch(client) ? state.connection : nil
    }
    guard let connection else { return }
    Task(executorPreference: connection.loop) { [weak self] in
      let left: @Sendable () -> Void = { [weak self] in self?.clientLeft(client) }
      // What is thrown is the loss of the bus, and `detach` deals with all clients then.
      guard let watch = try? await connection.whenGone(client, left) else { return }
      let isWanted = self?.state.withLock { $0.clients.file(watch, of: client) } ?? false
      if !isWanted { watch.cancel() }
    }
  }

  private func clientLeft(_ client: BusName) {
    let watch = state.withLock { state in
      for (id, waits) in state.waits {
        let left = waits.filter { $0.client != client }
        state.waits[id] = left.isEmpty ? nil : left
      }
      return state.clients.unwatch(client)
    }
    watch?.cancel()
    center.ownerLeft(Owner(client))
  }
}

extension Connection {
  /// Calls `handler` when a client leaves; once more, maybe, if it has left by the time of the return.
  fileprivate func whenGone(
    _ client: BusName, _ handler: @escaping @Sendable () -> Void
  ) async throws(DBusError) -> Subscription {
    let subscription = try await onOwnerChange(of: client) { change in
      if change.new == nil { handler() }
    }
    if try await owner(of: client) == nil { handler() }
    return subscription
  }
}

extension Owner {
  /// The owner that a client of the bus is.
  init(_ client: BusName) {
    self.init(rawValue: client.text)
  }
}
