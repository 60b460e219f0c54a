internal import Synchronization

/// Passes on what comes to whoever is connected later: for two that must know each other.
final class Relay<Element: Sendable>: Sendable {
  /// The closure is in a struct of its own: bare, it would be wrapped once more each time that the
  /// generic lock hands it out, and calls would take ever longer.
  private struct Receiver {
    let take: @Sendable (Element) -> Void
  }

  private let receiver = Mutex<Receiver?>(nil)

  /// Has everything from now on passed to `receiver`.
  func connect(_ receiver: @escaping @Sendable (Element) -> Void) {
    self.receiver.withLock { $0 = Receiver(take: receiver) }
  }

  /// Passes an element on.
  func pass(_ element: Element) {
    let receiver = receiver.withLock { $0 }
    receiver?.take(element)
  }
}
