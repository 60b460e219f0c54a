import Glibc
import Peal
import PealControl

extension NotifySendLine {
  /// What is posted.
  ///
  /// - Throws: ``NotifySendMistake`` for a hint or an action that is none.
  func request() throws(NotifySendMistake) -> PostRequest {
    var request = PostRequest(try alert())
    request.requiresServer = staysForEnd
    request.isWaiting = staysForEnd
    request.token = PostRequest.newToken()
    return request
  }

  private func alert() throws(NotifySendMistake) -> Alert {
    let body = words.count > 1 ? words[1].withoutCEscapes : ""
    var alert = Alert(words[0], body: MarkupText.repair(body), appName: appName)
    alert.markup = .markup
    alert.urgency = urgency
    alert.expiry = Alert.Expiry(notifySend: expiry)
    alert.icon = icon.flatMap(Self.picture)
    alert.appIcon = appIcon.flatMap(Self.picture)
    alert.actions = try buttons()
    alert.hints = try allHints()
    if case .byte(let level) = alert.hints["urgency"], let level = Alert.Urgency(rawValue: level) {
      alert.hints["urgency"] = nil
      alert.urgency = level
    }
    alert.priority = alert.urgency.map { Priority($0) } ?? .normal
    return alert
  }

  /// The hints by name. What options say goes before, so that a hint of the same name counts.
  private func allHints() throws(NotifySendMistake) -> [String: Alert.HintValue] {
    var all: [String: Alert.HintValue] = [StandardHint.senderPID.rawValue: .int64(Int64(getpid()))]
    if !category.isEmpty { all[StandardHint.category.rawValue] = .string(category) }
    if isTransient { all[StandardHint.transient.rawValue] = .boolean(true) }
    for text in hints {
      let hint = try HintText(text)
      if let value = hint.value { all[hint.name] = value }
    }
    return all
  }

  /// The actions; one that is given again only gets another label.
  private func buttons() throws(NotifySendMistake) -> [Action] {
    var buttons: [Action] = []
    for (index, text) in actions.enumerated() {
      let button = try Self.button(text, index)
      if let place = buttons.firstIndex(where: { $0.key == button.key }) {
        buttons[place] = button
      } else {
        buttons.append(button)
      }
    }
    return buttons
  }

  private static func button(_ text: String, _ index: Int) throws(NotifySendMistake) -> Action {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0).trimmed }
    do {
      return try Action(parts.count == 2 ? parts[0] : "\(index)", parts[parts.count - 1])
    } catch {
      throw NotifySendMistake("Invalid action \"\(text)\": \(error.sentence).")
    }
  }

  /// An icon as it was written; but the server stands elsewhere, so that a file's path is made whole.
  private static func picture(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let isPath = text.contains("/") || text.hasPrefix("~")
    return isPath ? Picture.icon(text) ?? text : text
  }
}

extension Alert.Expiry {
  /// What notify-send's number of milliseconds means: servers take every negative one as -1.
  fileprivate init(notifySend milliseconds: Int32) {
    switch milliseconds {
    case ..<0: self = .serverDefault
    case 0: self = .never
    default: self = .after(.milliseconds(milliseconds))
    }
  }
}
