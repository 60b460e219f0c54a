import Foundation
import TestBus

/// A long queue through a server that closes every popup at once: how fast it drains, and how long
/// the server waits for the next popup after closing one.
struct Draining {
  let programs: Stage.Programs
  private static let alerts = 2000
  private static let rounds = 5

  func rows() async throws -> [Row] {
    let stage = try await Stage.open(programs, .close)
    let yardstick = try await Stage.open(programs, .hold)
    var waits: [Double] = []
    var trips: [Double] = []
    var rates: [Double] = []
    var blocking: [Double] = []
    for _ in 0..<Self.rounds {
      rates.append(Double(Self.alerts) / (try await drain(stage)))
      waits += try await takeWaits(stage)
      trips += try await yardstick.probe(["trips", "\(Self.alerts)"])
      let seconds = try await yardstick.probe(["blocking", "\(Self.alerts)"])
      blocking.append(Double(Self.alerts) / (seconds.first ?? .infinity))
    }
    try await stage.close()
    try await yardstick.close()
    return [
      Row(
        "from one popup's end to the next", Sample(waits), to: "a blocking round trip",
        Sample(trips), unit: "µs", .atMost(1.5)),
      Row(
        "draining a queue", Sample(rates), to: "blocking calls from C", Sample(blocking),
        unit: "/s", .atLeast(0.5)),
    ]
  }

  /// Posts into a paused queue, lets go, and gives the seconds until the last alert has ended.
  private func drain(_ stage: Stage) async throws -> Double {
    try await stage.run(programs.peal, ["pause"])
    _ = try await stage.probe(["posts", "1", "\(Self.alerts - 1)"])
    let last = try await ChildProcess.start(
      programs.peal, ["send", "-p", "-w", "--priority", "low", "last"],
      environment: stage.bus.environment)
    _ = try await last.output.nextLine()
    let start = ContinuousClock.now
    try await stage.run(programs.peal, ["resume"])
    let end = try await last.result(within: .seconds(300))
    guard end.status == 0 else { throw Stage.Failure(what: "the last alert: \(end.errors)") }
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private func takeWaits(_ stage: Stage) async throws -> [Double] {
    try await stage.run(
      "dbus-send",
      [
        "--session", "--type=method_call", "--dest=org.freedesktop.Notifications", "/x",
        "org.peal.Probe.Waits",
      ])
    var waits: [Double] = []
    while let wait = Double(try await stage.server.output.nextLine()) {
      waits.append(wait)
    }
    // The first is the wait before the queue was let go.
    return Array(waits.dropFirst())
  }
}
