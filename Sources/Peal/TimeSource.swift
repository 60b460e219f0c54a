/// Where an ``AlertCenter`` takes the time from: it reads the clock and sleeps on it nowhere else.
///
/// Programs use ``continuous``. A test hands in a clock that it moves by hand, as `PealTestKit`'s
/// `ManualTime`, and never sleeps.
public struct TimeSource: Sendable {
  /// The time now.
  public let now: @Sendable () -> Instant
  /// Returns at the given time or soon after it; throws when the task is cancelled.
  public let sleep: @Sendable (_ deadline: Instant) async throws -> Void

  /// Makes a time source from a clock's two abilities.
  public init(
    now: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (_ deadline: Instant) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's continuous clock, which goes on while the machine is suspended. Its zero is the
  /// first use in the process.
  public static let continuous: TimeSource = {
    let zero = ContinuousClock.now
    return TimeSource(
      now: { Instant(nanoseconds: zero.duration(to: .now).clampedNanoseconds) },
      sleep: { deadline in
        try await ContinuousClock().sleep(until: zero + .nanoseconds(deadline.nanoseconds))
      })
  }()
}
