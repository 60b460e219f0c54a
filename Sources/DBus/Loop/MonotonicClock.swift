internal import Glibc

/// The kernel's monotonic clock, in nanoseconds.
enum MonotonicClock {
  /// Nanoseconds since some fixed point; never goes back.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time `duration` from now; the last one there is if that is further away.
  static func deadline(after duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000 + now)
    return overflow || overflowed ? .max : sum
  }

  /// How long `poll` is to wait for a deadline: whole milliseconds, rounded up; nil is for ever.
  static func pollTimeout(until deadline: Int64?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(0, deadline.subtractingReportingOverflow(now).partialValue)
    return Int32(clamping: left / 1_000_000 + (left % 1_000_000 == 0 ? 0 : 1))
  }
}
