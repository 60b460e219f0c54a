import Synchronization

/// A queue of alerts at work: it takes alerts from any task or thread, hands them to a presenter one
/// after the other, and tells everybody how theirs ended.
///
/// ```swift
/// try await AlertCenter.withCenter(presenter: try DesktopPresenter()) { center in
///   var question = Alert("Deploy?", body: "to production")
///   question.expiry = .never
///   let outcome = try await center.ask(question, buttons: [.default("Yes"), .cancel("No")])
/// }
/// ```
///
/// A call takes effect before it returns: it goes into the ``AlertQueue`` under a lock, and what the
/// queue wants done is put into an outbox. Whoever finds the outbox unattended empties it, in order,
/// outside the lock; all others only add to it. So handlers and presenter calls run one at a time, in
/// the order of their causes, on the thread of some call, and a handler may call the center: what it
/// posts competes for the very slot that has become free (SEMANTICS R8). That is why this is a class
/// with a lock and not an actor: a handler could not post to an actor without waiting, and by then
/// the choice would be made. A handler that takes long holds up all others: it starts a task.
///
/// Nothing comes to the screen and no time passes unless ``run()`` is running.
public final class AlertCenter: Sendable {
  /// What is told how an alert ended: once, and nothing about the alert follows.
  public typealias EndHandler = @Sendable (Ending) -> Void

  let presenter: any Presenter
  let time: TimeSource
  let observer: (@Sendable (Change) -> Void)?
  let feed = ChangeFeed()
  let alarm = Alarm()
  let state: Mutex<State>

  /// Makes a center with an empty queue. Centers share nothing, but a presenter serves only one.
  ///
  /// - Parameters:
  ///   - presenter: what shows the alerts.
  ///   - configuration: how the queue is set up; see ``configure(_:)``.
  ///   - time: the clock.
  ///   - recentEndings: how many endings are kept for those who ask late.
  ///   - observer: is told every change in order, before the handlers of an ending: the place for a
  ///     journal. It may call the center.
  public init(
    presenter: any Presenter, configuration: AlertQueue.Configuration = .init(),
    time: TimeSource = .continuous, recentEndings: Int = 1000,
    observer: (@Sendable (Change) -> Void)? = nil
  ) {
    self.presenter = presenter
    self.time = time
    self.observer = observer
    state = Mutex(State(AlertQueue(configuration: configuration), keeping: recentEndings))
  }

  /// Runs the presenter, listens to it, and wakes the queue at its deadlines, until the task is
  /// cancelled. To be called once.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.presenter.run() }
      group.addTask {
        for await event in self.presenter.events { self.handle(.presenter(event)) }
      }
      group.addTask {
        await self.alarm.run(by: self.time) { self.handle(.woke) }
      }
    }
  }

  /// Runs a center for as long as `body` runs. After that every alert that is left ends `shutdown`,
  /// and the popups that are up are taken down before this returns, also when the task is cancelled.
  public static func withCenter<Result: Sendable>(
    presenter: any Presenter, configuration: AlertQueue.Configuration = .init(),
    time: TimeSource = .continuous,
    _ body: @Sendable (AlertCenter) async throws -> Result
  ) async rethrows -> Result {
    let center = AlertCenter(presenter: presenter, configuration: configuration, time: time)
    // A task of its own: when this one is cancelled, the popups still have to be taken down.
    let running = Task { await center.run() }
    do {
      let result = try await body(center)
      await center.end(running)
      return result
    } catch {
      await center.end(running)
      throw error
    }
  }

  private func end(_ running: Task<Void, Never>) async {
    shutdown()
    await settled()
    running.cancel()
    await running.value
  }
}
