internal import DBus
internal import Peal
internal import Synchronization

/// `Update`, `Withdraw`, `WithdrawTop`, `Activate`, `Snooze`, `Answer`, `Clear`.
extension ControlHost {
  func act(_ method: Alerts1.Method, _ body: [Value]) throws(ControlError) -> Value {
    switch method {
    case .withdrawTop: return .uint32(center.withdrawTop()?.rawValue ?? 0)
    case .clear: return .uint32(UInt32(clamping: try clear(body[0].options ?? [:])))
    default:
      let id = AlertID(rawValue: body[0].uint32 ?? 0)
      return .boolean(try outcome(try act(method, on: id, body), method, id))
    }
  }

  private func act(
    _ method: Alerts1.Method, on id: AlertID, _ body: [Value]
  ) throws(ControlError) -> AlertCenter.ActResult {
    switch method {
    case .update: return try update(id, body[1].options ?? [:])
    case .activate: return center.activate(id)
    case .snooze:
      let duration = Duration.milliseconds(body[1].integer ?? 0)
      guard duration > .zero else {
        throw .badValue(option: "milliseconds", reason: "a snooze takes more than 0 ms")
      }
      return center.snooze(id, for: duration)
    case .answer: return center.answer(id, key: body[1].string ?? "")
    default: return center.withdraw(id)
    }
  }

  private func update(
    _ id: AlertID, _ options: [String: Value]
  ) throws(ControlError) -> AlertCenter.ActResult {
    var change = try AlertChange(wire: options)
    guard let alert = center.status(of: id)?.alert else { return .noSuchAlert }
    try change.settleText(of: alert)
    return center.update(id, change)
  }

  private func clear(_ options: [String: Value]) throws(ControlError) -> Int {
    let query = try Query(options)
    guard query.limit == nil, query.after == nil, query.since == nil else {
      throw .badValue(option: "filter", reason: "Clear goes by id, app, tag and all only")
    }
    let filter = Filter(id: query.id, app: query.appName, tag: query.tag)
    return query.includesShown ? center.clearAll(filter) : center.clear(filter)
  }

  /// True when it is done, false when there is no such alert.
  private func outcome(
    _ result: AlertCenter.ActResult, _ method: Alerts1.Method, _ id: AlertID
  ) throws(ControlError) -> Bool {
    switch result {
    case .done: return true
    case .noSuchAlert: return false
    case .alreadyEnding:
      throw .refused(.noSuchAlert, "alert \(id.rawValue) is ending already")
    case .nothingToActivate:
      throw .refused(
        .invalidArgs, "alert \(id.rawValue) is neither manual nor delayed nor snoozed")
    case .unknownKey:
      throw .refused(
        .invalidArgs, "alert \(id.rawValue) has no such action: \(choices(of: id))")
    }
  }

  /// What can be chosen instead.
  private func choices(of id: AlertID) -> String {
    let alert = center.status(of: id)?.alert
    let keys = alert?.actions.map(\.key.debugDescription) ?? []
    guard keys.isEmpty else { return "there are \(keys.joined(separator: ", "))" }
    return alert?.replyPlaceholder == nil
      ? "it has no actions" : "it takes typed text only, at its popup"
  }
}
