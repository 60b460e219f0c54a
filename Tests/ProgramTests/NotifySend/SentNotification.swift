import DBus
import TestBus
import Testing

/// What came of a notify-send command line, in a form in which the original and Peal can be compared.
struct SentNotification: Equatable {
  /// The eight arguments of Notify; nil when nothing was sent.
  var call: Call?
  var output = ""
  var exit = ChildProcess.Exit.status(0)

  /// The arguments of Notify.
  struct Call: Equatable {
    var appName: String
    var replaces: UInt32
    var icon: String
    var summary: String
    var body: String
    var actions: [String]
    var hints: [String: Value]
    var expiry: Int32
  }

  /// Nothing was sent or printed, and the exit status is 1.
  static let refused = SentNotification(call: nil, exit: .status(1))
}

extension SentNotification.Call {
  /// The arguments as they came, but for the sender's process, which is checked here.
  init(_ notification: Notification, from process: Int32) {
    appName = notification.appName
    replaces = notification.replacesID
    icon = notification.appIcon
    summary = notification.summary
    body = notification.body
    actions = notification.actions
    hints = notification.hints
    expiry = notification.expireTimeout
    if hints["sender-pid"] == .int64(Int64(process)) { hints["sender-pid"] = nil }
  }

  /// What is otherwise in every call of Peal, and why:
  ///
  /// * A tag of the alert's own, by which some servers replace an orphan (DESIGN §4).
  /// * The keys of actions are their indices: so any key comes back as it was, and no server makes
  ///   anything of it. What the caller is told is its own key.
  func withoutOurWays(keys: [String]) -> SentNotification.Call {
    var call = self
    for name in ["x-canonical-private-synchronous", "x-dunst-stack-tag"] {
      guard case .string(let tag) = call.hints[name], tag.hasPrefix("peal:") else { continue }
      call.hints[name] = nil
    }
    for (index, key) in keys.prefix(call.actions.count / 2).enumerated()
    where call.actions[index * 2] == "\(index)" {
      call.actions[index * 2] = key
    }
    return call
  }
}
