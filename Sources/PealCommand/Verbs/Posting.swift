import Peal
import PealControl

/// `send` and `ask`: queues an alert, and stays for its end if it is to.
struct Posting {
  let line: Invocation

  func run() throws(Failure) -> ExitStatus {
    let request = try line.postRequest()
    let session = try Session(line)
    let id = try session.post(request)
    try printID(id)
    guard line.staysForEnd else { return .done }
    var waiting = Waiting(for: id, in: session, reposting: request, detaches: line.detaches)
    guard let report = try waiting.run() else { return .unanswered }
    let isQuestion = line.verb == .ask || request.alert.isQuestion
    return try Verdict(report, isQuestion: isQuestion).tell(line.output)
  }

  private func printID(_ id: AlertID) throws(Failure) {
    let isWanted = line.printsID || (line.output == .json && !line.staysForEnd)
    guard isWanted else { return }
    let object = JSON.object([JSON.Member("id", .integer(Int64(id.rawValue)))])
    try Channel.output.line(line.output == .json ? object.line() : "\(id.rawValue)")
  }
}
