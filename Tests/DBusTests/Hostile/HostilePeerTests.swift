import DBus
import TestBus
import Testing

/// Other clients of a real bus, whatever they send.
struct HostilePeerTests {
  @Test func garbageOnTheBussSocketHurtsOnlyItsSender() async throws {
    try await withEcho { echo, client, bus in
      for bytes in [
        Array(repeating: 0xFF, count: 4096), WireMessage.signal("NoHello").bytes,
        Array(WireMessage.signal("Half").bytes.dropLast(3)),
      ] {
        let hostile = try WireClient.connect(to: bus)
        hostile.authenticate()
        hostile.send(bytes)
      }
      let body = try await client.call(echo.call("Echo", .variant(.byte(1))))
      #expect(body == [.variant(.byte(1))])
    }
  }

  @Test(arguments: 0..<10)
  func callsWithRandomBodiesAreAllAnswered(_ seed: UInt64) async throws {
    try await withEcho { echo, client, _ in
      var random = Random(seed: seed)
      let members: [MemberName] = ["Echo", "Refuse", "Drop", "Get", "GetAll", "Set", "Introspect"]
      let interfaces: [InterfaceName?] = [
        nil, Echo.interfaceName, .properties, .peer, .introspectable, "a.b",
      ]
      for _ in 0..<200 {
        let kind = Message.Kind.call(
          path: [Echo.path, "/", "/a"][random.below(3)],
          interface: interfaces[random.below(interfaces.count)],
          member: members[random.below(members.count)])
        let body = (0..<random.below(4)).map { _ in random.value() }
        do {
          _ = try await client.call(Message(kind, to: echo.peer.name, body: body))
        } catch DBusError.remote {
          // An answer as good as any.
        }
      }
    }
  }

  @Test func aFloodOfSignalsIsTakenInOrderWhileCallsAreAnswered() async throws {
    try await withEcho { echo, client, bus in
      let flood = try await Peer.join(bus)
      let count = Watched(0)
      let rule = MatchRule(interface: "org.example.Flood")
      _ = try await client.connection.onSignal(rule) { _ in count.change { $0 += 1 } }
      for number in UInt32(0)..<20_000 {
        try flood.connection.send(
          .signal("Drop", from: "/", interface: "org.example.Flood", [.uint32(number)]))
      }
      let body = try await client.call(echo.call("Echo", .variant(.byte(1))))
      #expect(body == [.variant(.byte(1))])
      try await count.until("the whole flood") { $0 == 20_000 }
    }
  }

  @Test func aReplyThatNobodyAskedForIsNotPassedOn() async throws {
    try await withEcho { echo, client, bus in
      let liar = try await Peer.join(bus)
      async let waiting = client.call(echo.call("Hold", .uint32(1)))
      let held = try await echo.held.next()
      for serial in UInt32(1)..<50 {
        try liar.connection.send(
          Message(.reply(to: serial), to: client.name, body: [.uint32(666)]))
      }
      try await liar.settle()
      held.reply([.uint32(1)])
      #expect(try await waiting == [.uint32(1)])
    }
  }
}
