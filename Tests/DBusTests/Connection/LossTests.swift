import DBus
import TestBus
import Testing

/// What happens when the bus goes.
struct LossTests {
  @Test func outstandingCallsFailAtOnceWhenTheBusDies() async throws {
    try await withEcho { echo, client, bus in
      let results = Inbox<Result<Message, DBusError>>()
      for number in UInt32(0)..<100 {
        client.connection.call(echo.call("Hold", .uint32(number)), timeout: nil) { results.put($0) }
      }
      _ = try await echo.held.next(100)
      let waiting = Task {
        try await client.call(echo.call("Hold", .uint32(100)), timeout: .seconds(600))
      }
      _ = try await echo.held.next()
      try await bus.kill()
      #expect(try await results.next(100).allSatisfy { $0 == .failure(.disconnected) })
      await #expect(throws: DBusError.disconnected) { try await waiting.value }
    }
  }

  @Test func theEndIsAnEventForEverybody() async throws {
    try await withEcho { _, client, bus in
      let connection = client.connection
      let closed = Inbox<Int>()
      await connection.onClose { closed.put(1) }
      let signals = try await connection.signals(MatchRule(interface: Echo.interfaceName))
      async let end: Void = connection.untilClosed()
      try await bus.kill()
      await end
      for await _ in signals {}
      _ = try await closed.next()
      await connection.onClose { closed.put(2) }
      #expect(try await closed.next() == 2)
      await connection.untilClosed()
    }
  }

  @Test func afterTheEndEverythingFailsAndNothingHangs() async throws {
    try await withEcho { echo, client, bus in
      try await bus.kill()
      await client.connection.untilClosed()
      await #expect(throws: DBusError.disconnected) {
        try await client.call(echo.call("Echo", .variant(.byte(1))))
      }
      await #expect(throws: DBusError.disconnected) {
        try await client.connection.onSignal(MatchRule()) { _ in }
      }
      await #expect(throws: DBusError.disconnected) {
        try await client.connection.requestName("org.example.Name")
      }
      try client.connection.send(echo.signal(1))
      await client.connection.close()
    }
  }

  @Test func closingFailsOutstandingCalls() async throws {
    try await withEcho { echo, client, _ in
      let waiting = Task { try await client.call(echo.call("Hold", .uint32(1))) }
      let held = try await echo.held.next()
      await client.connection.close()
      await #expect(throws: DBusError.disconnected) { try await waiting.value }
      held.reply([.uint32(1)])
    }
  }

  @Test func aHandlerThatClosesGetsNothingMore() async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      let connection = client.connection
      _ = try await connection.onSignal(MatchRule(interface: Echo.interfaceName)) { signal in
        inbox.put(signal)
        connection.assumeIsolated { $0.close() }
      }
      // Held back until all are there, so that one reading brings them all.
      connection.loop.perform {
        for number in UInt32(0)..<10 { try? echo.peer.connection.send(echo.signal(number)) }
        let settled = BlockingWait()
        Task {
          try await echo.peer.settle()
          settled.end()
        }
        settled.wait()
      }
      await connection.untilClosed()
      #expect(inbox.all.count == 1)
    }
  }

  @Test func theEndLetsHandlersGoThoughTheyHoldTheConnection() async throws {
    try await withEcho { _, client, _ in
      let connection = client.connection
      weak var held: Token?
      do {
        let token = Token(connection: connection)
        held = token
        _ = try await connection.onSignal(MatchRule(interface: Echo.interfaceName)) { _ in
          token.use()
        }
      }
      #expect(held != nil)
      await connection.close()
      #expect(held == nil)
    }
  }

  @Test func whatCameBeforeTheEndIsDelivered() async throws {
    try await withEcho { echo, client, bus in
      let inbox = Inbox<Message>()
      _ = try await client.connection.onSignal(MatchRule(interface: Echo.interfaceName)) {
        inbox.put($0)
      }
      // As many as a socket takes whose reader sleeps: what the bus itself still has, dies with it.
      for number in UInt32(0)..<100 { try echo.peer.connection.send(echo.signal(number)) }
      try await echo.peer.settle()
      try await bus.kill()
      await client.connection.untilClosed()
      #expect(inbox.all.count == 100)
    }
  }

  @Test func aStoppedBusIsATimeLimitAndGoesOnAfterwards() async throws {
    try await withEcho { echo, client, bus in
      bus.stop()
      await #expect(throws: DBusError.timedOut) {
        try await client.call(echo.call("Echo", .variant(.byte(1))), timeout: .milliseconds(50))
      }
      bus.continue()
      let body = try await client.call(echo.call("Echo", .variant(.byte(2))))
      #expect(body == [.variant(.byte(2))])
    }
  }

  @Test func muchThatABusDoesNotTakeIsSentWhenItDoes() async throws {
    try await withEcho { echo, client, bus in
      bus.stop()
      let block = Value.variant(.bytes(Array(repeating: 1, count: 1 << 20)))
      let results = Inbox<Bool>()
      for _ in 0..<8 {
        client.connection.call(echo.call("Echo", block), timeout: .defaultLimit) { result in
          results.put((try? result.get())?.body == [block])
        }
      }
      bus.continue()
      let all = try await results.next(8)
      #expect(!all.contains(false))
    }
  }

  @Test func aNewConnectionFindsTheBusThatCameBack() async throws {
    try await withEcho { _, client, bus in
      try await bus.restart()
      await client.connection.untilClosed()
      let again = try await Connection.open(bus.busAddress, on: client.connection.loop)
      #expect(try await again.owner(of: .bus) == .bus)
    }
  }

  @Test func aBusThatIsStoppedAtTheStartIsUnreachableInTime() async throws {
    try await withBus { bus in
      bus.stop()
      let loop = try EventLoop.onOwnThread()
      defer { loop.stop() }
      let error = await #expect(throws: DBusError.self) {
        try await Connection.open(bus.busAddress, on: loop, timeout: .milliseconds(100))
      }
      guard case .unreachable = error else { throw Unexpected(error) }
    }
  }
}

/// What a handler holds.
private final class Token: Sendable {
  let connection: Connection

  init(connection: Connection) {
    self.connection = connection
  }

  func use() {}
}
