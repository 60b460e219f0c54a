import DBus
import TestBus

/// A plain client of a notification server.
struct NotificationClient: Sendable {
  let bus: PrivateBus
  private let peer: Peer
  /// The notification signals that came, as `member argument argument`.
  let signals = Inbox<String>(of: "signal")
  /// Who sent them.
  let senders = Inbox<BusName?>(of: "sender")

  static func join(_ bus: PrivateBus) async throws -> NotificationClient {
    let client = NotificationClient(bus: bus, peer: try await Peer.join(bus))
    let (signals, senders) = (client.signals, client.senders)
    let rule = MatchRule(interface: .notifications)
    _ = try await client.peer.connection.onSignal(rule) { signal in
      guard case .signal(_, _, let member) = signal.kind else { return }
      senders.put(signal.sender)
      let arguments = signal.body.map { value in
        value.string ?? value.uint32.map { "\($0)" } ?? "\(value)"
      }
      signals.put(([member.text] + arguments).joined(separator: " "))
    }
    return client
  }

  var name: BusName { peer.name }

  func notify(
    _ summary: String, _ body: String = "", replaces: UInt32 = 0, actions: [String] = [],
    hints: [String: Value] = [:], expiry: Int32 = 0
  ) async throws -> UInt32 {
    let arguments: [Value] = [
      .string("test"), .uint32(replaces), .string("icon"), .string(summary), .string(body),
      .strings(actions), .options(hints), .int32(expiry),
    ]
    guard let id = try await call("Notify", arguments).body.first?.uint32 else {
      throw DBusError.unexpectedReply("Notify")
    }
    return id
  }

  func close(_ id: UInt32, _ timeout: Duration = .defaultLimit) async throws {
    _ = try await call("CloseNotification", [.uint32(id)], timeout)
  }

  /// What a method without arguments answers.
  func ask(_ member: MemberName, _ timeout: Duration = .defaultLimit) async throws -> [Value] {
    try await call(member, [], timeout).body
  }

  /// The property `Inhibited`.
  func inhibited() async throws -> Value? {
    let call = Message.call(
      "Get", on: .notifications, of: .notifications, interface: .properties,
      [.string("org.freedesktop.Notifications"), .string("Inhibited")])
    return try await peer.call(call).first
  }

  func signal() async throws -> String { try await signals.next() }

  /// Returns when all that was sent to this client before has come in.
  func settle() async throws { try await peer.settle() }

  func leave() async { await peer.connection.close() }

  private func call(
    _ member: MemberName, _ arguments: [Value], _ timeout: Duration = .defaultLimit
  ) async throws -> Message {
    let call = Message.call(
      member, on: .notifications, of: .notifications, interface: .notifications, arguments)
    return try await peer.connection.call(call, timeout: timeout)
  }
}
