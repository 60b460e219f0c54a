/// A connection for a program that does one thing at a time: calls wait for their replies.
///
/// It starts no thread and no task, so that a short-lived sender pays for nothing but its one call. A
/// program that waits for more than the bus polls ``descriptor`` beside its own and then takes what
/// came with ``receive(within:)``. Not for two threads at once.
package final class BlockingConnection {
  private let link: Link
  /// What came in while a call waited for its reply, oldest first.
  private var inbox: [Message] = []

  /// Connects to a bus and says hello.
  ///
  /// - Parameter timeout: how long the bus may take to answer.
  /// - Throws: ``DBusError/unreachable(address:reason:)``.
  package init(_ address: BusAddress, timeout: Duration = .seconds(5)) throws(DBusError) {
    link = try Link(address, deadline: MonotonicClock.deadline(after: timeout))
  }

  /// The name that the bus gave to this connection.
  package var uniqueName: BusName { link.uniqueName }

  /// Whether the bus is still there, as far as is known.
  package var isConnected: Bool { link.isConnected }

  /// The socket, to poll for reading; -1 once it is closed.
  package var descriptor: Int32 { link.descriptor }

  /// Sends a call and waits for its reply; what else comes in meanwhile is kept for
  /// ``receive(within:)``.
  ///
  /// - Throws: ``DBusError``; an error reply is ``DBusError/remote(name:text:)``.
  package func call(_ message: Message, timeout: Duration) throws(DBusError) -> Message {
    let deadline = MonotonicClock.deadline(after: timeout)
    return try link.call(message, deadline: deadline) { inbox.append($0) }
  }

  /// Sends a message without waiting for the peer; returns its serial, by which a reply is known.
  ///
  /// - Throws: ``DBusError/invalid(_:)``, ``DBusError/disconnected``.
  @discardableResult
  package func send(_ message: Message) throws(DBusError) -> UInt32 {
    try link.send(CheckedMessage(message))
  }

  /// Asks the bus for the signals of a rule; they come out of ``receive(within:)``.
  ///
  /// - Throws: ``DBusError``.
  package func addMatch(_ rule: MatchRule, timeout: Duration) throws(DBusError) {
    let body = [Value.string(rule.description)]
    _ = try call(.busCall("AddMatch", body), timeout: timeout)
  }

  /// The next message that is not the reply of a ``call(_:timeout:)``.
  ///
  /// - Parameter timeout: how long to wait for one; zero takes only what is there, nil waits on.
  /// - Returns: nil when none came in time.
  /// - Throws: ``DBusError/disconnected`` once the bus is gone and all that came is taken.
  package func receive(within timeout: Duration?) throws(DBusError) -> Message? {
    if !inbox.isEmpty { return inbox.removeFirst() }
    let deadline = timeout.map(MonotonicClock.deadline(after:))
    link.exchange()
    while true {
      if let message = link.next() { return message }
      guard link.isConnected else { throw .disconnected }
      if let deadline, MonotonicClock.now >= deadline { return nil }
      link.wait(until: deadline)
    }
  }

  /// Writes out what is still to be sent, for at most so long.
  package func flush(within timeout: Duration) {
    let deadline = MonotonicClock.deadline(after: timeout)
    while link.wantsToWrite, link.isConnected, MonotonicClock.now < deadline {
      link.wait(until: deadline)
    }
  }
}

extension Message {
  /// A call to the bus itself.
  package static func busCall(_ member: MemberName, _ body: [Value] = []) -> Message {
    .call(member, on: .bus, of: .bus, interface: .bus, body)
  }
}
