import Glibc
import Peal
import PealControl

/// `watch`: what there is, then a line for every change, by the bus's signals, through restarts of the
/// daemon.
///
/// A daemon that went away while alerts were live is started again, as by every command that needs
/// one: else they would wait for the next command. One that left nothing behind had nothing to do, and
/// may stay away.
struct Watching {
  private let output: Invocation.Output
  private var session: Session
  private var status = StatusChange([:])
  /// The live alerts that were told of, or were there in the beginning.
  private var live: Set<AlertID> = []

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
    live = []
    for report in reports { try tell(.changed(report)) }
  }

  private mutating func tell(_ event: ControlEvent) throws(Failure) {
    switch event {
    case .changed(let report):
      if report.ending == nil { live.insert(report.id) } else { live.remove(report.id) }
      switch output {
      case .plain: try Channel.output.line(report.line)
      case .json: try Channel.output.line(JSON(report).line())
      case .waybar: break
      }
    case .status(let change):
      status.take(change)
      try tellBar()
    case .daemon(isThere: true): try tellAll()
    case .daemon(isThere: false):
      warn("the daemon went away; waiting for the next one")
      if isNeeded { try startNext() }
    }
  }

  /// Whether there are alerts that only a daemon can show. For a bar they are counted, not listed.
  private var isNeeded: Bool {
    !live.isEmpty || (status.waiting ?? 0) > 0 || (status.shown ?? 0) > 0
  }

  /// Starts a daemon, unless somebody else does. Where none can be started, one may come yet.
  private mutating func startNext() throws(Failure) {
    guard !session.awaitDaemon(for: .seconds(1)) else { return try tellAnew() }
    do throws(Failure) {
      try Launcher(client: session.client, bus: session.bus).start()
    } catch {
      return warn(error.text)
    }
    try tellAnew()
  }

  /// Tells what there is now; what was told before that is part of it.
  private mutating func tellAnew() throws(Failure) {
    while session.client.takeEvent() != nil {}
    try tellAll()
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
