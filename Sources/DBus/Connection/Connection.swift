/// A long-lived connection to a bus: calls, signals and objects, on one event loop.
///
/// The connection is an actor that runs on its loop's thread. It owns a private libdbus connection and
/// matches replies by serial, so nothing in libdbus calls back, and nothing is answered but by us.
/// Loss of the bus is an event (``untilClosed()``, ``onClose(_:)``): outstanding calls fail at once, and
/// the owner opens another connection when it sees fit.
package actor Connection {
  /// What is called with the reply to a call, or with what came instead.
  package typealias ReplyHandler = @Sendable (Result<Message, DBusError>) -> Void

  /// The loop on whose thread everything happens.
  package nonisolated let loop: EventLoop
  /// The name that the bus gave to this connection.
  package nonisolated let uniqueName: BusName

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  let link: Link
  private var readWatch: EventLoop.Watch?
  private var writeWatch: EventLoop.Watch?
  private var isReceiving = false
  /// Calls that wait for their reply, by serial.
  var pendingCalls: [UInt32: PendingCall] = [:]
  /// Signals that somebody asked for, by a number of ours.
  var subscriptions: [UInt64: (rule: MatchRule, handler: @Sendable (Message) -> Void)] = [:]
  var nextSubscription: UInt64 = 0
  /// What is served, by path and interface.
  var objects: [ObjectPath: [InterfaceName: ServedInterface]] = [:]
  private var closeHandlers: [@Sendable () -> Void] = []
  private var isClosed = false

  /// A call that waits for its reply.
  struct PendingCall {
    let timer: EventLoop.Timer?
    let handler: ReplyHandler
  }

  /// Connects to a bus and says hello. Blocks the caller until the bus has answered.
  ///
  /// - Parameter timeout: how long the bus may take to answer.
  /// - Throws: ``DBusError/unreachable(address:reason:)``.
  package static func open(
    _ address: BusAddress, on loop: EventLoop, timeout: Duration = .seconds(5)
  ) async throws(DBusError) -> Connection {
    let connection = try Connection(address, loop, MonotonicClock.deadline(after: timeout))
    await connection.start()
    return connection
  }

  private init(_ address: BusAddress, _ loop: EventLoop, _ deadline: Int64) throws(DBusError) {
    let link = try Link(address, deadline: deadline)
    self.link = link
    self.loop = loop
    uniqueName = link.uniqueName
  }

  /// Closes the connection; outstanding calls fail, and who waits for the end is told.
  package func close() {
    link.close()
    finish()
  }

  /// Returns when the bus is lost or the connection was closed.
  package func untilClosed() async {
    await withCheckedContinuation { continuation in
      onClose { continuation.resume() }
    }
  }

  /// Calls `handler`, on the loop, when the bus is lost or the connection was closed; at once if it
  /// is already.
  package func onClose(_ handler: @escaping @Sendable () -> Void) {
    guard !isClosed else { return handler() }
    closeHandlers.append(handler)
  }

  // MARK: Sending

  /// Sends a message, in order with all that this thread sends. Never waits.
  ///
  /// - Throws: ``DBusError/invalid(_:)``; a message to a bus that is lost is lost with it.
  package nonisolated func send(_ message: Message) throws(DBusError) {
    let checked = try CheckedMessage(message)
    loop.perform {
      self.assumeIsolated { connection in _ = try? connection.transmit(checked) }
    }
  }

  /// Sends a call. The handler runs once, on the loop: with the reply, or with why there is none.
  ///
  /// - Parameter timeout: how long the peer may take; nil waits as long as the bus does.
  package nonisolated func call(
    _ message: Message, timeout: Duration?, onReply handler: @escaping ReplyHandler
  ) {
    loop.perform {
      self.assumeIsolated { connection in
        _ = connection.begin(message, timeout: timeout, handler)
      }
    }
  }

  /// Sends a call and waits for its reply.
  ///
  /// - Throws: ``DBusError``; an error reply is ``DBusError/remote(name:text:)``.
  package func call(
    _ message: Message, timeout: Duration?
  ) async throws(DBusError) -> Message {
    let token = CallToken()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let serial = begin(message, timeout: timeout) { continuation.resume(returning: $0) }
        token.set(serial)
        if Task.isCancelled, let serial { settle(serial, .failure(.cancelled)) }
      }
    } onCancel: {
      loop.perform {
        self.assumeIsolated { connection in
          if let serial = token.serial { connection.settle(serial, .failure(.cancelled)) }
        }
      }
    }
    return try result.get()
  }

  /// Sends a call and files its handler; nil when the handler has been called already.
  private func begin(
    _ message: Message, timeout: Duration?, _ handler: @escaping ReplyHandler
  ) -> UInt32? {
    do {
      let serial = try transmit(CheckedMessage(message))
      let timer = timeout.map { timeout in
        loop.schedule(after: timeout) { [weak self] in
          self?.assumeIsolated { $0.settle(serial, .failure(.timedOut)) }
        }
      }
      pendingCalls[serial] = PendingCall(timer: timer, handler: handler)
      return serial
    } catch {
      handler(.failure(error))
      return nil
    }
  }

  private func transmit(_ message: CheckedMessage) throws(DBusError) -> UInt32 {
    guard !isClosed else { throw .disconnected }
    let serial = try link.send(message)
    // Writing may have read as well: what came in then must not lie until the socket is next ready.
    if !isReceiving { followUp() }
    return serial
  }

  func settle(_ serial: UInt32, _ result: Result<Message, DBusError>) {
    guard let call = pendingCalls.removeValue(forKey: serial) else { return }
    link.forget(serial)
    call.timer?.cancel()
    call.handler(result)
  }

  // MARK: Receiving

  private func start() {
    readWatch = loop.watch(link.descriptor, for: .reading) { [weak self] in
      self?.assumeIsolated { $0.receive() }
    }
    receive()
  }

  /// Takes all that has come in, then sees to what is left to send.
  private func receive() {
    guard !isClosed else { return }
    isReceiving = true
    link.exchange()
    while !isClosed, let message = link.next() {
      dispatch(message)
    }
    isReceiving = false
    followUp()
  }

  /// Watches for the socket to take the rest, and notices that it is gone.
  private func followUp() {
    guard link.isConnected else { return finish() }
    if !link.wantsToWrite {
      writeWatch?.cancel()
      writeWatch = nil
    } else if writeWatch == nil {
      writeWatch = loop.watch(link.descriptor, for: .writing) { [weak self] in
        self?.assumeIsolated { $0.receive() }
      }
    }
  }

  private func dispatch(_ message: Message) {
    switch message.kind {
    case .reply(let serial), .error(_, let serial):
      settle(serial, message.result)
    case .signal: deliver(message)
    case .call: answer(message)
    }
  }

  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    readWatch?.cancel()
    writeWatch?.cancel()
    for serial in pendingCalls.keys.sorted() {
      settle(serial, .failure(.disconnected))
    }
    let handlers = closeHandlers
    closeHandlers = []
    for handler in handlers { handler() }
    // No signal and no call comes any more, and their handlers may hold this very connection.
    subscriptions = [:]
    objects = [:]
  }

  /// A connection that is let go is closed: who waits for a reply or for the end is told.
  deinit {
    readWatch?.cancel()
    writeWatch?.cancel()
    let calls = pendingCalls.sorted { $0.key < $1.key }.map(\.value)
    let handlers = closeHandlers
    guard !calls.isEmpty || !handlers.isEmpty else { return }
    loop.perform {
      for call in calls {
        call.timer?.cancel()
        call.handler(.failure(.disconnected))
      }
      for handler in handlers { handler() }
    }
  }
}
