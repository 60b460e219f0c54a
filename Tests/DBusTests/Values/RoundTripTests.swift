import DBus
import TestBus
import Testing

/// What goes through a real bus comes out as it went in.
struct RoundTripTests {
  /// U+FFFE, U+FFFF and U+FDD0, that mean nothing and are valid UTF-8.
  private static let nonCharacters = String(
    decoding: [0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

  private static let basics: [Value] = [
    .byte(0), .byte(.max), .boolean(true), .boolean(false), .int16(.min), .int16(.max),
    .uint16(.max), .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max),
    .uint64(.max), .double(0), .double(-0.0), .double(.infinity), .double(.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .string(""), .string("plain"), .string("é漢😀\u{10FFFF}"),
    .string(nonCharacters), .string("e\u{301} \r\n\t\u{7F}\u{1}"), .objectPath("/"),
    .objectPath("/a/b"), .signature(""), .signature("a{sv}(ii)"),
  ]

  private static let containers: [Value] = [
    .bytes([]), .bytes([0, 255]), .strings([]), .strings(["", "a"]), .array(of: "as", []),
    .array(of: "as", [.strings([]), .strings(["a"])]), .array(of: "(sv)", []),
    .array(of: "v", [.variant(.byte(1)), .variant(.strings([]))]),
    .array(of: "ay", [.bytes([1]), .bytes([])]), .options([:]),
    .options(["a": .string("b"), "c": .options(["d": .bytes([])])]),
    .dictionary(key: "u", value: "as", []),
    .dictionary(key: "u", value: "as", [Value.Entry(.uint32(1), .strings(["a"]))]),
    .dictionary(
      key: "s", value: "s",
      [Value.Entry(.string("k"), .string("1")), Value.Entry(.string("k"), .string("2"))]),
    .array(of: "a{sv}", [.options([:]), .options(["a": .byte(1)])]),
    .structure([.byte(1), .structure([.string("a"), .variant(.double(1.5))]), .bytes([])]),
    .array(of: "(ssa{sv})", [.structure([.string("a"), .string("b"), .options([:])])]),
    .variant(.variant(.variant(.string("deep")))), .array(of: "d", [.double(1), .double(2)]),
    .dictionary(key: "y", value: "d", [Value.Entry(.byte(1), .double(2))]),
    .structure([
      .int32(8), .int32(8), .int32(32), .boolean(true), .int32(8), .int32(4), .bytes([1, 2]),
    ]),
  ]

  @Test func everyTypeComesBackFromAnEchoAlone() async throws {
    try await withEcho { echo in
      for value in Self.basics + Self.containers {
        let back = try await echo(value)
        #expect(back == value)
      }
    }
  }

  @Test func everyTypeArrivesInOneBody() async throws {
    try await withLoopback { loopback in
      for body in [Self.basics, Self.containers, [], [.byte(1), .uint64(2), .byte(3)]] {
        let back = try await loopback(body)
        #expect(back == body)
      }
    }
  }

  @Test func notANumberKeepsItsBits() async throws {
    try await withEcho { echo in
      let value = Double(bitPattern: 0x7FF8_0000_DEAD_BEEF)
      guard case .double(let back) = try await echo(.double(value)) else { throw Wrong() }
      #expect(back.bitPattern == value.bitPattern)
    }
  }

  @Test func anArrayOfBytesIsBytes() async throws {
    try await withEcho { echo in
      let array = Value.array(of: "y", [.byte(1), .byte(2)])
      let back = try await echo(array)
      #expect(back == .bytes([1, 2]))
    }
  }

  @Test func theDeepestValuesArrive() async throws {
    try await withLoopback { loopback in
      let deepest = [
        nested(arrays: 32), nested(structs: 32), nested(arrays: 32, structs: 31),
        nested(variants: 64), nested(arrays: 1, structs: 1, variants: 62),
      ]
      for value in deepest {
        let back = try await loopback([value])
        #expect(back == [value])
      }
    }
  }

  @Test func bigStringsAndArraysArrive() async throws {
    try await withLoopback { loopback in
      let big: [Value] = [
        .string(String(repeating: "é", count: 4 << 20)),
        .bytes(Array(repeating: 7, count: 8 << 20)),
        .strings((0..<20_000).map { "\($0)" }),
      ]
      let back = try await loopback(big)
      #expect(back == big)
    }
  }

  @Test(arguments: 0..<20)
  func randomValuesArrive(_ seed: UInt64) async throws {
    var random = Random(seed: seed)
    try await withLoopback { loopback in
      for _ in 0..<100 {
        let body = (0..<random.below(4)).map { _ in random.value() }
        let back = try await loopback(body)
        #expect(back == body, "seed \(seed)")
      }
    }
  }

  private struct Wrong: Error {}

  /// A function that sends a value as the argument of a call and gives the reply's.
  private func withEcho(
    _ body: (_ echo: (Value) async throws -> Value?) async throws -> Void
  ) async throws {
    try await withBus { bus in
      let server = try await Peer.join(bus)
      let client = try await Peer.join(bus)
      let interface = Interface(
        "org.example.Echo",
        methods: [.init("Echo", [.init("value", "v")], returns: [.init("value", "v")])])
      await server.connection.serve(interface, at: "/echo") { $0.reply($0.body) }
      try await body { value in
        let call = Message.call(
          "Echo", on: "/echo", of: server.name, interface: "org.example.Echo", [.variant(value)])
        let reply = try await client.connection.call(call, timeout: .seconds(10))
        guard case .variant(let inner)? = reply.body.first else { return nil }
        return inner
      }
    }
  }

  /// A function that sends a body as a signal to the sender itself and gives what came.
  private func withLoopback(
    _ body: (_ loopback: ([Value]) async throws -> [Value]) async throws -> Void
  ) async throws {
    try await withBus { bus in
      let peer = try await Peer.join(bus)
      let inbox = Inbox<Message>()
      let rule = MatchRule(sender: peer.name, interface: "org.example.Loop", member: "Back")
      _ = try await peer.connection.onSignal(rule) { inbox.put($0) }
      try await body { values in
        try peer.connection.send(
          .signal("Back", from: "/loop", interface: "org.example.Loop", values))
        return try await inbox.next().body
      }
    }
  }
}
