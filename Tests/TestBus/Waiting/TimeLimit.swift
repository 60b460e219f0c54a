import Dispatch

/// What a test waited for did not come in time.
package struct TimeLimitExceeded: Error, CustomStringConvertible {
  /// What was waited for.
  package let what: String
  /// How long.
  package let limit: Duration

  package var description: String { "no \(what) within \(limit)" }
}

extension Duration {
  /// How long a test waits when it does not say: long enough for a busy machine, never reached
  /// by a test that passes.
  package static let defaultLimit = Duration.seconds(60)
}

/// Runs a closure when a time limit is over.
func onTimeLimit(_ limit: Duration, _ action: @escaping @Sendable () -> Void) {
  let (seconds, attoseconds) = limit.components
  let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000)
  let interval = nanoseconds.overflow ? Int64.max / 2 : nanoseconds.partialValue
  DispatchQueue.global().asyncAfter(
    deadline: .now() + .nanoseconds(Int(interval + attoseconds / 1_000_000_000)), execute: action)
}
