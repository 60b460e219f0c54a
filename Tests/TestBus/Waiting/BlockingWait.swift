import Dispatch

/// Something that one thread waits for and another ends, where a test must hold a thread up.
package final class BlockingWait: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Lets the one who waits go on.
  package func end() { semaphore.signal() }

  /// Holds the calling thread up; false if nobody ended it in time.
  @discardableResult
  package func wait(within seconds: Int = 20) -> Bool {
    semaphore.wait(timeout: .now() + .seconds(seconds)) == .success
  }
}
