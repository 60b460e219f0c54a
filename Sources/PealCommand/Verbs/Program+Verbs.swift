import PealControl

extension Program {
  /// Does what a command line asks for.
  static func run(_ line: Invocation) throws(Failure) -> ExitStatus {
    switch line.verb {
    case .send where line.isBatch:
      var batch = try Batch(line)
      return try batch.run()
    case .send, .ask: return try Posting(line: line).run()
    case .wait: return try wait(line)
    case .answer: return try Acting(line).answer()
    case .update: return try Acting(line).update()
    case .withdraw: return try Acting(line).withdraw()
    case .snooze: return try Acting(line).snooze()
    case .activate: return try Acting(line).activate()
    case .clear: return try Acting(line).clear()
    case .list: return try Looking(line).list()
    case .show: return try Looking(line).show()
    case .history: return try Looking(line).history()
    case .status: return try Looking(line).status()
    case .watch:
      var watching = try Watching(line)
      return try watching.run()
    case .pause: return try Governing(line).pause()
    case .resume: return try Governing(line).resume()
    case .reload: return try Governing(line).reload()
    case .doctor: return try Governing(line).doctor()
    }
  }

  /// `wait`: as `ask`, for an alert that is there.
  private static func wait(_ line: Invocation) throws(Failure) -> ExitStatus {
    let session = try Session(line)
    let id = try line.addressed(session)
    // The daemon is started if need be: its journal knows the alert.
    _ = try session.ask { client throws(ControlError) in try client.status() }
    var waiting = Waiting(for: id, in: session, within: line.duration)
    guard case .ended(let report) = try waiting.run() else { return .unanswered }
    return try Verdict(report, isQuestion: true).tell(line.output)
  }
}
