import DBus
import Peal
import PealControl
import TestBus

/// A ``ControlClient`` on a thread of its own: its calls block, and the tests' threads are few.
actor TestClient {
  private nonisolated let loop: EventLoop
  private let client: ControlClient

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Joins a bus.
  static func join(_ bus: PrivateBus) async throws -> TestClient {
    let client = TestClient(
      try await Self.connect(bus.busAddress), on: try EventLoop.onOwnThread())
    return client
  }

  private init(_ bus: consuming sending BlockingConnection, on loop: EventLoop) {
    client = ControlClient(bus, timeout: .seconds(20))
    self.loop = loop
  }

  private static func connect(_ address: BusAddress) async throws -> sending BlockingConnection {
    try BlockingConnection(address)
  }

  deinit { loop.stop() }

  /// Its name on the bus.
  var name: BusName { client.bus.uniqueName }

  /// Does something with the client.
  func run<Result: Sendable>(
    _ body: @Sendable (ControlClient) throws(ControlError) -> Result
  ) throws(ControlError) -> Result {
    try body(client)
  }

  /// The error that a call ends with; nil when it succeeds.
  func refusal<Result>(
    of body: @Sendable (ControlClient) throws(ControlError) -> Result
  ) -> ControlError? {
    do throws(ControlError) {
      _ = try body(client)
      return nil
    } catch {
      return error
    }
  }
}

/// The client's own calls.
extension TestClient {
  func post(_ request: PostRequest) throws -> AlertID { try client.post(request) }

  /// Posts a plain alert.
  func post(_ summary: String) throws -> AlertID { try client.post(PostRequest(summary)) }

  /// How an alert ended, waiting for that.
  func end(of id: AlertID) throws -> AlertReport? {
    try client.ending(try client.startWaiting(for: id), within: .seconds(20))
  }

  /// How an alert ended, waiting for that.
  func outcome(of id: AlertID) throws -> Outcome? { try end(of: id)?.ending?.outcome }

  func startWaiting(for id: AlertID) throws -> PendingEnding { try client.startWaiting(for: id) }

  func ending(_ pending: PendingEnding) throws -> AlertReport? {
    try client.ending(pending, within: .seconds(20))
  }

  func list(_ change: @Sendable (inout Query) -> Void = { _ in }) throws -> [AlertReport] {
    try client.list(Query(change))
  }

  func history(_ change: @Sendable (inout Query) -> Void = { _ in }) throws -> [AlertReport] {
    try client.history(Query(change))
  }

  func clear(_ change: @Sendable (inout Query) -> Void = { _ in }) throws -> UInt32 {
    try client.clear(Query(change))
  }

  func update(_ id: AlertID, _ change: AlertChange) throws -> Bool {
    try client.update(id, change)
  }

  func activate(_ id: AlertID) throws -> Bool { try client.activate(id) }

  func snooze(_ id: AlertID, for duration: Duration) throws -> Bool {
    try client.snooze(id, for: duration)
  }

  func answer(_ id: AlertID, key: String) throws -> Bool { try client.answer(id, key: key) }

  func withdrawTop() throws -> AlertID? { try client.withdrawTop() }

  func withdraw(_ id: AlertID) throws -> Bool { try client.withdraw(id) }

  func status() throws -> StatusChange { try client.status() }

  func startWatching() throws { try client.startWatching() }

  func nextEvent() throws -> ControlEvent? { try client.nextEvent(within: .seconds(20)) }
}

extension Query {
  /// Every alert that meets what `change` adds.
  init(_ change: (inout Query) -> Void) {
    self.init()
    change(&self)
  }
}
