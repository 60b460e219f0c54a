import DBus
import Glibc
import TestBus
import Testing

/// Names on the bus: who has them, who wants them, who can be started for them.
struct OwnerTests {
  private let name: BusName = "org.example.Name"

  @Test func aNameIsTakenOnceAndGivenUp() async throws {
    try await withBus { bus in
      let first = try await Peer.join(bus)
      let second = try await Peer.join(bus)
      #expect(try await first.connection.owner(of: name) == nil)
      #expect(try await first.connection.requestName(name) == .primaryOwner)
      #expect(try await first.connection.requestName(name) == .alreadyOwner)
      #expect(try await second.connection.requestName(name) == .exists)
      #expect(try await second.connection.owner(of: name) == first.name)
      try await first.connection.releaseName(name)
      #expect(try await second.connection.requestName(name) == .primaryOwner)
    }
  }

  @Test func aNameNobodyMayHaveIsAnError() async throws {
    try await withBus { bus in
      let peer = try await Peer.join(bus)
      for name in [.bus, peer.name] {
        await #expect(throws: DBusError.self) { try await peer.connection.requestName(name) }
      }
    }
  }

  @Test func changesOfOwnerAreToldInOrder() async throws {
    try await withBus { bus in
      let watcher = try await Peer.join(bus)
      let changes = Inbox<Connection.OwnerChange>()
      let other = Inbox<Connection.OwnerChange>()
      _ = try await watcher.connection.onOwnerChange(of: name) { changes.put($0) }
      _ = try await watcher.connection.onOwnerChange(of: "org.example.Other") { other.put($0) }
      let owner = try await Peer.join(bus)
      _ = try await owner.connection.requestName(name)
      let taken = try await changes.next()
      #expect(taken.name == name && taken.old == nil && taken.new == owner.name)
      await owner.connection.close()
      let left = try await changes.next()
      #expect(left.name == name && left.old == owner.name && left.new == nil)
      #expect(other.all == [])
    }
  }

  @Test func everyClientThatComesAndGoesIsToldIfWanted() async throws {
    try await withBus { bus in
      let watcher = try await Peer.join(bus)
      let changes = Inbox<Connection.OwnerChange>()
      _ = try await watcher.connection.onOwnerChange(of: nil) { changes.put($0) }
      var visitor: Peer? = try await Peer.join(bus)
      let name = try #require(visitor?.name)
      _ = try await changes.next("arrival") { $0.new == name }
      visitor = nil
      _ = try await changes.next("departure") { $0.old == name && $0.new == nil }
    }
  }

  @Test func theBusKnowsWhoIsBehindAConnection() async throws {
    try await withBus { bus in
      let peer = try await Peer.join(bus)
      let credentials = try await peer.connection.credentials(of: peer.name)
      #expect(credentials.processID == UInt32(getpid()) && credentials.userID == getuid())
      let error = await #expect(throws: DBusError.self) {
        try await peer.connection.credentials(of: ":1.9999")
      }
      guard case .remote(.nameHasNoOwner, _) = error else { throw Unexpected(error) }
    }
  }

  @Test func aServiceIsStartedWhenAskedFor() async throws {
    try await withBus { bus in
      try bus.addService(
        name.text, command: "/usr/bin/dbus-test-tool echo --session --name=\(name)")
      let peer = try await Peer.join(bus)
      #expect(try await peer.connection.activatableNames().contains(name))
      guard access("/usr/bin/dbus-test-tool", X_OK) == 0 else { return }
      try await peer.connection.startService(name, timeout: .defaultLimit)
      #expect(try await peer.connection.owner(of: name) != nil)
    }
  }

  @Test func aServiceThatFailsIsAnErrorAndOneThatStallsEndsAtTheTimeLimit() async throws {
    try await withBus { bus in
      try bus.addService("org.example.Fails", command: "/bin/false")
      try bus.addService("org.example.Stalls", command: "/bin/sleep 600")
      let peer = try await Peer.join(bus)
      let failed = await #expect(throws: DBusError.self) {
        try await peer.connection.startService("org.example.Fails", timeout: .defaultLimit)
      }
      guard case .remote = failed else { throw Unexpected(failed) }
      await #expect(throws: DBusError.timedOut) {
        try await peer.connection.startService("org.example.Stalls", timeout: .milliseconds(50))
      }
    }
  }
}
