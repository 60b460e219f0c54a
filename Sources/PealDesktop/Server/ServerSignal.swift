import DBus
import Peal

/// A signal of a notification server (specification, "Signals").
enum ServerSignal: Sendable, Hashable {
  case closed(id: UInt32, CloseReason)
  case actionInvoked(id: UInt32, key: String)
  /// Since 1.3; comes before the action that it belongs to.
  case activationToken(id: UInt32, token: String)
  /// The extension that goes with the capability `inline-reply`.
  case replied(id: UInt32, text: String)

  /// Reads a signal; nil when it is another one or not what the specification says.
  init?(_ message: Message) {
    guard case .signal(Notifications.path, Notifications.interface, let member) = message.kind,
      message.body.count == 2, let id = message.body[0].uint32
    else { return nil }
    switch (member, message.body[1]) {
    case ("NotificationClosed", .uint32(let reason)): self = .closed(id: id, CloseReason(reason))
    case ("ActionInvoked", .string(let key)): self = .actionInvoked(id: id, key: key)
    case ("ActivationToken", .string(let token)): self = .activationToken(id: id, token: token)
    case ("NotificationReplied", .string(let text)): self = .replied(id: id, text: text)
    default: return nil
    }
  }

  /// The server's id of the popup that it is about.
  var id: UInt32 {
    switch self {
    case .closed(let id, _), .actionInvoked(let id, _), .activationToken(let id, _),
      .replied(let id, _):
      id
    }
  }
}

extension CloseReason {
  /// The reason by its number on the wire.
  init(_ number: UInt32) {
    switch number {
    case 1: self = .expired
    case 2: self = .dismissed
    case 3: self = .closedByCall
    default: self = .undefined
    }
  }
}
