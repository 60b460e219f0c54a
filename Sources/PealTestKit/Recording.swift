import Peal
import Synchronization

/// A growing list of what happened. A test waits for the next thing to happen, with a time limit,
/// and never for a time.
public final class Recording<Element: Sendable>: Sendable {
  private struct Waiter {
    let start: Int
    let accepts: @Sendable (Element) -> Bool
    let promise: Promise<Element?>
  }

  private struct State {
    var elements: [Element] = []
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  /// Makes an empty recording.
  public init() {}

  /// What has happened so far, in order.
  public var elements: [Element] {
    state.withLock { $0.elements }
  }

  /// How much has happened so far: pass it as `start` to wait for something new.
  public var count: Int {
    state.withLock { $0.elements.count }
  }

  /// Writes down that something happened.
  public func append(_ element: Element) {
    let satisfied: [Waiter] = state.withLock { state in
      let index = state.elements.count
      state.elements.append(element)
      let split = state.waiters.partition { index >= $0.start && $0.accepts(element) }
      defer { state.waiters.removeSubrange(split...) }
      return Array(state.waiters[split...])
    }
    for waiter in satisfied { waiter.promise.fulfil(element) }
  }

  /// The first element, from the one with number `start` on, that is accepted; waits for it.
  ///
  /// `accepts` must not use the recording.
  ///
  /// - Returns: nil when `limit` passes without one.
  public func first(
    from start: Int = 0, within limit: Duration = .seconds(60),
    where accepts: @escaping @Sendable (Element) -> Bool = { _ in true }
  ) async -> Element? {
    await withTimeLimit(limit) { await self.next(from: start, where: accepts) }
  }

  private func next(
    from start: Int, where accepts: @escaping @Sendable (Element) -> Bool
  ) async -> Element? {
    let promise = Promise<Element?>()
    let found: Element? = state.withLock { state in
      if let found = state.elements.dropFirst(start).first(where: accepts) { return found }
      state.waiters.append(Waiter(start: start, accepts: accepts, promise: promise))
      return nil
    }
    if let found { return found }
    return await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      promise.fulfil(nil)
      state.withLock { $0.waiters.removeAll { $0.promise === promise } }
    }
  }
}
