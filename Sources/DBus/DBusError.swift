/// What can go wrong on the bus.
package enum DBusError: Error, Hashable, CustomStringConvertible {
  /// No connection could be made to any of the addresses.
  case unreachable(address: String, reason: String)
  /// The bus is gone, or the connection was closed.
  case disconnected
  /// There was no reply in time.
  case timedOut
  /// The task that waited was cancelled.
  case cancelled
  /// The peer, or the bus, answered with an error: its name and its sentence.
  case remote(name: ErrorName, text: String)
  /// A message that must not be sent, and why.
  case invalid(String)
  /// A reply that is not what the call promises.
  case unexpectedReply(String)

  package var description: String {
    switch self {
    case .unreachable(let address, let reason): "no bus at \(address): \(reason)"
    case .disconnected: "the bus connection is closed"
    case .timedOut: "no reply in time"
    case .cancelled: "cancelled"
    case .remote(let name, let text): text.isEmpty ? name.text : "\(text) (\(name))"
    case .invalid(let reason): "cannot be sent: \(reason)"
    case .unexpectedReply(let what): "unexpected reply to \(what)"
    }
  }
}

extension ErrorName {
  /// Nobody owns the name, and no service can be started for it.
  package static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
  /// Nobody owns the name.
  package static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
  /// The callee left, or the bus waited too long, before a reply.
  package static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
  /// The callee has no such object.
  package static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
  /// The object has no such interface.
  package static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
  /// The interface has no such method.
  package static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
  /// The interface has no such property.
  package static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
  /// The property cannot be set.
  package static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
  /// The arguments are not of the method's types.
  package static let invalidArgs: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
  /// Anything else.
  package static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
}
