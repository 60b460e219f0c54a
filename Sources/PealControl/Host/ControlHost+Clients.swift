internal import DBus
internal import Glibc
internal import Peal
internal import Synchronization

/// Who the clients are, and when they leave.
extension ControlHost {
  /// Tells who a client is, asking the bus once for each.
  ///
  /// The client is still waiting for our reply, so it is its own executable that the kernel names,
  /// not that of a process which got the number later.
  func identify(_ client: BusName, _ handler: @escaping @Sendable (Poster?) -> Void) {
    let (step, connection) = state.withLock { state in
      (state.clients.identify(client, handler), state.connection)
    }
    switch step {
    case .wait: break
    case .answer(let poster): handler(poster)
    case .ask:
      guard let connection else { return settle(client, nil) }
      let question = Message.busCall("GetConnectionCredentials", [.string(client.text)])
      connection.call(question, timeout: .seconds(5)) { [weak self] reply in
        self?.settle(client, (try? reply.get()).flatMap(Poster.init(credentials:)))
      }
    }
  }

  private func settle(_ client: BusName, _ poster: Poster?) {
    let handlers = state.withLock { $0.clients.settle(client, poster) }
    for handler in handlers { handler(poster) }
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

extension Poster {
  /// Reads the reply of `GetConnectionCredentials` and asks the kernel for the executable.
  fileprivate init?(credentials reply: Message) {
    guard let pid = reply.body.first?.options?["ProcessID"]?.uint32 else { return nil }
    self.init(pid: pid, executable: Self.executable(of: pid) ?? "")
  }

  /// Where `/proc/PID/exe` points (proc(5)); nil when it is not ours to know.
  package static func executable(of pid: UInt32) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return readlink("/proc/\(pid)/exe", start, bytes.count)
    }
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
