package import DBus

extension ControlError {
  /// What an error of the bus means to a caller of the daemon.
  package init(_ error: DBusError) {
    switch error {
    case .unreachable: self = .noBus(error.description)
    case .disconnected, .cancelled: self = .lost
    case .timedOut: self = .silent
    case .invalid(let reason): self = .malformed("this cannot be sent: \(reason)")
    case .unexpectedReply(let method): self = .unexpectedReply(to: method)
    case .remote(let name, let text): self.init(remote: name, text)
    }
  }

  private init(remote name: ErrorName, _ text: String) {
    if let refusal = Refusal(name) {
      self = .refused(refusal, text)
      return
    }
    switch name {
    case .serviceUnknown, .nameHasNoOwner: self = .noDaemon
    case .noReply: self = .lost
    case .invalidArgs: self = .refused(.invalidArgs, text)
    case "org.freedesktop.DBus.Error.AccessDenied": self = .refused(.notPermitted, text)
    case "org.freedesktop.DBus.Error.LimitsExceeded": self = .refused(.full, text)
    case .unknownMethod, .unknownObject, .unknownInterface, .unknownProperty:
      self = .refused(.internal, "the daemon is of another version: \(text)")
    default: self = .refused(.internal, DBusError.remote(name: name, text: text).description)
    }
  }
}
