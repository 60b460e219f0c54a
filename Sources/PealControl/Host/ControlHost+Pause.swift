internal import DBus
internal import Peal
internal import Synchronization

/// `Pause` and `Release`.
extension ControlHost {
  func hold(
    _ method: Alerts1.Method, _ body: [Value], _ client: BusName
  ) throws(ControlError) -> Bool {
    guard method == .pause else {
      let token = try token(body[0].string ?? "", client)
      note(nil, token)
      return center.resume(token)
    }
    let request = try PauseRequest(body[0].options ?? [:])
    let token = try token(request.name ?? "", client)
    let owner = request.name == nil ? Owner(client) : nil
    if owner != nil { watch(client) }
    do {
      try center.pause(
        token.rawValue, for: request.duration, except: request.exception.core, owner: owner)
    } catch {
      let limit = Limits.pauseTokens
      throw .refused(.full, "\(limit) pause tokens are held already, which is the limit")
    }
    if owner == nil { note(center.record.pauses[token], token) }
    return true
  }

  /// Keeps a pause beyond this process.
  private func note(_ pause: QueueRecord.Pause?, _ token: PauseToken) {
    state.withLock { $0.archive }?.notePause(pause, token)
  }

  /// The token of a name; the one without a name is the client's own, called by its unique name.
  private func token(_ name: String, _ client: BusName) throws(ControlError) -> PauseToken {
    guard !name.hasPrefix(":") else {
      throw .badValue(option: "name", reason: "a name does not begin with a colon")
    }
    return PauseToken(rawValue: name.isEmpty ? client.text : name)
  }
}

extension PauseRequest.Exception {
  fileprivate var core: AlertQueue.Pausing.Exception {
    switch self {
    case .critical: .critical
    case .none: .nothing
    }
  }
}
