internal import Glibc

/// The kernel's civil clock.
///
/// It is read here for every target: in a static build `timespec` can only be named where no module
/// of ours is imported (the compiler then finds it in its own shims).
package enum CivilClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
