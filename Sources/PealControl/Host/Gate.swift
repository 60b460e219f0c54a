internal import Synchronization

/// Opens once so many have passed.
final class Gate: Sendable {
  private let left: Mutex<Int>
  private let action: @Sendable () -> Void

  /// Does `action` when ``pass()`` has been called `count` times.
  init(of count: Int, _ action: @escaping @Sendable () -> Void) {
    left = Mutex(count)
    self.action = action
  }

  func pass() {
    let isOpen = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isOpen { action() }
  }
}
