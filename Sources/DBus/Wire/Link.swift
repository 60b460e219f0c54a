internal import CDBus
internal import Glibc

/// One private libdbus connection to a bus, used without any callback.
///
/// Nothing here blocks but ``init(_:deadline:)`` and ``wait(until:)``. Whoever owns the link waits for
/// its descriptor, calls ``exchange()``, and takes what came with ``next()`` until there is no more:
/// a client that stops reading can choke a bus. Not for two threads at once.
final class Link {
  /// libdbus' connection, ours alone.
  private let pointer: OpaquePointer
  /// The name that the bus gave to this connection.
  private(set) var uniqueName: BusName = ":0.0"
  /// Who may answer the calls that are out, by serial.
  private var callees: [UInt32: BusName] = [:]
  /// The latest message's. libdbus sends nothing here by itself, and so counts none.
  private var serial: UInt32 = 0

  /// Connects, authenticates and says hello.
  ///
  /// - Parameter deadline: by when the bus must have answered, in ``MonotonicClock``'s nanoseconds.
  /// - Throws: ``DBusError/unreachable(address:reason:)``.
  init(_ address: BusAddress, deadline: Int64) throws(DBusError) {
    var error = DBusFailure()
    guard let pointer = error.catching({ dbus_connection_open_private(address.text, $0) }) else {
      throw .unreachable(address: address.text, reason: error.text)
    }
    self.pointer = pointer
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    do {
      uniqueName = try hello(deadline: deadline)
    } catch {
      throw .unreachable(address: address.text, reason: error.description)
    }
  }

  deinit {
    dbus_connection_close(pointer)
    dbus_connection_unref(pointer)
  }

  /// Closes the socket; what has been received can still be taken.
  func close() {
    dbus_connection_close(pointer)
  }

  /// Whether the socket is still open.
  var isConnected: Bool {
    dbus_connection_get_is_connected(pointer) != 0
  }

  /// The socket, to wait on; -1 once it is closed.
  var descriptor: Int32 {
    var descriptor: Int32 = -1
    guard dbus_connection_get_unix_fd(pointer, &descriptor) != 0 else { return -1 }
    return descriptor
  }

  /// Whether there is something left that the socket did not take.
  var wantsToWrite: Bool {
    dbus_connection_has_messages_to_send(pointer) != 0
  }

  /// Sends a message, as far as the socket takes it; the rest goes with ``exchange()``.
  ///
  /// - Returns: the message's serial.
  /// - Throws: ``DBusError/invalid(_:)`` for lack of memory, ``DBusError/disconnected``.
  func send(_ checked: CheckedMessage) throws(DBusError) -> UInt32 {
    guard isConnected else { throw .disconnected }
    let next = serial == .max ? 1 : serial + 1
    let encoded = try MessageEncoder.encode(checked, serial: next)
    defer { dbus_message_unref(encoded) }
    guard dbus_connection_send(pointer, encoded, nil) != 0 else {
      throw .invalid("out of memory")
    }
    serial = next
    callees[serial] = checked.message.callee
    return serial
  }

  /// Reads and writes what can be without waiting.
  func exchange() {
    dbus_connection_read_write(pointer, 0)
  }

  /// The next message that came in; nil when there is none.
  func next() -> Message? {
    while let received = dbus_connection_pop_message(pointer) {
      defer { dbus_message_unref(received) }
      guard let message = MessageDecoder.decode(received), !message.isLocal else { continue }
      guard let serial = message.answeredSerial else { return message }
      guard message.mayAnswer(for: callees[serial]) else { continue }
      callees[serial] = nil
      return message
    }
    return nil
  }

  /// Says that the reply to a call is no longer waited for.
  func forget(_ serial: UInt32) {
    callees[serial] = nil
  }

  /// Waits until the socket is ready or the deadline passes, then exchanges what it can.
  func wait(until deadline: Int64?) {
    let timeout = MonotonicClock.pollTimeout(until: deadline)
    guard dbus_connection_get_is_authenticated(pointer) != 0 else {
      // Only libdbus knows which way the handshake goes next: messages wait although the socket
      // would take them, so to wait for writing here would be to spin.
      dbus_connection_read_write(pointer, timeout)
      return
    }
    let events = POLLIN | (wantsToWrite ? POLLOUT : 0)
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&entry, 1, timeout)
    exchange()
  }

  /// Sends a call and waits for its reply. What else comes in meanwhile goes to `others`.
  ///
  /// - Throws: ``DBusError/remote(name:text:)`` for an error reply, ``DBusError/timedOut``,
  ///   ``DBusError/disconnected``, ``DBusError/invalid(_:)``.
  func call(
    _ message: Message, deadline: Int64, others: (Message) -> Void
  ) throws(DBusError) -> Message {
    let serial = try send(CheckedMessage(message))
    while true {
      while let received = next() {
        guard received.answeredSerial == serial else {
          others(received)
          continue
        }
        return try received.result.get()
      }
      guard isConnected else { throw .disconnected }
      guard MonotonicClock.now < deadline else { throw .timedOut }
      wait(until: deadline)
    }
  }

  private func hello(deadline: Int64) throws(DBusError) -> BusName {
    let call = Message.call("Hello", on: .bus, of: .bus, interface: .bus)
    let reply = try self.call(call, deadline: deadline) { _ in }
    guard let text = reply.body.first?.string, let name = try? BusName(text) else {
      throw .unexpectedReply("Hello")
    }
    return name
  }
}

extension Message {
  /// Whether libdbus made it itself, to say that the connection is lost: nothing a peer sent.
  fileprivate var isLocal: Bool {
    guard case .signal(.local, _, _) = kind else { return false }
    return true
  }

  /// The call that this answers, if it is a reply or an error.
  fileprivate var answeredSerial: UInt32? {
    switch kind {
    case .reply(let serial), .error(_, let serial): serial
    case .call, .signal: nil
    }
  }

  /// Who alone may answer this, if it is a call whose callee is known for sure.
  ///
  /// A session bus passes on replies that nobody asked for, so anybody who guesses a serial could
  /// answer. Who a well-known name stands for cannot be known here: who must not be deceived calls
  /// its owner by the unique name.
  fileprivate var callee: BusName? {
    guard case .call = kind, !wantsNoReply, let destination else { return nil }
    return destination.isUnique || destination == .bus ? destination : nil
  }

  /// Whether a reply comes from the one who was called, or from the bus in its place.
  fileprivate func mayAnswer(for callee: BusName?) -> Bool {
    guard let callee else { return true }
    return sender == callee || sender == .bus
  }

  /// What a reply says: itself, or the error that it is.
  var result: Result<Message, DBusError> {
    guard case .error(let name, _) = kind else { return .success(self) }
    return .failure(.remote(name: name, text: body.first?.string ?? ""))
  }
}
