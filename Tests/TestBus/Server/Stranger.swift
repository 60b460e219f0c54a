package import DBus

/// A peer that does not own `org.freedesktop.Notifications` and speaks as if it did.
package final class Stranger: Sendable {
  private let peer: Peer

  private init(_ peer: Peer) {
    self.peer = peer
  }

  /// Its connection, for whatever else a stranger may do.
  package var connection: Connection { peer.connection }

  /// Joins a bus.
  package static func join(_ bus: PrivateBus) async throws -> Stranger {
    Stranger(try await Peer.join(bus))
  }

  /// Sends a signal of the notification interface, to everybody or to one.
  ///
  /// When this returns, the bus has passed it on: what a peer gets after this comes later.
  package func emit(_ member: MemberName, _ body: [Value], to destination: BusName? = nil)
    async throws
  {
    var signal = Message.signal(member, from: .notifications, interface: .notifications, body)
    signal.destination = destination
    try connection.send(signal)
    try await peer.settle()
  }

  /// Claims that a button was pressed.
  package func claimPress(_ id: UInt32, _ key: String, to destination: BusName? = nil) async throws
  {
    try await emit("ActionInvoked", [.uint32(id), .string(key)], to: destination)
  }

  /// Claims that a popup was closed.
  package func claimClosed(
    _ id: UInt32, reason: UInt32 = 2, to destination: BusName? = nil
  ) async throws {
    try await emit("NotificationClosed", [.uint32(id), .uint32(reason)], to: destination)
  }

  /// Bodies for each signal that have the wrong types, too many or too few arguments, or ids that
  /// nobody has.
  package static func oddSignals(around id: UInt32) -> [(member: MemberName, body: [Value])] {
    let bodies: [[Value]] = [
      [], [.uint32(id)], [.string("\(id)"), .string("yes")], [.int32(Int32(bitPattern: id))],
      [.uint32(id), .uint32(0)], [.uint32(id), .uint32(.max)], [.uint32(id), .string("")],
      [.uint32(id), .string("no such key")], [.uint32(id), .string("yes"), .uint32(1)],
      [.variant(.uint32(id)), .variant(.string("yes"))], [.uint32(0), .string("yes")],
      [.uint32(.max), .string("yes")], [.uint32(id &+ 1), .uint32(2)],
      [.structure([.uint32(id), .string("yes")])], [.array(of: "u", [])],
      [.uint32(id), .string(String(repeating: "x", count: 1 << 20))],
    ]
    let members: [MemberName] = [
      "ActionInvoked", "NotificationClosed", "NotificationReplied", "ActivationToken", "Unheard",
    ]
    return members.flatMap { member in bodies.map { (member, $0) } }
  }
}
