import DBus

/// What has come in over a client's connection beside the replies of its calls.
struct ClientInbox {
  /// Replies to calls that somebody will ask for, by serial.
  var replies: [UInt32: Result<Message, DBusError>] = [:]
  /// Signals, oldest first.
  var signals: [Message] = []
  /// Who owns the daemon's name, while somebody watches.
  var owner: BusName?
  /// The serials whose replies are wanted; all others are dropped.
  var awaited: Set<UInt32> = []

  /// Puts a message where it will be looked for.
  mutating func file(_ message: Message) {
    switch message.kind {
    case .reply(let serial): settle(serial, .success(message))
    case .error(let name, let serial):
      let text = message.body.first?.string ?? ""
      settle(serial, .failure(.remote(name: name, text: text)))
    case .signal: signals.append(message)
    case .call: break
    }
  }

  /// The reply to a call, taken out; nil when there is none yet.
  mutating func take(_ serial: UInt32) -> Result<Message, DBusError>? {
    guard let reply = replies.removeValue(forKey: serial) else { return nil }
    awaited.remove(serial)
    return reply
  }

  private mutating func settle(_ serial: UInt32, _ reply: Result<Message, DBusError>) {
    guard awaited.contains(serial) else { return }
    replies[serial] = reply
  }
}
