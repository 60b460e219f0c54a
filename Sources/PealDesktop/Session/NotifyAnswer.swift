import DBus
import Peal

/// What came of a `Notify`.
enum NotifyAnswer: Sendable, Hashable {
  /// The server's id of the popup; 0 is not one.
  case shown(UInt32)
  /// Why the server does not show it.
  case refused(PresentFailure)
  /// The server will not answer any more, says the bus.
  case unanswered(String)
  /// The bus is gone; so is everything else.
  case disconnected

  /// Reads the end of a call.
  init(_ result: Result<Message, DBusError>) {
    switch result {
    case .success(let reply):
      guard reply.body.count == 1, let id = reply.body[0].uint32 else {
        self = .refused(.permanent("the answer is of type (\(reply.signature))"))
        return
      }
      self = .shown(id)
    case .failure(.disconnected), .failure(.cancelled):
      self = .disconnected
    case .failure(.remote(let name, let text)):
      self = Self.read(name, text.isEmpty ? name.text : text)
    case .failure(let error):
      self = .refused(.permanent(error.description))
    }
  }

  private static func read(_ name: ErrorName, _ text: String) -> NotifyAnswer {
    if name.isFromTheBus { return .unanswered(text) }
    let mayPass = passing.contains(name) || text.lowercased().contains("too many")
    return .refused(mayPass ? .retryable(text) : .permanent(text))
  }

  /// The errors that may be gone next time.
  private static let passing: Set<ErrorName> = [
    // Plasma, for an equal text within a second.
    "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
    // notification-daemon and its forks, for more than 20 popups.
    "org.freedesktop.Notifications.MaxNotificationsExceeded",
    "org.freedesktop.DBus.Error.LimitsExceeded",
    "org.freedesktop.DBus.Error.NoMemory",
    "org.freedesktop.DBus.Error.Timeout",
  ]
}

extension ErrorName {
  /// Whether the bus answers so in the place of somebody who has left, or says nothing: then the
  /// callee has given no sign of life.
  var isFromTheBus: Bool {
    switch self {
    case .noReply, .nameHasNoOwner, .serviceUnknown: true
    default: false
    }
  }
}

extension Result where Success == Message, Failure == DBusError {
  /// Whether the callee itself has answered, with whatever it be.
  var isAnswer: Bool {
    switch self {
    case .success: true
    case .failure(.remote(let name, _)): !name.isFromTheBus
    case .failure: false
    }
  }
}
