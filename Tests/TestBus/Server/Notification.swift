package import DBus

/// One call of Notify: its eight arguments, who made it, when, and what it got.
package struct Notification: Sendable, Hashable {
  package let appName: String
  package let replacesID: UInt32
  package let appIcon: String
  package let summary: String
  package let body: String
  /// Keys and labels in turn, as they came.
  package let actions: [String]
  /// By name, variants taken off; of a name given twice the last.
  package let hints: [String: Value]
  /// Milliseconds, 0 for never, -1 for the server's choice.
  package let expireTimeout: Int32

  /// The eight arguments as they came.
  package let arguments: [Value]
  /// The caller's unique name.
  package let sender: BusName?
  /// When it came in.
  package let time: ContinuousClock.Instant
  /// The id that it got, whether or not the reply was sent; nil if it was refused or dropped.
  package internal(set) var id: UInt32?

  init?(_ message: Message, at time: ContinuousClock.Instant) {
    let body = message.body
    guard message.signature == "susssasa{sv}i",
      let appName = body[0].string, let replacesID = body[1].uint32, let appIcon = body[2].string,
      let summary = body[3].string, let text = body[4].string, let actions = body[5].elements,
      let hints = body[6].options, case .int32(let expireTimeout) = body[7]
    else { return nil }
    self.appName = appName
    self.replacesID = replacesID
    self.appIcon = appIcon
    self.summary = summary
    self.body = text
    self.actions = actions.compactMap(\.string)
    self.hints = hints
    self.expireTimeout = expireTimeout
    arguments = body
    sender = message.sender
    self.time = time
  }

  /// The keys of the actions, in order.
  package var keys: [String] {
    stride(from: 0, to: actions.count, by: 2).map { actions[$0] }
  }

  /// The labels of the actions, in order.
  package var labels: [String] {
    stride(from: 1, to: actions.count, by: 2).map { actions[$0] }
  }

  /// The key of the button with a label: what a person who reads the label presses.
  package func key(labelled label: String) -> String? {
    zip(keys, labels).first { $0.1 == label }?.0
  }

  /// Whether it has the hint that makes it critical.
  package var isCritical: Bool { hints["urgency"] == .byte(2) }

  /// The tag by which dunst and others replace.
  package var stackTag: String? {
    (hints["x-dunst-stack-tag"] ?? hints["x-canonical-private-synchronous"])?.string
  }
}

/// What a scripted server has up.
package struct Popup: Sendable, Hashable {
  package let id: UInt32
  /// What it shows: the latest Notify.
  package internal(set) var notification: Notification
  package internal(set) var place: Place

  package enum Place: Sendable, Hashable {
    case screen
    case tray
    /// Taken and not shown: do-not-disturb.
    case nowhere
  }
}

/// What came to pass at a scripted server, in order.
package enum ServerEvent: Sendable, Hashable {
  /// A Notify came in.
  case notify(Notification)
  /// A CloseNotification came in.
  case closeRequested(UInt32)
  /// GetServerInformation or GetCapabilities came in.
  case asked(MemberName)
  /// A popup is gone, for this reason, reported or not.
  case gone(UInt32, reason: UInt32)
  /// The server left the bus, and all its popups are gone.
  case died
}
