import DBus
import Peal
import PealDesktop
import PealTestKit
import TestBus

/// A bus, a presenter on it, and what the presenter reports. Whether there is a server is the test's
/// business.
final class Desk: Sendable {
  let bus: PrivateBus
  let presenter: DesktopPresenter
  let reports = Recording<PresenterEvent>()
  private let loop: EventLoop

  private init(_ bus: PrivateBus, _ loop: EventLoop, _ presenter: DesktopPresenter) {
    self.bus = bus
    self.loop = loop
    self.presenter = presenter
  }

  deinit { loop.stop() }

  /// Runs a test with a presenter that is connected to a bus of its own.
  static func with(
    replyTimeout: Duration = .seconds(5), pictures: PictureTransfer = .path,
    _ body: @Sendable (Desk) async throws -> Void
  ) async throws {
    try await withBus { bus in
      let loop = try EventLoop.onOwnThread()
      let presenter = DesktopPresenter(
        on: loop, buses: connections(to: try bus.busAddress, on: loop), replyTimeout: replyTimeout,
        pictures: pictures)
      let desk = Desk(bus, loop, presenter)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await presenter.run() }
        group.addTask { for await event in presenter.events { desk.reports.append(event) } }
        try await body(desk)
        group.cancelAll()
      }
    }
  }

  /// One connection after the other, as soon as the bus takes one.
  static func connections(
    to address: BusAddress, on loop: EventLoop
  ) -> AsyncStream<Connection> {
    AsyncStream {
      while !Task.isCancelled {
        if let connection = try? await Connection.open(address, on: loop) { return connection }
        await Task.yield()
      }
      return nil
    }
  }

  /// A server, when the presenter has met it.
  func server(_ behaviour: Behaviour = Behaviour()) async throws -> ScriptedServer {
    try await untilAvailable { try await ScriptedServer.start(on: self.bus, behaviour) }
  }

  /// Does something, and waits until the presenter has met a server because of it.
  func untilAvailable<Result>(_ body: () async throws -> Result) async throws -> Result {
    let start = reports.count
    let result = try await body()
    try await report("that a server is there", from: start) {
      if case .available = $0 { true } else { false }
    }
    return result
  }

  /// Waits for a report.
  @discardableResult
  func report(
    _ what: String, from start: Int = 0, where accepts: @escaping @Sendable (PresenterEvent) -> Bool
  ) async throws -> PresenterEvent {
    guard let event = await reports.first(from: start, where: accepts) else {
      throw Missing(what: what, reports: reports.elements)
    }
    return event
  }

  /// Waits for exactly this report.
  func report(_ event: PresenterEvent, from start: Int = 0) async throws {
    try await report("\(event)", from: start) { $0 == event }
  }

  /// Shows an alert, and waits until it is up.
  @discardableResult
  func show(_ request: PresentRequest, at server: ScriptedServer) async throws -> Notification {
    presenter.present(request)
    try await report(.presented(request.presentation))
    return try await server.notifications.next()
  }

  /// Waits until all that the server has sent before is taken in.
  func settle(_ server: ScriptedServer) async throws {
    let fence = PresentRequest.make(id: .max, "fence")
    let start = reports.count
    presenter.present(fence)
    try await report(.presented(fence.presentation), from: start)
    presenter.withdraw(fence.presentation)
    try await report("that the fence is gone", from: start) {
      $0 == .withdrawn(fence.presentation)
    }
  }

  struct Missing: Error, CustomStringConvertible {
    let what: String
    let reports: [PresenterEvent]
    var description: String { "missing: \(what); there are \(reports)" }
  }
}

extension PresentRequest {
  /// A request for a test; no popup of it expires by itself, however slow the machine.
  static func make(
    id: UInt32 = 1, attempt: UInt32 = 1, _ summary: String, body: String = "",
    actions: [(String, String)] = [], replacing old: Presentation? = nil,
    _ change: (inout Alert) -> Void = { _ in }
  ) -> PresentRequest {
    var alert = Alert(summary, body: body, appName: "tests")
    alert.actions = actions.compactMap { try? Action($0.0, $0.1) }
    alert.expiry = .never
    change(&alert)
    return PresentRequest(
      Presentation(id: AlertID(rawValue: id), attempt: attempt), alert, replacing: old)
  }
}
