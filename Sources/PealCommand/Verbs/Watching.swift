import Glibc
import Peal
import PealControl

/// `watch`: what there is, then a line for every change, by the bus's signals, through restarts of the
/// daemon.
struct Watching {
  private let output: Invocation.Output
  private var session: Session
  private var status = StatusChange([:])

  init(_ line: Invocation) throws(Failure) {
    output = line.output
    session = try Session(line)
  }

  /// Runs until a signal ends it, or the bus stays away.
  mutating func run() throws(Failure) -> ExitStatus {
    try begin()
    while true {
      guard let event = try nextEvent() else { continue }
      try tell(event)
    }
  }

  private mutating func nextEvent() throws(Failure) -> ControlEvent? {
    do throws(ControlError) {
      return try session.client.nextEvent(within: nil)
    } catch .lost {
      session = try session.reconnected()
      try begin()
      return nil
    } catch {
      throw Failure(error)
    }
  }

  /// What changes from here on is told by signals: nothing is missed between the two.
  private mutating func begin() throws(Failure) {
    try session.askOnly { client throws(ControlError) in try client.startWatching() }
    try tellAll()
  }

  private mutating func tellAll() throws(Failure) {
    guard output != .waybar else {
      status = try session.ask { client throws(ControlError) in try client.status() }
      return try tellBar()
    }
    let reports = try session.ask { client throws(ControlError) in try client.list() }
    for report in reports { try tell(.changed(report)) }
  }

  private mutating func tell(_ event: ControlEvent) throws(Failure) {
    switch event {
    case .changed(let report):
      switch output {
      case .plain: try Channel.output.line(report.line)
      case .json: try Channel.output.line(JSON(report).line())
      case .waybar: break
      }
    case .status(let change):
      status.take(change)
      try tellBar()
    case .daemon(isThere: true): try tellAll()
    case .daemon(isThere: false): warn("the daemon went away; waiting for the next one")
    }
  }

  private func tellBar() throws(Failure) {
    guard output == .waybar else { return }
    try Channel.output.line(JSON(bar: status).line())
  }
}

extension AlertReport {
  /// What became of the alert, for people.
  fileprivate var line: String {
    let state = ending == nil ? stageText : "\(stage) (\(outcomeText))"
    return "\(id.rawValue)  \(state)  \(summary.printable)"
  }
}

extension StatusChange {
  /// Puts the newer values in.
  fileprivate mutating func take(_ change: StatusChange) {
    version = change.version ?? version
    waiting = change.waiting ?? waiting
    shown = change.shown ?? shown
    isPaused = change.isPaused ?? isPaused
    server = change.server ?? server
  }
}
