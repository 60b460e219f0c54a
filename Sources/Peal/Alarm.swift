import Synchronization

/// The one wake-up of a center: it sleeps until the earliest deadline of its queue, is re-armed when
/// that changes, and sleeps for ever when there is none.
final class Alarm: Sendable {
  private struct State {
    var deadline: Instant?
    /// Fulfilled when the deadline becomes another one.
    var change: Promise<Void>?
  }

  private let state = Mutex(State())

  /// Sets the deadline; nil is never.
  func set(_ deadline: Instant?) {
    let change: Promise<Void>? = state.withLock { state in
      guard state.deadline != deadline else { return nil }
      state.deadline = deadline
      return state.change.take()
    }
    change?.fulfil(())
  }

  /// Calls `ring` each time the deadline has come, until the task is cancelled. It is off by then:
  /// `ring` sets it again.
  func run(by time: TimeSource, _ ring: @Sendable () -> Void) async {
    while !Task.isCancelled {
      let deadline = state.withLock { $0.deadline }
      await wait(for: deadline, by: time)
      if turnOff(deadline, at: time.now()) { ring() }
    }
  }

  /// Returns when the deadline has come, is another one, or the task is cancelled.
  private func wait(for deadline: Instant?, by time: TimeSource) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.changed(from: deadline) }
      if let deadline { group.addTask { try? await time.sleep(deadline) } }
      await group.next()
      group.cancelAll()
    }
  }

  private func changed(from deadline: Instant?) async {
    let promise = Promise<Void>()
    state.withLock { state in
      guard state.deadline == deadline else { return promise.fulfil(()) }
      state.change = promise
    }
    await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      promise.fulfil(())
    }
  }

  /// Whether `deadline` still counts and has come; then there is none from now on.
  private func turnOff(_ deadline: Instant?, at now: Instant) -> Bool {
    state.withLock { state in
      guard let deadline, state.deadline == deadline, deadline <= now else { return false }
      state.deadline = nil
      return true
    }
  }
}
