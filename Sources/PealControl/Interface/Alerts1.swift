package import DBus

/// Peal's own bus interface by name (DESIGN §5): what the daemon serves and the command calls.
package enum Alerts1 {
  /// The well-known name that the daemon owns.
  package static let name: BusName = "org.peal.Alerts1"
  /// The one object.
  package static let path: ObjectPath = "/org/peal/Alerts1"
  /// Its interface.
  package static let interface: InterfaceName = "org.peal.Alerts1"
  /// `Changed(u id, s stage, a{sv} details)`: an alert came to another stage.
  package static let changed: MemberName = "Changed"

  /// One argument of a method or a signal.
  package typealias Argument = Interface.Argument

  /// The whole interface, as introspection shows it and calls are checked against it.
  package static let description = Interface(
    interface,
    methods: Method.allCases.map { .init($0.member, $0.inputs, returns: $0.outputs) },
    signals: [
      .init(changed, [.init("id", "u"), .init("stage", "s"), .init("details", "a{sv}")])
    ],
    properties: Property.allCases.map { .init($0.rawValue, $0.type) })

  /// The methods, in the order in which introspection lists them.
  package enum Method: String, Sendable, CaseIterable {
    case post = "Post"
    case postMany = "PostMany"
    case wait = "Wait"
    case update = "Update"
    case withdraw = "Withdraw"
    case withdrawTop = "WithdrawTop"
    case activate = "Activate"
    case snooze = "Snooze"
    case answer = "Answer"
    case clear = "Clear"
    case list = "List"
    case history = "History"
    case pause = "Pause"
    case release = "Release"
    case reload = "Reload"
    case describe = "Describe"
    case stop = "Stop"

    /// The method's name on the wire.
    package var member: MemberName { MemberName(unchecked: rawValue) }

    /// What a call carries.
    package var inputs: [Argument] {
      switch self {
      case .post:
        [Argument("summary", "s"), Argument("body", "s"), Argument("options", "a{sv}")]
      case .postMany: [Argument("alerts", "a(ssa{sv})")]
      case .wait, .withdraw, .activate: [Argument("id", "u")]
      case .update: [Argument("id", "u"), Argument("changes", "a{sv}")]
      case .snooze: [Argument("id", "u"), Argument("milliseconds", "x")]
      case .answer: [Argument("id", "u"), Argument("key", "s")]
      case .clear, .list, .history: [Argument("filter", "a{sv}")]
      case .pause: [Argument("options", "a{sv}")]
      case .release: [Argument("name", "s")]
      case .withdrawTop, .reload, .describe, .stop: []
      }
    }

    /// What its reply carries.
    package var outputs: [Argument] {
      switch self {
      case .post, .withdrawTop: [Argument("id", "u")]
      case .postMany: [Argument("results", "a(uss)")]
      case .wait: [Argument("ending", "a{sv}")]
      case .update, .withdraw, .activate, .snooze, .answer: [Argument("found", "b")]
      case .clear: [Argument("count", "u")]
      case .list, .history: [Argument("alerts", "aa{sv}")]
      case .pause: [Argument("paused", "b")]
      case .release: [Argument("released", "b")]
      case .reload: [Argument("errors", "as")]
      case .describe: [Argument("facts", "a{sv}")]
      case .stop: []
      }
    }
  }

  /// The properties, all read-only.
  package enum Property: String, Sendable, CaseIterable {
    /// The daemon's version.
    case version = "Version"
    /// How many alerts wait or are held.
    case waiting = "Waiting"
    /// How many are on screen.
    case shown = "Shown"
    /// Whether the queue is paused.
    case paused = "Paused"
    /// The notification server's name; empty without one.
    case server = "Server"

    /// The property's type.
    package var type: Signature {
      switch self {
      case .version, .server: "s"
      case .waiting, .shown: "u"
      case .paused: "b"
      }
    }
  }
}
