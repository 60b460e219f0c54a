import DBus
import Peal

/// The eight arguments of `Notify`, made for one server (specification, "org.freedesktop.
/// Notifications.Notify").
struct NotifyCall: Sendable, Hashable {
  var appName: String
  var replaces: UInt32
  var icon: String
  var summary: String
  var body: String
  /// Keys and labels by turns.
  var actions: [String]
  var hints: [String: Value]
  /// In milliseconds; -1 leaves it to the server, 0 is never.
  var expiry: Int32

  /// Makes the call that shows what is asked for.
  ///
  /// - Parameters:
  ///   - id: the server's id of the popup to take over; 0 for a new one.
  ///   - keys: the keys that the alert's actions have on the wire.
  ///   - variation: tells a text from an equal one that the server would not show beside it.
  init(
    _ request: PresentRequest, replacing id: UInt32, keys: ActionKeys, to server: Server,
    variation: Int = 0
  ) {
    let alert = request.alert
    appName = alert.appName.onOneLine
    replaces = id
    icon = (alert.appIcon ?? alert.icon ?? "").withoutNUL
    summary = Self.summary(of: request)
    body = BodyText(alert, for: server.capabilities).onWire(
      notes: Self.notes(on: request, to: server))
    // A character without width or meaning: two texts differ, and nobody sees it.
    body += String(repeating: "\u{200B}", count: variation)
    actions = Self.actions(of: alert, keys, to: server)
    hints = Hints(request, isReplacing: id != 0, to: server).values
    expiry = alert.expiry.onWire
  }

  /// Makes the call that leaves nothing of a popup but the shortest time on screen.
  init(fading id: UInt32) {
    appName = ""
    replaces = id
    icon = ""
    summary = ""
    body = ""
    actions = []
    hints = [:]
    expiry = 1
  }

  /// The keys that an alert's actions have on the wire of a server; none where it takes none.
  static func keys(of alert: Alert, to server: Server) -> ActionKeys {
    guard server.capabilities.has(.actions) else { return .none }
    let iconNames =
      server.capabilities.has(.actionIcons)
      && alert.hints[StandardHint.actionIcons.rawValue] == .boolean(true)
    return ActionKeys(alert.actions, iconNames: iconNames)
  }

  /// The message's body.
  var arguments: [Value] {
    [
      .string(appName), .uint32(replaces), .string(icon), .string(summary), .string(body),
      .strings(actions), .options(hints), .int32(expiry),
    ]
  }

  private static func summary(of request: PresentRequest) -> String {
    let summary = request.alert.summary.onOneLine.cut(to: Limits.summary)
    return request.count > 1 ? "\(summary) (×\(request.count))" : summary
  }

  private static func actions(
    of alert: Alert, _ keys: ActionKeys, to server: Server
  ) -> [String] {
    guard server.capabilities.has(.actions) else { return [] }
    var actions = zip(keys.onWire, alert.actions).flatMap { [$0, $1.label.onOneLine] }
    let takesReply = alert.replyPlaceholder != nil && server.capabilities.has(.inlineReply)
    if takesReply, !keys.onWire.contains(ActionKeys.inlineReply) {
      actions += [ActionKeys.inlineReply, "Reply"]
    }
    return actions
  }

  /// What stands below the body: the choices, where nothing draws them, and what was left out.
  private static func notes(on request: PresentRequest, to server: Server) -> [String] {
    var notes: [String] = []
    let buttons = request.alert.actions.filter { $0.key != ActionKeys.clickOnPopup }
    if !buttons.isEmpty, !server.drawsButtons {
      notes.append("Choices: " + buttons.map(\.label).joined(separator: " · "))
    }
    if request.leftOut > 0 { notes.append("\(request.leftOut) more left out") }
    return notes
  }
}

extension Alert.Expiry {
  /// Milliseconds; an expiry beyond what the type holds is as long as it can be.
  fileprivate var onWire: Int32 {
    switch self {
    case .serverDefault: -1
    case .never: 0
    case .after(let duration):
      Int32(clamping: max(1, duration.clampedNanoseconds / 1_000_000))
    }
  }
}
