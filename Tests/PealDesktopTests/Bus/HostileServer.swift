import DBus
import Synchronization
import TestBus

/// The owner of the name, gone mad: it answers calls rightly, wrongly, with errors or not at all, and
/// signals what it likes. The same for the same seed.
final class HostileServer: Sendable {
  private let peer: Peer
  private let random: Mutex<SeededGenerator>

  private init(_ peer: Peer, seed: UInt64) {
    self.peer = peer
    random = Mutex(SeededGenerator(seed: seed))
  }

  /// Takes the name.
  static func start(on bus: PrivateBus, seed: UInt64) async throws -> HostileServer {
    let server = HostileServer(try await Peer.join(bus), seed: seed)
    await server.peer.connection.serve(ScriptedServer.interface, at: .notifications) {
      [weak server] _ in
      server?.oddValue()
    } _: { [weak server] call in
      server?.answer(call)
    }
    _ = try await server.peer.connection.requestName(.notifications)
    return server
  }

  /// Leaves the bus.
  func leave() async {
    await peer.connection.close()
  }

  /// Sends so many signals; when this returns, the bus has passed them on.
  func storm(_ count: Int) async throws {
    for _ in 0..<count { try peer.connection.send(signal()) }
    try await peer.settle()
  }

  private func number(_ range: Range<Int>) -> Int {
    random.withLock { Int.random(in: range, using: &$0) }
  }

  private func answer(_ call: IncomingCall) {
    switch number(0..<10) {
    case 0..<5: call.reply(properAnswer(to: call.member))
    case 5..<7: call.reply((0..<number(0..<3)).map { _ in oddValue() })
    case 7..<9: call.fail(errors[number(0..<errors.count)], text())
    default: call.abandon()
    }
  }

  private let errors: [ErrorName] = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.Notifications.InvalidId", "a.b",
  ]

  private func properAnswer(to member: MemberName) -> [Value] {
    switch member {
    case "Notify": [.uint32(id())]
    case "GetCapabilities":
      [.strings(["actions", "body-markup", "inline-reply", "inhibitions", text()])]
    case "GetServerInformation":
      [text(), text(), text(), ["1.0", "1.2", "x"][number(0..<3)]].map(Value.string)
    default: []
    }
  }

  private func signal() -> Message {
    let members: [MemberName] = [
      "ActionInvoked", "NotificationClosed", "NotificationReplied", "ActivationToken", "Other",
    ]
    var body = [Value.uint32(id())]
    switch number(0..<8) {
    case 0: body = (0..<number(0..<4)).map { _ in oddValue() }
    case 1: body.append(oddValue())
    case 2, 3: body.append(.uint32(UInt32(number(0..<6))))
    case 4, 5: body.append(.string("\(number(0..<3))"))
    case 6: body.append(.string(["default", "inline-reply", "yes"][number(0..<3)]))
    default: return properties()
    }
    return .signal(
      members[number(0..<members.count)], from: .notifications, interface: .notifications, body)
  }

  private func properties() -> Message {
    let names = ["Inhibited", "paused", "Other"]
    return .signal(
      "PropertiesChanged", from: .notifications, interface: .properties,
      [
        .string("org.freedesktop.Notifications"),
        .options([names[number(0..<3)]: number(0..<2) == 0 ? .boolean(true) : oddValue()]),
        .strings([]),
      ])
  }

  /// Most often one that is in use.
  private func id() -> UInt32 {
    switch number(0..<20) {
    case 0: 0
    case 1: .max
    default: UInt32(number(1..<30))
    }
  }

  private func text() -> String {
    String((0..<number(0..<9)).map { _ in Array("abc0\n<&\u{1B}é\u{10FFFF}")[number(0..<10)] })
  }

  private func oddValue() -> Value {
    switch number(0..<12) {
    case 0: .byte(UInt8(number(0..<256)))
    case 1: .boolean(number(0..<2) == 0)
    case 2: .int32(Int32(number(-5..<5)))
    case 3: .uint32(UInt32(number(0..<30)))
    case 4: .uint64(.max)
    case 5: .double(.nan)
    case 6: .string(text())
    case 7: .bytes((0..<number(0..<9)).map(UInt8.init))
    case 8: .strings((0..<number(0..<4)).map { _ in text() })
    case 9: .options([text(): oddValue()])
    case 10: .structure([oddValue(), .uint32(1)])
    default: .variant(oddValue())
    }
  }
}
