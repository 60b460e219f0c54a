import Peal
import PealControl

/// The verbs about the queue and the daemon as a whole: pause, resume, reload, doctor.
struct Governing {
  let line: Invocation
  let session: Session

  init(_ line: Invocation) throws(Failure) {
    self.line = line
    session = try Session(line)
  }

  func pause() throws(Failure) -> ExitStatus {
    let request = PauseRequest(
      name: PauseRequest.commandName, for: line.duration, except: line.exception)
    _ = try session.ask { client throws(ControlError) in try client.pause(request) }
    return .done
  }

  /// Resuming what is not paused is no mistake.
  func resume() throws(Failure) -> ExitStatus {
    _ = try session.ask { client throws(ControlError) in
      try client.release(PauseRequest.commandName)
    }
    return .done
  }

  /// Starts no daemon: one that starts reads its configuration anyway.
  func reload() throws(Failure) -> ExitStatus {
    let errors = try session.askOnly { client throws(ControlError) in try client.reload() }
    guard let last = errors.last else { return .done }
    for error in errors.dropLast() { Program.complain(Failure(.usage, error.printable)) }
    throw Failure(.usage, "\(last.printable); the old configuration stays")
  }

  /// Starts no daemon: that none runs is what it is there to say.
  func doctor() throws(Failure) -> ExitStatus {
    let bus = DaemonFact("bus", .text(session.bus.text))
    let facts = try session.askOnly { client throws(ControlError) in try client.facts() }
    let all = [bus, try obstacles(facts)] + facts.filter { $0.name != bus.name }
    if line.output == .json {
      try Channel.output.line(JSON(all).line())
    } else {
      try Channel.output.write(Card(all).text)
    }
    return .done
  }

  /// Why an alert may not have come on screen.
  private func obstacles(_ facts: [DaemonFact]) throws(Failure) -> DaemonFact {
    let status = try session.askOnly { client throws(ControlError) in try client.status() }
    let sentences: [String]
    do throws(Failure) {
      let reports = try session.askOnly { client throws(ControlError) in try client.list() }
      sentences = Obstacles(status: status, facts: facts, reports: reports).sentences
    } catch {
      // Without its journal the daemon says nothing of alerts; that is the obstacle then.
      guard error.status == .full else { throw error }
      sentences = [error.text]
    }
    return DaemonFact("obstacles", .list(sentences.map { .text($0) }))
  }
}
