import DBus
package import Peal

/// A `Wait` that has been asked for and not been answered.
package struct PendingEnding: Sendable, Hashable {
  /// The alert whose end is waited for.
  package let id: AlertID
  let serial: UInt32
}

/// Waiting for an alert's end beside other descriptors: start, then in turn look
/// (``takeEnding(_:)``) and `poll` ``descriptor``.
extension ControlClient {
  /// The socket, to poll for reading beside others. Look at what is there before each poll: it may
  /// have been read already.
  package var descriptor: Int32 { bus.descriptor }

  /// Asks for an alert's end, however long that takes.
  ///
  /// The daemon is called by its unique name, so that nobody else can answer for it.
  ///
  /// - Throws: ``ControlError``; ``ControlError/noDaemon`` when there is none now.
  package func startWaiting(for id: AlertID) throws(ControlError) -> PendingEnding {
    guard let daemon = try daemonName() else { throw .noDaemon }
    var call = Alerts1.Method.wait.call([id.value])
    call.destination = daemon
    do {
      let serial = try bus.send(call)
      inbox.awaited.insert(serial)
      bus.flush(within: timeout)
      return PendingEnding(id: id, serial: serial)
    } catch { throw ControlError(error) }
  }

  /// The end that was asked for, if it is known by now. Never waits.
  ///
  /// - Throws: ``ControlError/lost`` when the bus or the daemon went away,
  ///   ``ControlError/refused(_:_:)`` with `noSuchAlert`.
  package func takeEnding(_ pending: PendingEnding) throws(ControlError) -> AlertReport? {
    try ending(pending, within: .zero)
  }

  /// The end that was asked for; nil when it is not known in time. Without a time limit it waits on.
  ///
  /// - Throws: as ``takeEnding(_:)``.
  package func ending(
    _ pending: PendingEnding, within limit: Duration?
  ) throws(ControlError) -> AlertReport? {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      if let reply = inbox.take(pending.serial) { return try Self.report(reply) }
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      guard try receive(within: left) else { return nil }
    }
  }

  /// Takes one message in; false when none came in time.
  func receive(within limit: Duration?) throws(ControlError) -> Bool {
    do {
      guard let message = try bus.receive(within: limit) else { return false }
      inbox.file(message)
      return true
    } catch { throw ControlError(error) }
  }

  private static func report(
    _ reply: Result<Message, DBusError>
  ) throws(ControlError) -> AlertReport {
    switch reply {
    case .success(let message): try AlertReport(message.checked(against: .wait)[0])
    case .failure(let error): throw ControlError(error)
    }
  }
}
