internal import DBus
internal import Peal
internal import PealControl

extension Daemon {
  /// What became of the request for the name.
  enum Claim {
    case ours
    /// Another daemon has it; this is how we end then.
    case taken(ExitStatus)
  }

  /// How long a daemon that is replaced may take to leave.
  private static let replacePatience = Duration.seconds(10)

  /// Takes the name, with `replaces` also from a daemon that has it.
  func claim(on connection: Connection, replaces: Bool) async -> Claim {
    do throws(DBusError) {
      if try await connection.takes(Alerts1.name) { return .ours }
      guard replaces else {
        await tellOwner(on: connection)
        return .taken(.done)
      }
      return try await replace(on: connection) ? .ours : .taken(.unavailable)
    } catch {
      log.write(.error, "the bus does not give us the name: \(error)")
      return .taken(.unavailable)
    }
  }

  private func tellOwner(on connection: Connection) async {
    let pid = try? await connection.credentials(of: Alerts1.name).processID
    let process = pid.map { " (process \($0))" } ?? ""
    log.write(
      .notice, "another daemon\(process) serves this bus already; --replace takes its place")
  }

  /// Has the daemon that has the name stop, and takes it then.
  private func replace(on connection: Connection) async throws(DBusError) -> Bool {
    let isFree = Promise<Bool>()
    let watch = try await connection.onOwnerChange(of: Alerts1.name) { change in
      if change.new == nil { isFree.fulfil(true) }
    }
    defer { watch.cancel() }
    let timer = loop.schedule(after: Self.replacePatience) { isFree.fulfil(false) }
    defer { timer.cancel() }
    let stop = Message.call(
      "Stop", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface)
    connection.call(stop, timeout: Self.replacePatience) { _ in }
    if try await connection.owner(of: Alerts1.name) == nil { isFree.fulfil(true) }
    guard await isFree.value, try await connection.takes(Alerts1.name) else {
      log.write(.error, "the daemon that runs does not leave")
      return false
    }
    return true
  }
}

extension Connection {
  /// Whether a name is ours once we have asked for it.
  fileprivate func takes(_ name: BusName) async throws(DBusError) -> Bool {
    switch try await requestName(name) {
    case .primaryOwner, .alreadyOwner: true
    case .inQueue, .exists: false
    }
  }
}
