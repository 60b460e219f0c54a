public import Peal
import Synchronization

/// A clock that stands still until the test moves it.
public final class ManualTime: Sendable {
  private struct Sleeper {
    let deadline: Instant
    let promise: Promise<Bool>
  }

  private struct State {
    var now: Instant
    var sleepers: [Sleeper] = []
  }

  private let state: Mutex<State>

  /// Every deadline that somebody began to sleep for, in order: how a test sees what the center is
  /// going to be woken for, and that it is not woken at all.
  public let alarms = Recording<Instant>()

  /// Makes a clock that stands at `start`.
  public init(_ start: Instant = Instant(nanoseconds: 0)) {
    state = Mutex(State(now: start))
  }

  /// The time now.
  public var now: Instant {
    state.withLock { $0.now }
  }

  /// The deadlines for which somebody sleeps now, earliest first.
  public var sleeping: [Instant] {
    state.withLock { $0.sleepers.map(\.deadline).sorted() }
  }

  /// The clock as an `AlertCenter` takes it.
  public var source: TimeSource {
    TimeSource(now: { self.now }, sleep: { try await self.sleep(until: $0) })
  }

  /// Moves the clock forward and wakes those whose time has come.
  public func advance(by duration: Duration) {
    let woken: [Sleeper] = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken { sleeper.promise.fulfil(true) }
  }

  /// Returns when the clock has been moved to `deadline`; throws when the task is cancelled.
  public func sleep(until deadline: Instant) async throws {
    let promise = Promise<Bool>()
    state.withLock { state in
      guard deadline > state.now else { return promise.fulfil(true) }
      state.sleepers.append(Sleeper(deadline: deadline, promise: promise))
    }
    alarms.append(deadline)
    let isDue = await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      state.withLock { $0.sleepers.removeAll { $0.promise === promise } }
      promise.fulfil(false)
    }
    guard isDue else { throw CancellationError() }
  }
}
