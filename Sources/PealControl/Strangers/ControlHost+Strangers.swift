internal import DBus
internal import Peal
internal import Synchronization

/// A client of the bus, and who is behind it.
struct Client: Sendable {
  let name: BusName
  let caller: Caller
}

/// What programs may do that are not the person's own: post, and wait for and withdraw what they
/// posted.
///
/// After a restart of the daemon their alerts are theirs again once they post them with their tokens,
/// as `peal` does.
extension ControlHost {
  /// - Throws: ``Refusal/notPermitted``.
  func permit(
    _ method: Alerts1.Method, _ body: [Value], to client: Client
  ) throws(ControlError) {
    guard let confinement = client.caller.confinement else { return }
    switch method {
    case .post, .postMany: return
    case .wait, .withdraw:
      let id = AlertID(rawValue: body[0].uint32 ?? 0)
      guard owns(id, confinement) else { throw .notPermitted(confinement) }
    case .update, .withdrawTop, .activate, .snooze, .answer, .clear, .list, .history, .describe,
      .pause, .release, .reload, .stop:
      throw .notPermitted(confinement)
    }
  }

  /// Has a stranger's alert go by the stranger's name, so that its tag is nobody else's.
  ///
  /// - Throws: ``Refusal/notPermitted`` when it is to replace what is not its own.
  func confine(_ request: inout PostRequest, of client: Client) throws(ControlError) {
    guard let confinement = client.caller.confinement else { return }
    if let id = request.replacing, !owns(id, confinement) { throw .notPermitted(confinement) }
    if let name = confinement.appName {
      request.alert.appName = name
    } else if request.alert.tag != nil {
      throw .notPermitted(confinement)
    }
  }

  /// Notes whose an alert is.
  func note(_ id: AlertID, of client: Client) {
    guard let confinement = client.caller.confinement else { return }
    state.withLock { $0.strangers.note(id, of: confinement) }
  }

  private func owns(_ id: AlertID, _ confinement: Confinement) -> Bool {
    state.withLock { $0.strangers.holds(id, of: confinement) }
  }
}

extension ControlError {
  /// The refusal of what strangers may not do.
  fileprivate static func notPermitted(_ confinement: Confinement) -> ControlError {
    .refused(
      .notPermitted,
      "\(confinement) may only post alerts, and wait for and withdraw its own")
  }
}
