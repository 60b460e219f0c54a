internal import Synchronization

/// How the daemon's task ended, for the thread that started it.
final class Outcome: Sendable {
  private let value = Mutex(ExitStatus.internalError)

  /// What was set; an internal error until then.
  var status: ExitStatus { value.withLock { $0 } }

  func set(_ status: ExitStatus) {
    value.withLock { $0 = status }
  }
}
