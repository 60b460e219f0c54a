import Peal
import PealControl

/// `send` and `ask`: queues an alert, and stays for its end if it is to.
struct Posting {
  let line: Invocation

  func run() throws(Failure) -> ExitStatus {
    let body = line.operands.count > 1 ? try line.text(line.operands[1]) : ""
    let request = try line.postRequest(line.operands[0], body)
    guard let session = try session() else {
      try tell(try Absence().post(request))
      return .done
    }
    let fallback = line.staysForEnd ? fallback(for: request.alert) : nil
    let terminal = try fallback?.terminal(for: request.alert, session)
    let id = try session.post(request)
    try tell(id)
    guard line.staysForEnd else { return .done }
    var waiting = Waiting(for: id, in: session, reposting: request)
    waiting.terminal = terminal
    guard case .ended(let report) = try waiting.run() else { return .unanswered }
    if let typed = waiting.typed { return try typed.tell(report, line.output) }
    let isQuestion = line.verb == .ask || request.alert.isQuestion
    return try Verdict(report, isQuestion: isQuestion).tell(line.output)
  }

  /// What is done where nobody can answer. Choices can be named in the body, and are unless something
  /// else is asked for; a text that is to be typed has no such way out.
  private func fallback(for alert: Alert) -> Fallback? {
    line.fallback ?? (alert.actions.isEmpty ? Fallback.none : nil)
  }

  private func tell(_ id: AlertID) throws(Failure) {
    if line.printsID || (line.output == .json && !line.staysForEnd) { try line.printID(id) }
  }

  /// The session to post in; nil when nobody has one and the alert is to wait for the next.
  private func session() throws(Failure) -> Session? {
    do throws(Failure) {
      return try Session(line)
    } catch {
      guard line.mayWaitForPerson, error.status == .unavailable else { throw error }
      return nil
    }
  }
}

extension Invocation {
  /// Prints the number that an alert got; 0 for one that got none.
  func printID(_ id: AlertID?) throws(Failure) {
    let number = id?.rawValue ?? 0
    let object = JSON.object([JSON.Member("id", .integer(Int64(number)))])
    try Channel.output.line(output == .json ? object.line() : "\(number)")
  }
}
