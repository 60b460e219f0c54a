import DBus
import Peal
import PealControl
import TestBus
import Testing

/// `peald` as a process on a bus of a test's own.
struct RunningDaemon {
  let process: ChildProcess

  /// Starts it and returns when it serves.
  static func start(on bus: PrivateBus, _ arguments: String...) async throws -> RunningDaemon {
    let process = try await ChildProcess.start(
      Programs.peald, arguments, environment: bus.environment)
    let daemon = RunningDaemon(process: process)
    try await daemon.says("<5>serving org.peal.Alerts1")
    return daemon
  }

  /// Waits until it has said a line; those before it are passed over.
  func says(_ line: String) async throws {
    while try await process.errors.nextLine() != line {}
  }

  /// Waits until it has said a line with this beginning, and returns the line.
  @discardableResult
  func says(beginning: String) async throws -> String {
    while true {
      let line = try await process.errors.nextLine()
      if line.hasPrefix(beginning) { return line }
    }
  }
}

extension Peer {
  /// Calls a method of the daemon.
  func daemon(
    _ method: Alerts1.Method, _ body: [Value] = [], timeout: Duration = .seconds(20)
  ) async throws -> [Value] {
    let message = Message.call(
      method.member, on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface, body)
    return try await connection.call(message, timeout: timeout).body
  }

  /// Posts an alert.
  func post(_ alert: Alert) async throws -> AlertID {
    let body = try await daemon(.post, PostRequest(alert).arguments)
    return AlertID(rawValue: try #require(body.first?.uint32))
  }

  /// Waits for an alert's end.
  func outcome(of id: AlertID) async throws -> Outcome? {
    let body = try await daemon(.wait, [.uint32(id.rawValue)])
    return try AlertReport(try #require(body.first)).ending?.outcome
  }
}
