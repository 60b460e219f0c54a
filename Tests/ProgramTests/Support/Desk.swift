import DBus
import Glibc
import PealControl
import TestBus
import Testing

/// Somebody's desktop: a bus, a notification server that does as it is told, and the programs.
struct Desk: Sendable {
  let bus: PrivateBus
  let server: ScriptedServer
  /// The stage that each alert came to last, by its summary.
  let stages: Watched<[String: String]>
  private let peer: Peer

  /// Sets a desktop up.
  init(on bus: PrivateBus, _ behaviour: Behaviour) async throws {
    self.bus = bus
    let stages = Watched<[String: String]>([:])
    self.stages = stages
    peer = try await Peer.join(bus)
    let rule = MatchRule(interface: Alerts1.interface, member: Alerts1.changed)
    _ = try await peer.connection.onSignal(rule) { signal in
      guard let report = signal.body.last.flatMap({ try? AlertReport($0) }) else { return }
      stages.change { $0[report.summary] = report.stage }
    }
    server = try await ScriptedServer.start(on: bus, behaviour)
  }

  /// Runs `peal` to its end.
  func peal(
    _ arguments: String..., input: ChildProcess.Input = .nothing
  ) async throws -> ChildProcess.Result {
    try await Programs.peal(arguments, environment: bus.environment, input: input)
  }

  /// Starts `peal`.
  func start(
    _ arguments: String..., input: ChildProcess.Input = .nothing
  ) async throws -> ChildProcess {
    try await ChildProcess.start(
      Programs.peal, arguments, environment: bus.environment, input: input)
  }

  /// Starts a question, and waits until it is on screen.
  func ask(_ arguments: String...) async throws -> (peal: ChildProcess, popup: Popup) {
    let peal = try await ChildProcess.start(
      Programs.peal, ["ask"] + arguments, environment: bus.environment)
    let notification = try await server.notifications.next("Notify of the question") {
      $0.summary == arguments[0]
    }
    return (peal, try await popup(of: notification))
  }

  /// The popup of the next Notify.
  func nextPopup() async throws -> Popup {
    try await popup(of: try await server.notifications.next())
  }

  private func popup(of notification: Notification) async throws -> Popup {
    try await server.popups.first("popup of \(notification.summary)") { popups in
      popups.first { $0.notification.time == notification.time }
    }
  }

  /// Waits until nothing is on screen.
  func untilEmpty() async throws {
    _ = try await server.popups.until("empty screen") { $0.isEmpty }
  }
}

extension Desk {
  /// The last ended alert, as JSON.
  func history() async throws -> String {
    try await peal("history", "--json", "-n", "1").output
  }

  /// The summaries of the live alerts, in the order of the list.
  func listed() async throws -> [String] {
    try Object.lines(try await peal("list", "--json").output).compactMap { $0.text("summary") }
  }

  /// Waits until an alert has come to a stage.
  func untilStage(_ summary: String, _ stage: String) async throws {
    _ = try await stages.until("\(summary) \(stage)") { $0[summary] == stage }
  }

  /// The daemon's process.
  func daemon() async throws -> pid_t {
    try await Self.daemon(on: bus)
  }

  /// The process of a bus's daemon.
  static func daemon(on bus: PrivateBus) async throws -> pid_t {
    let facts = try Object(line: try await bus.peal("doctor", "--json").output)
    // Never 0, which stands for the process group of the one who sends a signal.
    return pid_t(try #require(facts.number("pid")))
  }
}

/// Runs a test at a desktop of its own.
func withDesk<Result>(
  _ behaviour: Behaviour = Behaviour(), settings: String? = nil,
  _ body: (Desk) async throws -> Result
) async throws -> Result {
  try await withBus { bus in
    if let settings {
      try bus.folder.makeFolder("config/peal")
      try bus.folder.write(settings, to: "config/peal/peal.conf")
    }
    return try await body(Desk(on: bus, behaviour))
  }
}
