/// A point in civil time: milliseconds since 1970-01-01T00:00:00Z.
///
/// The queue's clock means nothing to another process or after a restart; this is what the journal
/// and the bus carry instead.
package struct WallTime: Sendable, Hashable, Comparable {
  /// Milliseconds since the Unix epoch.
  package var milliseconds: Int64

  /// Makes the point that lies so long after the Unix epoch.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (lhs: WallTime, rhs: WallTime) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}
