import Peal
import PealControl

/// Posts what a notify-send command line says, and stays for its end if it is to.
struct NotifySendPosting {
  private let line: NotifySendLine
  private var request: PostRequest
  private let session: Session
  /// Whether there is a server to press its buttons.
  private var isInteractive = true

  /// Marks what came this way: nothing else is replaced by its number.
  private static let mark = NotifySend.name
  /// How long a daemon that has just started may take to find out who the server is.
  private static let acquaintance = Duration.milliseconds(500)

  /// Readies a line and what it posts.
  init(_ line: NotifySendLine, _ request: PostRequest) throws(Failure) {
    (self.line, self.request) = (line, request)
    session = try Session(busNamed: nil)
  }

  /// Runs to the end.
  mutating func run() throws(Failure) -> ExitStatus {
    try findPlace()
    if !line.actions.isEmpty { try dropActionsIfNobodyTakesThem() }
    let id = try post()
    try tell(id)
    let status = request.isWaiting ? try wait(for: id) : .done
    return isInteractive ? status : .refused
  }

  // MARK: -r

  /// `-r N` is the live alert N if it came this way from the same app; whatever it is, N is a name
  /// from now on, under which the next one with it finds this one.
  private mutating func findPlace() throws(Failure) {
    request.alert.tag = Self.mark
    request.alert.duplicates = .allow
    guard line.replaces > 0 else { return }
    request.alert.tag = Self.tag(of: line.replaces)
    request.alert.duplicates = .replace
    request.replacing = try predecessor()
  }

  private func predecessor() throws(Failure) -> AlertID? {
    var query = Query()
    query.id = AlertID(rawValue: UInt32(line.replaces))
    query.appName = line.appName
    let wanted = query
    let reports = try session.ask { client throws(ControlError) in try client.list(wanted) }
    return reports.first { report in
      let cameThisWay = report.tag == Self.mark || report.tag?.hasPrefix(Self.namePrefix) == true
      return cameThisWay && report.appName == line.appName
    }?.id
  }

  private static let namePrefix = "r:"

  private static func tag(of number: Int32) -> String { "\(namePrefix)\(number)" }

  // MARK: -A

  /// A server without actions gets none, and nobody waits for a press.
  private mutating func dropActionsIfNobodyTakesThem() throws(Failure) {
    guard let capabilities = try capabilities(), !capabilities.contains("actions") else { return }
    NotifySend.complain(
      "Actions are not supported by this notifications server. Displaying non-interactively.")
    request.alert.actions = []
    request.isWaiting = line.waits
    isInteractive = false
  }

  /// What the server can do; nil when there is none yet.
  private func capabilities() throws(Failure) -> [String]? {
    if let known = try knownCapabilities() { return known }
    try session.ask { client throws(ControlError) in
      try client.startWatching()
      let end = ContinuousClock.now + Self.acquaintance
      while let event = try client.nextEvent(within: ContinuousClock.now.duration(to: end)) {
        if case .status(let change) = event, change.hasServer == true { return }
      }
    }
    return try knownCapabilities()
  }

  private func knownCapabilities() throws(Failure) -> [String]? {
    let facts = try session.ask { client throws(ControlError) in try client.facts() }
    guard case .list(let names)? = facts.first(where: { $0.name == "server-capabilities" })?.value
    else { return nil }
    return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
  }

  // MARK: Posting and after

  private func post() throws(Failure) -> AlertID {
    do {
      return try session.post(request)
    } catch {
      try tell(nil)
      throw error
    }
  }

  /// Prints the id where it is asked for; 0 for what got none.
  private func tell(_ id: AlertID?) throws(Failure) {
    let number = id?.rawValue ?? 0
    if line.printsID { try Channel.output.line("\(number)") }
    if let id, let descriptor = line.idDescriptor {
      try Channel(descriptor: descriptor).line("\(id.rawValue)")
    }
  }

  private func wait(for id: AlertID) throws(Failure) -> ExitStatus {
    var waiting = Waiting(for: id, in: session, reposting: request, as: .notifySend)
    switch try waiting.run() {
    case .ended(let report): return try conclude(report)
    case .timeIsUp: return .done
    case .interrupted:
      NotifySend.complain("Wait cancelled, closing notification")
      return .done
    case .serverIsGone:
      throw Failure(.unavailable, "The notification server went away before it was answered")
    }
  }

  private func conclude(_ report: AlertReport) throws(Failure) -> ExitStatus {
    switch report.ending?.outcome {
    case .action(let key, _):
      try Channel.output.line(key)
      if let descriptor = line.actionDescriptor {
        try Channel(descriptor: descriptor).line(key)
      }
      if let descriptor = line.tokenDescriptor, let token = report.activationToken {
        try Channel(descriptor: descriptor).line(token)
      }
      return .done
    case .failed:
      throw Failure(.unavailable, "The notification server did not take the notification")
    case .dismissed, .expired, .lapsed, .timedOut, .withdrawn, .cleared, .replaced, .preempted,
      .suppressed, .evicted, .abandoned, .shutdown, nil:
      return .done
    }
  }
}
