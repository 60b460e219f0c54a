internal import Synchronization

/// Gathers so many elements, which come in any order, and hands them on in theirs.
final class Collector<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element?]
    var missing: Int
  }

  private let state: Mutex<State>
  private let action: @Sendable ([Element]) -> Void

  /// Calls `action` when all are there; at once when there are none to come.
  init(of count: Int, _ action: @escaping @Sendable ([Element]) -> Void) {
    state = Mutex(State(elements: Array(repeating: nil, count: count), missing: count))
    self.action = action
    if count == 0 { action([]) }
  }

  /// Hands one in; each place gets one.
  func put(_ element: Element, at index: Int) {
    let elements = state.withLock { state -> [Element]? in
      state.elements[index] = element
      state.missing -= 1
      return state.missing == 0 ? state.elements.compactMap(\.self) : nil
    }
    if let elements { action(elements) }
  }
}
