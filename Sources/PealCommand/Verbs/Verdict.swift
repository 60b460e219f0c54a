import Peal
import PealControl

/// How an alert ended, for a script: what is printed, and the exit status.
struct Verdict {
  let report: AlertReport
  /// Whether somebody was to answer it; if not, closing it is no refusal and expiry no silence.
  let isQuestion: Bool

  init(_ report: AlertReport, isQuestion: Bool) {
    self.report = report
    self.isQuestion = isQuestion
  }

  /// Prints the answer, or everything as JSON.
  func tell(_ output: Invocation.Output) throws(Failure) -> ExitStatus {
    if output == .json {
      try Channel.output.line(JSON(report).line())
    } else if case .action(let key, let text) = report.ending?.outcome {
      try Channel.output.line(text ?? key)
    }
    if report.ending?.outcome == .failed { warn("the notification server did not take the alert") }
    return status
  }

  /// The exit status.
  var status: ExitStatus {
    switch report.ending?.outcome {
    case .action(let key, _): isRefusal(key) ? .refused : .done
    case .dismissed: isQuestion ? .refused : .done
    case .expired: isQuestion ? .unanswered : .done
    case .lapsed, .timedOut: .unanswered
    case .withdrawn, .cleared, .replaced, .preempted, .suppressed, .evicted, .abandoned,
      .shutdown:
      .takenAway
    case .failed: .unavailable
    case nil: .internalFault
    }
  }

  private func isRefusal(_ key: String) -> Bool {
    report.actions.first { $0.key == key }?.style == .cancel
  }
}
