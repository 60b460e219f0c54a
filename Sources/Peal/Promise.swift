import Synchronization

/// A value that comes once, and one task that waits for it.
///
/// It joins a handler, which may run on any thread and before or after the wait begins, to `await`.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    /// Nothing has come; may become waiting or fulfilled.
    case empty
    /// Somebody waits; becomes fulfilled.
    case waiting(CheckedContinuation<Value, Never>)
    /// The value is here, for good.
    case fulfilled(Value)
  }

  private let state = Mutex(State.empty)

  /// Makes a promise without a value.
  package init() {}

  /// Hands in the value. Only the first one counts.
  package func fulfil(_ value: Value) {
    let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .fulfilled(value)
        return nil
      case .waiting(let continuation):
        state = .fulfilled(value)
        return continuation
      case .fulfilled:
        return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// The value, as soon as it is here. Cancelling the wait changes nothing: whoever wants that
  /// fulfils the promise from a cancellation handler.
  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value: Value? = state.withLock { state in
          switch state {
          case .empty:
            state = .waiting(continuation)
            return nil
          case .waiting:
            preconditionFailure("a promise has one waiter")
          case .fulfilled(let value):
            return value
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
