import Dispatch
import Synchronization

/// A value that many may change and that tests wait for.
///
/// Waiting is by event: every change offers the value to those who wait, in the order in which
/// they came. Nobody polls and nobody sleeps.
package final class Watched<Value: Sendable>: Sendable {
  /// One who waits: tries to take what it wants, and gives what is to be done if it could.
  private struct Waiter: Sendable {
    let id: Int
    let attempt: @Sendable (inout Value) -> (@Sendable () -> Void)?
    let fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var value: Value
    var waiters: [Waiter] = []
    var lastID = 0
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  package init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// The value now.
  package var value: Value {
    state.withLock { $0.value }
  }

  /// Changes the value, then lets those who wait look at it.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, resumptions) = state.withLock { state in
      let result = body(&state.value)
      return (result, Self.satisfied(&state))
    }
    for resume in resumptions { resume() }
    return result
  }

  /// Waits until `take` gives something, and takes it; it may change the value as it does.
  ///
  /// - Throws: ``TimeLimitExceeded``, naming `what`; `CancellationError` in a cancelled task.
  package func first<Result: Sendable>(
    _ what: String, within limit: Duration = .defaultLimit,
    _ take: @escaping @Sendable (inout Value) -> Result?
  ) async throws -> Result {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(id, take, continuation)
        onTimeLimit(limit) { [weak self] in
          self?.give(up: id, TimeLimitExceeded(what: what, limit: limit))
        }
      }
    } onCancel: {
      give(up: id, CancellationError())
    }
  }

  /// Waits until the value satisfies a condition, and gives that value.
  @discardableResult
  package func until(
    _ what: String, within limit: Duration = .defaultLimit,
    _ condition: @escaping @Sendable (Value) -> Bool
  ) async throws -> Value {
    try await first(what, within: limit) { condition($0) ? $0 : nil }
  }

  private func enter<Result: Sendable>(
    _ id: Int, _ take: @escaping @Sendable (inout Value) -> Result?,
    _ continuation: CheckedContinuation<Result, any Error>
  ) {
    let waiter = Waiter(id: id) { value in
      guard let taken = take(&value) else { return nil }
      return { continuation.resume(returning: taken) }
    } fail: { error in
      continuation.resume(throwing: error)
    }
    let resumptions = state.withLock { state -> [@Sendable () -> Void] in
      guard state.cancelled.remove(id) == nil else {
        return [{ waiter.fail(CancellationError()) }]
      }
      state.waiters.append(waiter)
      return Self.satisfied(&state)
    }
    for resume in resumptions { resume() }
  }

  private func give(up id: Int, _ error: any Error) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
        // A task cancelled before its continuation was entered.
        if error is CancellationError { state.cancelled.insert(id) }
        return nil
      }
      return state.waiters.remove(at: index)
    }
    waiter?.fail(error)
  }

  /// Takes out those who got what they wait for; one's taking may satisfy another.
  private static func satisfied(_ state: inout sending State) -> [@Sendable () -> Void] {
    var resumptions: [@Sendable () -> Void] = []
    var index = 0
    while index < state.waiters.count {
      if let resume = state.waiters[index].attempt(&state.value) {
        state.waiters.remove(at: index)
        resumptions.append(resume)
        index = 0
      } else {
        index += 1
      }
    }
    return resumptions
  }
}
