import DBus

/// The names of the Desktop Notifications specification.
enum Notifications {
  /// What notification servers own.
  static let name: BusName = "org.freedesktop.Notifications"
  static let path: ObjectPath = "/org/freedesktop/Notifications"
  static let interface: InterfaceName = "org.freedesktop.Notifications"

  /// A call to one server, by its unique name: it never reaches another one that took the name over.
  static func call(_ member: MemberName, to owner: BusName, _ body: [Value] = []) -> Message {
    .call(member, on: path, of: owner, interface: interface, body)
  }

  /// Which signals of the server's object to ask the bus for. The bus passes on only those of
  /// whoever owns the name; others may come straight to us, and are told by their sender.
  static func signals(of interface: InterfaceName) -> MatchRule {
    MatchRule(sender: name, path: path, interface: interface)
  }
}
