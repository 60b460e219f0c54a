import Peal
import PealControl

/// The verbs that act on alerts: withdraw, answer, update, snooze, activate, clear.
struct Acting {
  let line: Invocation
  let session: Session

  init(_ line: Invocation) throws(Failure) {
    self.line = line
    session = try Session(line)
  }

  /// Ends alerts; each number that names none is said, and the others end all the same.
  func withdraw() throws(Failure) -> ExitStatus {
    if line.address.isTop {
      let id = try session.ask { client throws(ControlError) in try client.withdrawTop() }
      guard id != nil else { throw Failure(.noSuchAlert, "no alert is on screen") }
      return .done
    }
    var missing: [Failure] = []
    for id in try line.allAddressed(session) {
      let isThere = try session.ask { client throws(ControlError) in try client.withdraw(id) }
      if !isThere { missing.append(.noSuchAlert(id)) }
    }
    guard let last = missing.popLast() else { return .done }
    for failure in missing { Program.complain(failure) }
    throw last
  }

  /// Presses a button; without a key, lists the keys.
  func answer() throws(Failure) -> ExitStatus {
    guard let key = line.operands.first else { return try listKeys() }
    return try act { client, id throws(ControlError) in try client.answer(id, key: key) }
  }

  private func listKeys() throws(Failure) -> ExitStatus {
    let id = try line.addressed(session)
    let report = try line.report(of: id, session)
    for action in report.actions {
      try Channel.output.line("\(action.key)\t\(action.label.printable)")
    }
    if report.replyPlaceholder != nil {
      warn("alert \(id.rawValue) takes typed text, only at its popup")
    }
    return .done
  }

  func update() throws(Failure) -> ExitStatus {
    let change = try line.change()
    return try act { client, id throws(ControlError) in try client.update(id, change) }
  }

  func snooze() throws(Failure) -> ExitStatus {
    let duration = line.duration ?? .zero
    return try act { client, id throws(ControlError) in try client.snooze(id, for: duration) }
  }

  func activate() throws(Failure) -> ExitStatus {
    try act { client, id throws(ControlError) in try client.activate(id) }
  }

  func clear() throws(Failure) -> ExitStatus {
    let query = line.query
    let count = try session.ask { client throws(ControlError) in try client.clear(query) }
    try Channel.output.line("\(count)")
    return .done
  }

  private func act(
    _ body: (ControlClient, AlertID) throws(ControlError) -> Bool
  ) throws(Failure) -> ExitStatus {
    let id = try line.addressed(session)
    let isThere = try session.ask { client throws(ControlError) in try body(client, id) }
    guard isThere else { throw .noSuchAlert(id) }
    return .done
  }
}
