import PealControl

/// What a person did on the terminal, where the alert's own end only says that it was withdrawn.
enum Typed: Sendable, Hashable {
  /// A reply.
  case reply(String)
  /// The end of input: as closing the popup.
  case nothing

  /// Prints the answer; returns the exit status.
  func tell(_ report: AlertReport, _ output: Invocation.Output) throws(Failure) -> ExitStatus {
    if output == .json {
      try Channel.output.line(JSON(report).line())
    } else if case .reply(let text) = self {
      try Channel.output.line(text)
    }
    return self == .nothing ? .refused : .done
  }
}
