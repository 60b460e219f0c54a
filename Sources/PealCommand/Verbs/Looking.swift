import Peal
import PealControl

/// The verbs that look: list, show, history, status.
struct Looking {
  let line: Invocation
  let session: Session

  init(_ line: Invocation) throws(Failure) {
    self.line = line
    session = try Session(line)
  }

  func list() throws(Failure) -> ExitStatus {
    let query = line.query
    let reports = try session.ask { client throws(ControlError) in try client.list(query) }
    return try tell(reports, as: .live)
  }

  func history() throws(Failure) -> ExitStatus {
    let query = line.query
    let reports = try session.ask { client throws(ControlError) in try client.history(query) }
    return try tell(reports, as: .ended)
  }

  func show() throws(Failure) -> ExitStatus {
    let report = try line.report(of: line.addressed(session), session)
    if line.output == .json {
      try Channel.output.line(JSON(report).line())
    } else {
      try Channel.output.write(Card(report).text)
    }
    return .done
  }

  func status() throws(Failure) -> ExitStatus {
    let status = try session.ask { client throws(ControlError) in try client.status() }
    switch line.output {
    case .json: try Channel.output.line(JSON(status).line())
    case .waybar: try Channel.output.line(JSON(bar: status).line())
    case .plain: try Channel.output.write(Card(status).text)
    }
    return .done
  }

  private func tell(_ reports: [AlertReport], as rows: ReportTable) throws(Failure) -> ExitStatus {
    if line.output == .json {
      for report in reports { try Channel.output.line(JSON(report).line()) }
    } else {
      var lines = rows.lines(of: reports, width: Channel.output.width)[...]
      guard let heading = lines.popFirst() else { return .done }
      lines.insert(Channel.output.styled(heading, .heading), at: lines.startIndex)
      // Its cells are printable already.
      try Channel.output.writeAsIs(lines.joined(separator: "\n") + "\n")
    }
    return .done
  }
}
