import DBus
import TestBus

/// A service for tests: it answers, refuses, keeps silent and waits, each by a method of its own.
struct Echo {
  static let path: ObjectPath = "/org/example/Echo"
  static let interfaceName: InterfaceName = "org.example.Echo"

  let peer: Peer
  /// The calls of `Hold`, for the test to answer.
  let held = Inbox<IncomingCall>(of: "held call")

  static let interface = Interface(
    interfaceName,
    methods: [
      .init("Echo", [.init("value", "v")], returns: [.init("value", "v")]),
      .init("Refuse", [.init("text", "s")]),
      .init("Hold", [.init("number", "u")], returns: [.init("number", "u")]),
      .init("Drop"),
      .init("Nonsense"),
    ],
    signals: [.init("Ticked", [.init("number", "u")])],
    properties: [.init("Count", "u"), .init("Title", "s"), .init("Absent", "s")])

  static func serve(on bus: PrivateBus) async throws -> Echo {
    let echo = Echo(peer: try await Peer.join(bus))
    let held = echo.held
    await echo.peer.connection.serve(interface, at: path) { name in
      switch name {
      case "Count": .uint32(3)
      case "Title": .string("Echo")
      default: nil
      }
    } _: { call in
      switch call.member {
      case "Echo": call.reply(call.body)
      case "Refuse": call.fail("org.example.Refused", call.body[0].string ?? "")
      case "Hold": held.put(call)
      case "Nonsense": call.reply([.string("\0")])
      default: break
      }
    }
    return echo
  }

  /// A call of one of its methods.
  func call(_ member: MemberName, _ body: Value...) -> Message {
    .call(member, on: Self.path, of: peer.name, interface: Self.interfaceName, body)
  }

  func signal(_ number: UInt32) -> Message {
    .signal("Ticked", from: Self.path, interface: Self.interfaceName, [.uint32(number)])
  }
}

extension Peer {
  /// Calls with a time limit that a passing test never reaches.
  func call(_ message: Message, timeout: Duration = .defaultLimit) async throws -> [Value] {
    try await connection.call(message, timeout: timeout).body
  }
}

/// A service and a client on a bus of their own.
func withEcho(_ body: (Echo, Peer, PrivateBus) async throws -> Void) async throws {
  try await withBus { bus in
    try await body(try await Echo.serve(on: bus), try await Peer.join(bus), bus)
  }
}
