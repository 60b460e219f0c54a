import DBus
import Glibc
import TestBus
import Testing

/// The connection for programs that do one thing at a time.
struct BlockingTests {
  private let limit = Duration.defaultLimit

  @Test func callsGetRepliesAndErrors() async throws {
    try await withEcho { echo, _, bus in
      let connection = try BlockingConnection(bus.busAddress)
      let reply = try connection.call(echo.call("Echo", .variant(.byte(1))), timeout: limit)
      #expect(reply.body == [.variant(.byte(1))])
      #expect(throws: DBusError.remote(name: "org.example.Refused", text: "no")) {
        try connection.call(echo.call("Refuse", .string("no")), timeout: limit)
      }
      #expect(throws: DBusError.invalid("a string holds NUL")) {
        try connection.call(echo.call("Refuse", .string("\0")), timeout: limit)
      }
      #expect(throws: DBusError.timedOut) {
        try connection.call(echo.call("Hold", .uint32(1)), timeout: .milliseconds(20))
      }
    }
  }

  @Test func whatComesDuringACallIsKeptInOrder() async throws {
    try await withEcho { echo, _, bus in
      let connection = try BlockingConnection(bus.busAddress)
      try connection.addMatch(MatchRule(interface: Echo.interfaceName), timeout: limit)
      for number in UInt32(0)..<100 { try echo.peer.connection.send(echo.signal(number)) }
      try await echo.peer.settle()
      _ = try connection.call(echo.call("Echo", .variant(.byte(1))), timeout: limit)
      var numbers: [UInt32] = []
      while let message = try connection.receive(within: .zero) {
        if case .signal(Echo.path, _, _) = message.kind { numbers += [message.body[0].uint32 ?? 0] }
      }
      #expect(numbers == Array(0..<100))
    }
  }

  @Test func aReplyMayBeWaitedForByItsSerialBesideOtherThings() async throws {
    try await withEcho { echo, _, bus in
      let connection = try BlockingConnection(bus.busAddress)
      let serial = try connection.send(echo.call("Hold", .uint32(9)))
      let held = try await echo.held.next()
      held.reply([.uint32(9)])
      var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 20_000) == 1)
      var message = try connection.receive(within: limit)
      while let other = message, other.kind != .reply(to: serial) {
        message = try connection.receive(within: limit)
      }
      #expect(message?.body == [.uint32(9)])
    }
  }

  @Test func nothingInTimeIsNil() async throws {
    try await withBus { bus in
      let connection = try BlockingConnection(bus.busAddress)
      // NameAcquired comes before this reply.
      _ = try connection.call(.busCall("ListNames"), timeout: limit)
      while try connection.receive(within: .zero) != nil {}
      #expect(try connection.receive(within: .milliseconds(10)) == nil)
    }
  }

  @Test func lossIsAnErrorAtOnceInEveryCall() async throws {
    try await withEcho { echo, _, bus in
      let connection = try BlockingConnection(bus.busAddress)
      try await bus.kill()
      #expect(throws: DBusError.disconnected) {
        while try connection.receive(within: nil) != nil {}
      }
      #expect(!connection.isConnected)
      #expect(throws: DBusError.disconnected) {
        try connection.call(echo.call("Echo", .variant(.byte(1))), timeout: .seconds(600))
      }
      #expect(throws: DBusError.disconnected) { try connection.send(echo.signal(1)) }
      connection.flush(within: .seconds(600))
    }
  }

  @Test func lossDuringACallIsAnErrorAtOnce() async throws {
    try await withEcho { echo, _, bus in
      let killer = Task {
        _ = try await echo.held.next()
        try await bus.kill()
      }
      let connection = try BlockingConnection(bus.busAddress)
      #expect(throws: DBusError.disconnected) {
        try connection.call(echo.call("Hold", .uint32(1)), timeout: .seconds(600))
      }
      try await killer.value
    }
  }

  @Test func aStoppedBusIsUnreachableInTimeWithoutSpinning() async throws {
    try await withBus { bus in
      bus.stop()
      let used = try await onOwnThread {
        #expect(throws: DBusError.self) {
          try BlockingConnection(bus.busAddress, timeout: .milliseconds(500))
        }
        return Self.threadTime()
      }
      #expect(used < .milliseconds(250), "waiting takes no processor time")
    }
  }

  @Test func aConnectionLeavesTheProcesssSignalsAlone() async throws {
    try await withBus { bus in
      _ = try BlockingConnection(bus.busAddress)
      var after = sigaction()
      sigaction(SIGPIPE, nil, &after)
      #expect(
        after.__sigaction_handler.sa_handler == nil, "SIGPIPE still has its default action")
    }
  }

  /// The processor time that this thread has used.
  private static func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
