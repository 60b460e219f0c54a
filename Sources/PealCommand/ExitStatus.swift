/// How `peal` ends: what a script branches on. The large ones are those of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
  /// Done; for `ask`: an action was chosen that is not a refusal.
  case done = 0
  /// The person said no, or closed it; of notify-send, that something went wrong.
  case refused = 1
  /// Nobody answered in time.
  case unanswered = 3
  /// The alert was taken away.
  case takenAway = 4
  /// The command line is wrong.
  case usage = 64
  /// There is no such alert.
  case noSuchAlert = 66
  /// No bus, no daemon, or no notification server.
  case unavailable = 69
  /// Our own fault.
  case internalFault = 70
  /// Refused for now: the queue is full.
  case full = 75
  /// Not allowed.
  case notPermitted = 77
}

/// Why a verb could not do what was asked, in a sentence that says what would be right.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let text: String

  init(_ status: ExitStatus, _ text: String) {
    self.status = status
    self.text = text
  }

  /// The command line is wrong; `help` is where to look.
  static func usage(_ text: String, see help: String) -> Failure {
    Failure(.usage, "\(text) (see '\(help)')")
  }

  /// The same with more to say, if there is more.
  func adding(_ advice: String?) -> Failure {
    advice.map { Failure(status, "\(text); \($0)") } ?? self
  }
}
