/// A point on the queue's one monotonic clock.
///
/// The queue never reads a clock: whoever calls it passes the time in. Where zero lies is the
/// caller's choice; only differences count.
public struct Instant: InstantProtocol, Sendable {
  /// Nanoseconds since the clock's zero.
  public let nanoseconds: Int64

  /// Makes the instant that lies `nanoseconds` after the clock's zero.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant `duration` later, at most the last one there is: a deadline never wraps around.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
    guard overflow else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: duration < .zero ? .min : .max)
  }

  /// How long it is from this instant to `other`; negative when `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    guard overflow else { return .nanoseconds(difference) }
    return .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// The instant `duration` after this one.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(by: duration)
  }

  /// How long it is from the second instant to the first.
  public static func - (later: Instant, earlier: Instant) -> Duration {
    earlier.duration(to: later)
  }

  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to what 64 bits hold (292 years either way).
  public var clampedNanoseconds: Int64 {
    // Up to two hours without a division of 128 bits: 10^9 is 2^9 · 5^9.
    if let whole = UInt64(exactly: attoseconds >> 9) { return Int64(whole / 1_953_125) }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard overflow || overflowed else { return sum }
    return seconds < 0 ? .min : .max
  }
}
