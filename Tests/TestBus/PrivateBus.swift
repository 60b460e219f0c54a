import Glibc
import Synchronization

/// A message bus of a test's own: a `dbus-daemon` with a session bus's limits, in its own folder.
///
/// Its address is fixed, so that it can be killed and started again at the same place. When it
/// goes, everything that runs on it goes as well: see ``endClients()``.
package final class PrivateBus: Sendable {
  /// Where a bus listens.
  package enum Listening: Sendable {
    /// A socket in the bus's folder.
    case path
    /// An abstract socket, that no folder shows.
    case abstract
  }

  /// What its clients are told, as `unix:path=…`.
  package let address: String
  /// The bus's files, and room for a test's own.
  package let folder: TemporaryFolder
  private let process: Mutex<ChildProcess?>

  private init(
    _ listening: Listening, folder: TemporaryFolder, limits: [String: Int]
  ) throws(SystemError) {
    self.folder = folder
    switch listening {
    case .path: address = "unix:path=\(folder.file("bus"))"
    case .abstract: address = "unix:abstract=\(folder.file("bus"))"
    }
    process = Mutex(nil)
    try folder.makeFolder("services")
    try folder.write(
      Self.configuration(
        address: address, services: folder.file("services"),
        limits: Self.sessionLimits.merging(limits) { $1 }),
      to: "bus.conf")
  }

  deinit { endClients() }

  /// Starts a bus, and returns when it takes connections.
  ///
  /// - Parameter limits: `<limit>` elements of dbus-daemon(1) that differ from a session bus's.
  package static func start(
    _ listening: Listening = .path, limits: [String: Int] = [:]
  ) async throws -> PrivateBus {
    let bus = try PrivateBus(listening, folder: TemporaryFolder(), limits: limits)
    try await bus.restart()
    return bus
  }

  /// The daemon's process number; nil after ``kill()``.
  package var pid: Int32? {
    process.withLock { $0?.pid }
  }

  /// The environment of a program on this bus: no desktop, and everything it may write in the
  /// bus's folder.
  package var environment: [String: String] {
    [String: String].minimal.merging([
      "DBUS_SESSION_BUS_ADDRESS": address,
      "HOME": folder.file("home"),
      "XDG_RUNTIME_DIR": folder.file("run"),
      "XDG_CONFIG_HOME": folder.file("config"),
      "XDG_STATE_HOME": folder.file("state"),
      "XDG_DATA_HOME": folder.file("data"),
      "XDG_CACHE_HOME": folder.file("cache"),
    ]) { $1 }
  }

  /// Kills the daemon with SIGKILL and waits for its end; its clients see the connection close.
  package func kill() async throws {
    guard let daemon = process.withLock({ $0 }) else { return }
    daemon.signal(SIGKILL)
    try await daemon.result()
    process.withLock { $0 = nil }
  }

  /// Stops the daemon with SIGSTOP: it takes no connections and moves no message.
  package func stop() {
    _ = process.withLock { $0?.signal(SIGSTOP) }
  }

  /// Lets the daemon go on after ``stop()``.
  package func `continue`() {
    _ = process.withLock { $0?.signal(SIGCONT) }
  }

  /// Kills the daemon if it runs, and starts a new one at the same address.
  package func restart() async throws {
    try await kill()
    for name in ["home", "run", "config", "state", "data", "cache"] {
      try folder.makeFolder(name)
    }
    let daemon = try await ChildProcess.start(
      "dbus-daemon",
      ["--config-file=\(folder.file("bus.conf"))", "--nofork", "--print-address=1"],
      environment: environment)
    do {
      _ = try await daemon.output.nextLine()
    } catch {
      throw BusFailure(text: daemon.errors.text)
    }
    process.withLock { $0 = daemon }
  }

  /// The bus did not start.
  package struct BusFailure: Error, CustomStringConvertible {
    /// What it wrote to standard error.
    package let text: String
    package var description: String { "dbus-daemon did not start: \(text)" }
  }
}

/// Runs a test on a bus of its own.
package func withBus<Result>(
  _ listening: PrivateBus.Listening = .path, limits: [String: Int] = [:],
  _ body: (PrivateBus) async throws -> Result
) async throws -> Result {
  let bus = try await PrivateBus.start(listening, limits: limits)
  defer { bus.endClients() }
  return try await body(bus)
}
