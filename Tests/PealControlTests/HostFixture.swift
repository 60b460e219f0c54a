import DBus
import Peal
import PealControl
import PealTestKit
import Synchronization
import TestBus
import Testing

/// A host at work on a bus of a test's own, with a person who is the test.
struct HostFixture {
  let bus: PrivateBus
  let host: ControlHost
  let presenter: InMemoryPresenter
  /// The host's connection.
  let connection: Connection
  /// What the host had others do.
  let deeds: Recording<String>

  /// Every time in a report is this one.
  static let time = WallTime(milliseconds: 1_700_000_000_000)

  /// A client on the bus.
  func client() async throws -> TestClient {
    try await TestClient.join(bus)
  }
}

/// Runs a test against a host. The gap is none, so that one popup follows the other at once.
func withHost(
  _ manner: InMemoryPresenter.Manner = .prompt, isAvailable: Bool = true,
  comesWhenSummoned: Bool = false, settings: ControlHost.Settings = .init(),
  time: TimeSource? = nil,
  inspect: @escaping @Sendable (Message) -> Caller = { Caller(credentials: $0) },
  _ body: @Sendable (HostFixture) async throws -> Void
) async throws {
  try await withBus { bus in
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    let presenter = InMemoryPresenter(manner, isAvailable: isAvailable)
    var queue = AlertQueue.Configuration()
    queue.gap = .zero
    let host = ControlHost(
      presenter: presenter, queue: queue, settings: settings, version: "1.2.3",
      time: time ?? .on(loop), clock: { HostFixture.time }, inspect: inspect)
    let deeds = Recording<String>()
    host.assign(duties(deeds) { if comesWhenSummoned { presenter.restore() } })
    let connection = try await Connection.open(bus.busAddress, on: loop)
    await host.attach(connection)
    #expect(try await connection.requestName(Alerts1.name) == .primaryOwner)
    let running = Task(executorPreference: loop) { await host.run() }
    defer { running.cancel() }
    try await body(
      HostFixture(
        bus: bus, host: host, presenter: presenter, connection: connection, deeds: deeds))
  }
}

private func duties(
  _ deeds: Recording<String>, onSummon: @escaping @Sendable () -> Void
) -> ControlHost.Duties {
  var duties = ControlHost.Duties()
  duties.reload = { ["peal.conf:1: wrong"] }
  duties.stop = { deeds.append("stop") }
  duties.describe = { ["bus": .string("here")] }
  duties.summon = {
    deeds.append("summon")
    onSummon()
  }
  duties.warn = { deeds.append($0) }
  return duties
}

extension PostRequest {
  /// A plain alert.
  init(_ summary: String, _ change: (inout PostRequest) -> Void = { _ in }) {
    self.init(Alert(summary))
    change(&self)
  }
}
