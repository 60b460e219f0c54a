public import Peal
import Synchronization

/// A presenter whose screen is a list and whose person is the test.
///
/// It keeps the laws of `Presenter`, whatever the test does with it. Hand it to an `AlertCenter`,
/// wait for a popup with ``popup(_:from:within:)``, and act on it: ``press(_:key:)``,
/// ``reply(_:text:)``, ``close(_:_:)``, ``lose()``, ``restore(_:)``.
public final class InMemoryPresenter: Presenter {
  /// What was asked of the presenter.
  public enum Call: Sendable, Hashable {
    case present(PresentRequest)
    case update(Presentation, Alert, count: Int)
    case withdraw(Presentation)
    case summon
  }

  /// How the presenter answers by itself.
  public enum Manner: Sendable, Hashable {
    /// It acknowledges every popup and confirms every withdrawal at once.
    case prompt
    /// It answers nothing: the test calls ``InMemoryPresenter/acknowledge(_:)``,
    /// ``InMemoryPresenter/fail(_:_:)`` and ``InMemoryPresenter/confirm(_:)``.
    case manual
    /// As `prompt`, and the person presses this key as soon as a popup is up.
    case pressing(key: String)
    /// As `prompt`, and every popup closes as soon as it is up.
    case closing(CloseReason)
  }

  /// What happened, in order. One consumer.
  public let events: AsyncStream<PresenterEvent>
  /// Every call, in order.
  public let calls = Recording<Call>()

  let report: AsyncStream<PresenterEvent>.Continuation
  let screen: Mutex<Screen>

  /// Makes a presenter with an empty screen.
  ///
  /// - Parameters:
  ///   - manner: how it answers by itself.
  ///   - traits: what it says of itself when it is available.
  ///   - isAvailable: whether it is there from the start, or comes with ``restore(_:)``.
  public init(
    _ manner: Manner = .prompt,
    traits: PresenterTraits = PresenterTraits(incarnation: "1", name: "in memory"),
    isAvailable: Bool = true
  ) {
    (events, report) = AsyncStream.makeStream()
    screen = Mutex(Screen(manner: manner, traits: traits, isAvailable: isAvailable))
    if isAvailable { report.yield(.available(traits)) }
  }

  /// Waits until it is cancelled: all the work is done in the calls.
  public func run() async {
    let cancelled = Promise<Void>()
    await withTaskCancellationHandler {
      await cancelled.value
    } onCancel: {
      cancelled.fulfil(())
    }
  }

  /// Puts a popup on the screen, or in the place of the one it takes over.
  public func present(_ request: PresentRequest) {
    change { $0.present(request) }
    calls.append(.present(request))
  }

  /// Changes what a popup says, and how many submissions it stands for.
  public func update(_ presentation: Presentation, to alert: Alert, count: Int) {
    change { $0.update(presentation, to: alert, count: count) }
    calls.append(.update(presentation, alert, count: count))
  }

  /// Takes a popup off the screen.
  public func withdraw(_ presentation: Presentation) {
    change { $0.withdraw(presentation) }
    calls.append(.withdraw(presentation))
  }

  /// Does nothing: the test calls ``restore(_:)``.
  public func summon() {
    calls.append(.summon)
  }

  /// Changes the screen and reports what comes of it, in the order of the changes: so the reports
  /// go out under the lock.
  @discardableResult
  func change(_ body: (inout Screen) -> [PresenterEvent]) -> Bool {
    screen.withLock { screen in
      let events = body(&screen)
      for event in events { report.yield(event) }
      return !events.isEmpty
    }
  }
}
