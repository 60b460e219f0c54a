import Peal
import PealTestKit

/// A center at work on a screen in memory, by a clock that the test moves.
struct AlertCenterBench: Sendable {
  let center: AlertCenter
  let presenter: InMemoryPresenter
  let time = ManualTime()
  /// What the observer was told.
  let changes = Recording<AlertCenter.Change>()

  /// Makes a center without a gap between alerts, unless `configuration` says otherwise.
  init(
    _ manner: InMemoryPresenter.Manner = .prompt, isAvailable: Bool = true,
    configuration: AlertQueue.Configuration = .gapless, recentEndings: Int = 1000
  ) {
    presenter = InMemoryPresenter(manner, isAvailable: isAvailable)
    center = AlertCenter(
      presenter: presenter, configuration: configuration, time: time.source,
      recentEndings: recentEndings, observer: changes.append)
  }

  /// Runs the center while `body` runs, from when the presenter is there.
  func run(_ body: @escaping @Sendable (AlertCenter) async throws -> Void) async rethrows {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await center.run() }
      if presenter.isAvailable { _ = await changes.first { $0 == .presenter("in memory") } }
      try await body(center)
      group.cancelAll()
    }
  }

  /// Waits until an alert is on screen and acknowledged.
  func shown(_ id: AlertID, from start: Int = 0) async -> Presentation? {
    let change = await changes.first(from: start) { change in
      if case .moved(id, .shown) = change { true } else { false }
    }
    guard case .moved(_, .shown(let presentation))? = change else { return nil }
    return presentation
  }

  /// Waits until an alert has ended.
  func ended(_ id: AlertID) async -> Outcome? {
    let change = await changes.first { change in
      if case .ended(let ending) = change { ending.id == id } else { false }
    }
    guard case .ended(let ending)? = change else { return nil }
    return ending.outcome
  }

  /// Who has ended, in order.
  var endings: [AlertID] {
    changes.elements.compactMap { change in
      if case .ended(let ending) = change { ending.id } else { nil }
    }
  }

  /// The summaries of all popups that were asked for, in order.
  var presented: [String] {
    presenter.calls.elements.compactMap { call in
      if case .present(let request) = call { request.alert.summary } else { nil }
    }
  }
}

extension AlertQueue.Configuration {
  /// The defaults without a pause between alerts.
  static var gapless: Self {
    var configuration = Self()
    configuration.gap = .zero
    return configuration
  }

  /// Without a pause and without limits.
  static var limitless: Self {
    var configuration = Self.gapless
    configuration.maxWaiting = .max
    configuration.maxWaitingPerApp = .max
    return configuration
  }
}
