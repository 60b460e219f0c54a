import Peal
import PealTestKit
import Synchronization

/// One way of breaking a law of `Presenter`.
enum Fault: CaseIterable, Sendable {
  case answersTwice, neverAnswers, reordersUpdates, pressesWhatIsGone, closesTwice
  case keepsWhatWasWithdrawn, speaksAfterTheLoss, isSilentAboutComing, reportsStrangers
  case blocks

  var law: Int {
    switch self {
    case .answersTwice, .neverAnswers: 1
    case .reordersUpdates: 2
    case .pressesWhatIsGone, .closesTwice, .reportsStrangers: 3
    case .keepsWhatWasWithdrawn: 4
    case .speaksAfterTheLoss: 5
    case .isSilentAboutComing: 6
    case .blocks: 8
    }
  }
}

/// A presenter in memory that breaks one law, to see that the check finds it.
final class FaultyPresenter: Presenter {
  let events: AsyncStream<PresenterEvent>
  private let report: AsyncStream<PresenterEvent>.Continuation
  private let inner: InMemoryPresenter
  private let fault: Fault
  private let firstUpdates = Mutex<[Presentation: Alert]>([:])

  init(_ inner: InMemoryPresenter, _ fault: Fault) {
    (events, report) = AsyncStream.makeStream()
    self.inner = inner
    self.fault = fault
  }

  func run() async {
    var up: [Presentation] = []
    for await event in inner.events {
      if case .presented(let popup) = event { up.append(popup) }
      for event in distort(event, up) { report.yield(event) }
    }
  }

  private func distort(_ event: PresenterEvent, _ up: [Presentation]) -> [PresenterEvent] {
    switch (fault, event) {
    case (.answersTwice, .presented), (.closesTwice, .closed): [event, event]
    case (.neverAnswers, .presented), (.isSilentAboutComing, .available): []
    case (.pressesWhatIsGone, .withdrawn(let popup)): [event, .actionInvoked(popup, key: "yes")]
    case (.speaksAfterTheLoss, .lost): [event] + up.suffix(1).map { .closed($0, .undefined) }
    case (.reportsStrangers, .available):
      [event, .closed(Presentation(id: AlertID(rawValue: 99), attempt: 1), .undefined)]
    default: [event]
    }
  }

  func present(_ request: PresentRequest) {
    inner.present(request)
  }

  func update(_ presentation: Presentation, to alert: Alert, count: Int) {
    guard fault == .reordersUpdates else {
      return inner.update(presentation, to: alert, count: count)
    }
    let first = firstUpdates.withLock { updates in
      if updates[presentation] == nil { updates[presentation] = alert }
      return updates[presentation] ?? alert
    }
    inner.update(presentation, to: first, count: count)
  }

  func withdraw(_ presentation: Presentation) {
    guard fault != .keepsWhatWasWithdrawn else { return }
    if fault == .blocks {
      let end = ContinuousClock.now + .milliseconds(15)
      while ContinuousClock.now < end {}
    }
    inner.withdraw(presentation)
  }
}
