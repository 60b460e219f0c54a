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
    for id in try line.addressed(session) {
      let isThere = try session.ask { client throws(ControlError) in try client.withdraw(id) }
      if !isThere { missing.append(.noSuchAlert(id)) }
    }
    guard let last = missing.popLast() else { return .done }
    for failure in missing { Program.complain(failure) }
    throw last
  }

  /// Presses a button; without a key, lists the keys.
  func answer() throws(Failure) -> ExitStatus {
    let isTop = line.address.isTop
    let key = line.operands.dropFirst(isTop ? 0 : 1).first
    guard let key else { return try listKeys() }
    let id = try isTop ? line.top(session).id : line.id(line.operands[0])
    return try act(on: id) { client throws(ControlError) in try client.answer(id, key: key) }
  }

  private func listKeys() throws(Failure) -> ExitStatus {
    let isTop = line.address.isTop
    let report =
      try isTop ? line.top(session) : line.report(of: line.id(line.operands[0]), session)
    for action in report.actions {
      try Channel.output.line("\(action.key)\t\(action.label.printable)")
    }
    return .done
  }

  func update() throws(Failure) -> ExitStatus {
    let isAddressed = line.address.isTop || line.address.tag != nil
    let texts = line.operands.dropFirst(isAddressed ? 0 : 1)
    let change = try line.change(texts)
    let id = try isAddressed ? latest() : line.id(line.operands[0])
    return try act(on: id) { client throws(ControlError) in try client.update(id, change) }
  }

  /// Of several with one tag the latest is the one that a newcomer would meet (SEMANTICS R9).
  private func latest() throws(Failure) -> AlertID {
    try line.addressed(session).max() ?? AlertID(rawValue: 0)
  }

  func snooze() throws(Failure) -> ExitStatus {
    let id = try line.id(line.operands[0])
    let duration: Duration
    do throws(ValueError) {
      duration = try Duration(argument: line.operands[1])
    } catch {
      let mistake = CommandLineError.badOperand(line.operands[1], problem: error.problem)
      throw .usage(mistake.text, see: "peal help snooze")
    }
    return try act(on: id) { client throws(ControlError) in try client.snooze(id, for: duration) }
  }

  func activate() throws(Failure) -> ExitStatus {
    let id = try line.id(line.operands[0])
    return try act(on: id) { client throws(ControlError) in try client.activate(id) }
  }

  func clear() throws(Failure) -> ExitStatus {
    let query = line.query
    let count = try session.ask { client throws(ControlError) in try client.clear(query) }
    try Channel.output.line("\(count)")
    return .done
  }

  private func act(
    on id: AlertID, _ body: (ControlClient) throws(ControlError) -> Bool
  ) throws(Failure) -> ExitStatus {
    guard try session.ask(body) else { throw .noSuchAlert(id) }
    return .done
  }
}
