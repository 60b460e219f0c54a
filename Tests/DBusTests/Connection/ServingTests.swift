import DBus
import TestBus
import Testing

/// An object on the bus, as its callers see it.
struct ServingTests {
  @Test func theDescriptionIsGolden() async throws {
    try await withEcho { echo, client, _ in
      let body = try await client.call(introspect(echo, Echo.path))
      #expect(body == [.string(Self.golden)])
    }
  }

  @Test func foldersNameTheirChildren() async throws {
    try await withEcho { echo, client, _ in
      for (path, child) in [("/", "org"), ("/org", "example"), ("/org/example", "Echo")] {
        let text = try await client.call(introspect(echo, try ObjectPath(path))).first?.string
        #expect(text?.contains("<node name=\"\(child)\"/>") == true)
        #expect(text?.contains("<interface") == false)
      }
    }
  }

  @Test func everyPeerAnswersPingAndItsMachine() async throws {
    try await withEcho { echo, client, _ in
      for path in ["/", "/nowhere"] as [ObjectPath] {
        let ping = Message.call("Ping", on: path, of: echo.peer.name, interface: .peer)
        let body = try await client.call(ping)
        #expect(body == [])
      }
      let machine = Message.call("GetMachineId", on: "/", of: echo.peer.name, interface: .peer)
      do {
        let body = try await client.call(machine)
        #expect(body.first?.string?.count == 32)
      } catch DBusError.remote(.failed, _) {
        // A container without /etc/machine-id.
      }
    }
  }

  @Test func propertiesAreReadAloneAndTogether() async throws {
    try await withEcho { echo, client, _ in
      let name = Value.string(Echo.interfaceName.text)
      let count = try await client.call(properties(echo, "Get", [name, .string("Count")]))
      #expect(count == [.variant(.uint32(3))])
      let all = try await client.call(properties(echo, "GetAll", [name]))
      #expect(all == [.options(["Count": .uint32(3), "Title": .string("Echo")])])
    }
  }

  @Test func aChangeOfAPropertyIsSaid() async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      _ = try await client.connection.onSignal(MatchRule(interface: .properties)) { inbox.put($0) }
      try echo.peer.connection.propertiesChanged(
        ["Count": .uint32(4)], of: Echo.interfaceName, at: Echo.path)
      let body = try await inbox.next().body
      #expect(
        body == [.string("org.example.Echo"), .options(["Count": .uint32(4)]), .strings([])])
    }
  }

  struct Refusal: Sendable {
    let member: MemberName
    var path = Echo.path
    var interface: InterfaceName? = Echo.interfaceName
    var body: [Value] = []
    let error: ErrorName
  }

  private static let echoName = Value.string("org.example.Echo")

  @Test(arguments: [
    Refusal(member: "Nothing", error: .unknownMethod),
    Refusal(member: "Nothing", interface: nil, error: .unknownMethod),
    Refusal(member: "Ticked", error: .unknownMethod),
    Refusal(member: "Echo", path: "/", body: [.variant(.byte(1))], error: .unknownObject),
    Refusal(member: "Echo", interface: "org.example.None", error: .unknownInterface),
    Refusal(member: "Echo", error: .invalidArgs),
    Refusal(member: "Echo", body: [.byte(1)], error: .invalidArgs),
    Refusal(member: "Echo", body: [.variant(.byte(1)), .byte(1)], error: .invalidArgs),
    Refusal(member: "Drop", body: [.byte(1)], error: .invalidArgs),
    Refusal(member: "Drop", error: .failed),
    Refusal(member: "Nonsense", error: .failed),
    Refusal(member: "Pong", interface: .peer, error: .unknownMethod),
    Refusal(member: "Introspected", interface: .introspectable, error: .unknownMethod),
    Refusal(member: "Take", interface: .properties, body: [echoName], error: .unknownMethod),
    Refusal(member: "Get", interface: .properties, error: .invalidArgs),
    Refusal(member: "Get", interface: .properties, body: [echoName], error: .invalidArgs),
    Refusal(
      member: "GetAll", path: "/", interface: .properties, body: [echoName], error: .unknownObject),
    Refusal(
      member: "GetAll", interface: .properties, body: [.string("a.b")], error: .unknownInterface),
    Refusal(
      member: "Get", interface: .properties, body: [echoName, .string("None")],
      error: .unknownProperty),
    Refusal(
      member: "Get", interface: .properties, body: [echoName, .string("Absent")],
      error: .unknownProperty),
    Refusal(
      member: "Set", interface: .properties,
      body: [echoName, .string("Count"), .variant(.uint32(1))], error: .propertyReadOnly),
    Refusal(
      member: "Set", interface: .properties,
      body: [echoName, .string("None"), .variant(.uint32(1))], error: .unknownProperty),
  ])
  func whatCannotBeAnsweredIsRefusedByName(_ refusal: Refusal) async throws {
    try await withEcho { echo, client, _ in
      let kind = Message.Kind.call(
        path: refusal.path, interface: refusal.interface, member: refusal.member)
      let message = Message(kind, to: echo.peer.name, body: refusal.body)
      let error = await #expect(throws: DBusError.self) { try await client.call(message) }
      guard case .remote(let name, let text) = error else { throw Unexpected(error) }
      #expect(name == refusal.error)
      #expect(!text.isEmpty && !text.contains("  "))
    }
  }

  @Test func aMethodMayBeCalledWithoutItsInterface() async throws {
    try await withEcho { echo, client, _ in
      let kind = Message.Kind.call(path: Echo.path, interface: nil, member: "Echo")
      let body = try await client.call(
        Message(kind, to: echo.peer.name, body: [.variant(.byte(1))]))
      #expect(body == [.variant(.byte(1))])
    }
  }

  @Test func onlyTheFirstAnswerCounts() async throws {
    try await withEcho { echo, client, _ in
      async let body = client.call(echo.call("Hold", .uint32(1)))
      let held = try await echo.held.next()
      held.reply([.uint32(5)])
      held.reply([.uint32(6)])
      held.fail(.failed, "late")
      #expect(try await body == [.uint32(5)])
    }
  }

  @Test func whatIsNoLongerServedIsUnknown() async throws {
    try await withEcho { echo, client, _ in
      await echo.peer.connection.stopServing(Echo.path)
      let error = await #expect(throws: DBusError.self) {
        try await client.call(echo.call("Echo", .variant(.byte(1))))
      }
      guard case .remote(.unknownObject, _) = error else { throw Unexpected(error) }
    }
  }

  private func introspect(_ echo: Echo, _ path: ObjectPath) -> Message {
    .call("Introspect", on: path, of: echo.peer.name, interface: .introspectable)
  }

  private func properties(_ echo: Echo, _ member: MemberName, _ body: [Value]) -> Message {
    .call(member, on: Echo.path, of: echo.peer.name, interface: .properties, body)
  }
}
