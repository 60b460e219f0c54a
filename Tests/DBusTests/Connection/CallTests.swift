import DBus
import TestBus
import Testing

/// Calls and what becomes of them.
struct CallTests {
  @Test func aCallGetsItsReply() async throws {
    try await withEcho { echo, client, _ in
      let body = try await client.call(echo.call("Echo", .variant(.string("a"))))
      #expect(body == [.variant(.string("a"))])
    }
  }

  @Test func anErrorReplyIsAnErrorWithItsNameAndText() async throws {
    try await withEcho { echo, client, _ in
      await #expect(throws: DBusError.remote(name: "org.example.Refused", text: "why")) {
        try await client.call(echo.call("Refuse", .string("why")))
      }
    }
  }

  @Test func nobodyThereIsAnErrorAndNothingIsStarted() async throws {
    try await withBus { bus in
      try bus.addService(
        "org.example.Nobody", command: "/bin/sh -c 'echo > \(bus.folder.file("x"))'")
      let client = try await Peer.join(bus)
      let message = Message.call("A", on: "/", of: "org.example.Nobody", interface: "a.b")
      let error = await #expect(throws: DBusError.self) { try await client.call(message) }
      guard case .remote(.nameHasNoOwner, _) = error else { throw Unexpected(error) }
      #expect(!bus.folder.names.contains("x"))
    }
  }

  @Test func silenceEndsAtTheTimeLimitAndALateReplyIsNobodys() async throws {
    try await withEcho { echo, client, _ in
      await #expect(throws: DBusError.timedOut) {
        try await client.call(echo.call("Hold", .uint32(1)), timeout: .milliseconds(20))
      }
      try await echo.held.next().reply([.uint32(1)])
      let body = try await client.call(echo.call("Echo", .variant(.byte(2))))
      #expect(body == [.variant(.byte(2))])
    }
  }

  @Test func aCancelledCallEndsAtOnce() async throws {
    try await withEcho { echo, client, _ in
      let call = Task { try await client.call(echo.call("Hold", .uint32(1))) }
      let held = try await echo.held.next()
      call.cancel()
      await #expect(throws: DBusError.cancelled) { try await call.value }
      held.reply([.uint32(1)])
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.call(echo.call("Hold", .uint32(2)))
      }
      await #expect(throws: DBusError.cancelled) { try await early.value }
    }
  }

  @Test func aCallThatMustNotBeSentFails() async throws {
    try await withEcho { echo, client, _ in
      await #expect(throws: DBusError.invalid("a string holds NUL")) {
        try await client.call(echo.call("Refuse", .string("\0")))
      }
      let results = Inbox<Result<Message, DBusError>>()
      client.connection.call(echo.call("Refuse", .string("\0")), timeout: nil) { results.put($0) }
      let result = try await results.next()
      #expect(result == .failure(.invalid("a string holds NUL")))
      #expect(throws: DBusError.self) {
        try client.connection.send(echo.call("Refuse", .string("\0")))
      }
    }
  }

  @Test func aThousandCallsAtOnceGetTheirOwnReplies() async throws {
    try await withEcho { echo, client, _ in
      try await withThrowingTaskGroup { group in
        for number in UInt32(0)..<1000 {
          group.addTask {
            let value = Value.variant(.uint32(number))
            let body = try await client.call(echo.call("Echo", value))
            #expect(body == [value])
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aThousandOutstandingCallsMayBeAnsweredInAnyOrderFromAnyThread() async throws {
    try await withEcho { echo, client, _ in
      let replies = Inbox<UInt32?>()
      for number in UInt32(0)..<1000 {
        client.connection.call(echo.call("Hold", .uint32(number)), timeout: .defaultLimit) {
          result in
          replies.put((try? result.get())?.body.first?.uint32)
        }
      }
      let held = try await echo.held.next(1000)
      #expect(held.map { $0.body[0].uint32 } == (0..<1000).map { UInt32($0) })
      await withTaskGroup { group in
        for call in held.shuffled() { group.addTask { call.reply(call.body) } }
      }
      #expect(Set(try await replies.next(1000)) == Set(0..<1000))
    }
  }

  @Test func callbacksComeOnTheLoopInTheOrderOfTheReplies() async throws {
    try await withEcho { echo, client, _ in
      let seen = Inbox<(Int, Bool)>()
      for number in 0..<100 {
        client.connection.call(echo.call("Echo", .variant(.byte(1))), timeout: nil) { _ in
          seen.put((number, client.connection.loop.isCurrent))
        }
      }
      let order = try await seen.next(100)
      #expect(order.map(\.0) == Array(0..<100))
      #expect(order.allSatisfy { $0.1 })
    }
  }

  @Test func callsMayBeMadeInsideACallback() async throws {
    try await withEcho { echo, client, _ in
      let done = Inbox<Int>()
      @Sendable func again(_ left: Int) {
        guard left > 0 else { return done.put(0) }
        client.connection.call(echo.call("Echo", .variant(.byte(1))), timeout: nil) { _ in
          again(left - 1)
        }
      }
      again(1000)
      _ = try await done.next()
    }
  }

  @Test func aCallThatWantsNoReplyGetsNone() async throws {
    try await withEcho { echo, client, _ in
      var message = echo.call("Hold", .uint32(1))
      message.wantsNoReply = true
      try client.connection.send(message)
      let held = try await echo.held.next()
      #expect(held.message.wantsNoReply)
      held.reply([.uint32(1)])
      try await echo.peer.settle()
      try await client.settle()
    }
  }

  @Test func aConnectionThatIsLetGoFailsItsCalls() async throws {
    try await withEcho { echo, other, bus in
      let results = Inbox<Result<Message, DBusError>>()
      let ends = Inbox<Bool>()
      var client: Connection? = try await Connection.open(
        bus.busAddress, on: other.connection.loop)
      client?.call(echo.call("Hold", .uint32(1)), timeout: nil) { results.put($0) }
      await client?.onClose { ends.put(true) }
      _ = try await echo.held.next()
      client = nil
      #expect(try await results.next() == .failure(.disconnected))
      #expect(try await ends.next())
    }
  }
}

/// Something else than a test expected.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ what: (any Error)?) {
    description = "unexpected \(what.map { "\($0)" } ?? "success")"
  }
}
