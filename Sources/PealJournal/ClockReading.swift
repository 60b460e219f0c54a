internal import Glibc
package import Peal

/// One look at two clocks: what the queue's clock and the civil one say at the same moment.
///
/// The queue's clock means nothing to the next process, so deadlines are kept in civil time.
package struct ClockReading: Sendable, Hashable {
  package let instant: Instant
  package let wall: WallTime

  /// Notes what the clocks say.
  package init(instant: Instant, wall: WallTime) {
    self.instant = instant
    self.wall = wall
  }

  /// Reads the civil clock beside a time of the queue's.
  package init(at instant: Instant) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.instant = instant
    self.wall = WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The civil time of an instant.
  package func wall(of instant: Instant) -> WallTime {
    let milliseconds = self.instant.duration(to: instant).clampedNanoseconds / 1_000_000
    return WallTime(milliseconds: wall.milliseconds.addingClamped(milliseconds))
  }

  /// The instant of a civil time.
  func instant(of wall: WallTime) -> Instant {
    let (difference, overflow) = wall.milliseconds
      .subtractingReportingOverflow(self.wall.milliseconds)
    guard !overflow else { return Instant(nanoseconds: wall < self.wall ? .min : .max) }
    return instant.advanced(by: .milliseconds(difference))
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}
