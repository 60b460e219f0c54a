/// A D-Bus message: header and body.
package struct Message: Hashable, Sendable {
  /// What kind of message it is, with the header fields that the kind must have.
  package enum Kind: Hashable, Sendable {
    case call(path: ObjectPath, interface: InterfaceName?, member: MemberName)
    case signal(path: ObjectPath, interface: InterfaceName, member: MemberName)
    case reply(to: UInt32)
    case error(ErrorName, to: UInt32)
  }

  /// What kind of message it is.
  package var kind: Kind
  /// To whom it goes; a signal without a destination is broadcast.
  package var destination: BusName?
  /// Who sent it, filled in by the bus.
  package var sender: BusName?
  /// The arguments.
  package var body: [Value]
  /// The sender's number of the message; the bus's library gives it when the message is sent.
  package var serial: UInt32 = 0
  /// The sender wants no reply.
  package var wantsNoReply = false
  /// The bus may start a service to deliver it. Off: a daemon never starts a server by accident.
  package var autoStart = false

  /// Makes a message; the bus fills in who sends it.
  package init(_ kind: Kind, to destination: BusName? = nil, body: [Value] = []) {
    self.kind = kind
    self.destination = destination
    self.body = body
  }

  /// A method call.
  package static func call(
    _ member: MemberName, on path: ObjectPath, of destination: BusName?,
    interface: InterfaceName, _ body: [Value] = []
  ) -> Message {
    Message(.call(path: path, interface: interface, member: member), to: destination, body: body)
  }

  /// A signal, broadcast.
  package static func signal(
    _ member: MemberName, from path: ObjectPath, interface: InterfaceName, _ body: [Value] = []
  ) -> Message {
    Message(.signal(path: path, interface: interface, member: member), body: body)
  }

  /// The reply to a call.
  package static func reply(to call: Message, _ body: [Value] = []) -> Message {
    Message(.reply(to: call.serial), to: call.sender, body: body)
  }

  /// The error reply to a call, with a sentence for a person.
  package static func error(_ name: ErrorName, _ text: String, to call: Message) -> Message {
    Message(.error(name, to: call.serial), to: call.sender, body: [.string(text)])
  }

  /// The signature of the whole body.
  package var signature: Signature {
    Signature(unchecked: body.map(\.type.text).joined())
  }
}
