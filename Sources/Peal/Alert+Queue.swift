extension Alert {
  /// How it comes to its slot when its caller did not say.
  var effectiveArrival: Arrival {
    arrival ?? (priority == .critical ? .preempt : .wait)
  }

  /// The urgency that the server is told.
  public var effectiveUrgency: Urgency {
    if let urgency { return urgency }
    switch priority {
    case .low: return .low
    case .normal, .high: return .normal
    case .critical: return .critical
    }
  }

  /// What makes it impossible to show or to answer; nil when it is sound.
  public var flaw: AlertError? {
    guard !summary.isEmpty || !body.isEmpty else { return .empty }
    guard actions.count <= Limits.actions else { return .tooManyActions(actions.count) }
    guard actions.count > 1 else { return nil }
    var keys: Set<String> = []
    for action in actions where !keys.insert(action.key).inserted {
      return .duplicateKey(action.key)
    }
    return nil
  }

  /// Whether pressing that key means something; a reply has ``Action/replyKey``.
  func declares(_ key: String) -> Bool {
    actions.contains { $0.key == key } || replyPlaceholder != nil && key == Action.replyKey
  }

  /// Whether that is the reply button itself, which says nothing: what is typed does.
  func isBareReply(_ key: String, _ text: String?) -> Bool {
    key == Action.replyKey && text == nil && replyPlaceholder != nil
  }

  /// Bytes of all its texts (R13).
  var textSize: Int {
    var size = summary.utf8.count + body.utf8.count + appName.utf8.count
    size += (tag?.utf8.count ?? 0) + (replyPlaceholder?.utf8.count ?? 0)
    size += (icon?.utf8.count ?? 0) + (appIcon?.utf8.count ?? 0)
    size += (image?.utf8.count ?? 0) + (category?.utf8.count ?? 0)
    for action in actions { size += action.key.utf8.count + action.label.utf8.count }
    for (name, value) in hints {
      size += name.utf8.count
      if case .string(let text) = value { size += text.utf8.count }
    }
    for (name, text) in userInfo { size += name.utf8.count + text.utf8.count }
    return size
  }
}
