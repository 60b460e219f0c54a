internal import Synchronization

/// Passes on what comes to whoever is connected later: for two that must know each other.
final class Relay<Element: Sendable>: Sendable {
  private let receiver = Mutex<(@Sendable (Element) -> Void)?>(nil)

  /// Has everything from now on passed to `receiver`.
  func connect(_ receiver: @escaping @Sendable (Element) -> Void) {
    self.receiver.withLock { $0 = receiver }
  }

  /// Passes an element on.
  func pass(_ element: Element) {
    receiver.withLock { $0 }?(element)
  }
}
