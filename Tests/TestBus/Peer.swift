package import DBus

/// A plain client of a bus, on a thread of its own that ends with it.
package final class Peer: Sendable {
  package let connection: Connection

  private init(_ connection: Connection) {
    self.connection = connection
  }

  deinit { connection.loop.stop() }

  /// Joins a bus.
  package static func join(_ bus: PrivateBus) async throws -> Peer {
    Peer(try await Connection.open(bus.busAddress, on: try EventLoop.onOwnThread()))
  }

  /// Its unique name.
  package var name: BusName { connection.uniqueName }

  /// Returns when everything that was sent to this client before has been handled.
  package func settle() async throws {
    try await connection.settle()
  }
}

extension Connection {
  /// Returns when everything that was sent to it before has been handled.
  ///
  /// A bus keeps the order of what it passes on, so its reply to a call comes after all of that.
  func settle() async throws {
    _ = try await owner(of: .bus)
  }
}

extension PrivateBus {
  /// What its clients are told.
  package var busAddress: BusAddress {
    get throws { try BusAddress(address) }
  }
}
