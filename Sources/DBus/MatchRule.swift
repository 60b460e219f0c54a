/// Which signals a connection asks the bus for.
///
/// D-Bus specification, "Match Rules". Names cannot hold a quote, so none needs escaping.
package struct MatchRule: Hashable, Sendable, CustomStringConvertible {
  /// Who sends it.
  package var sender: BusName?
  /// The object that it is about.
  package var path: ObjectPath?
  /// The interface that declares it.
  package var interface: InterfaceName?
  /// Its name.
  package var member: MemberName?
  /// What the first argument, a string, must be.
  package var firstArgument: BusName?

  /// Asks for the signals that agree with whatever is given.
  package init(
    sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil,
    member: MemberName? = nil, firstArgument: BusName? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The rule as the bus reads it.
  package var description: String {
    var parts = ["type='signal'"]
    if let sender { parts.append("sender='\(sender)'") }
    if let path { parts.append("path='\(path)'") }
    if let interface { parts.append("interface='\(interface)'") }
    if let member { parts.append("member='\(member)'") }
    if let firstArgument { parts.append("arg0='\(firstArgument)'") }
    return parts.joined(separator: ",")
  }

  /// Whether a signal that came in is one the rule asks for.
  ///
  /// A well-known sender other than the bus itself is resolved by the bus, not here: who cares for
  /// the sender compares ``Message/sender`` with the name's owner.
  func matches(_ message: Message) -> Bool {
    guard case .signal(let path, let interface, let member) = message.kind else { return false }
    if let wanted = self.path, wanted != path { return false }
    if let wanted = self.interface, wanted != interface { return false }
    if let wanted = self.member, wanted != member { return false }
    if let sender, sender.isUnique || sender == .bus, sender != message.sender { return false }
    if let firstArgument, message.body.first?.string != firstArgument.text { return false }
    return true
  }
}

extension BusName {
  /// The bus itself.
  package static let bus: BusName = "org.freedesktop.DBus"
}

extension ObjectPath {
  /// The bus's own object.
  package static let bus: ObjectPath = "/org/freedesktop/DBus"
}

extension InterfaceName {
  /// The interface of the bus itself.
  package static let bus: InterfaceName = "org.freedesktop.DBus"
  /// What describes an object.
  package static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
  /// What every connection answers.
  package static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
  /// What reads properties and tells of their changes.
  package static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}
