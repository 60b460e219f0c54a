internal import DBus
internal import Synchronization

/// Notices that nothing has been asked for a while. One timer, and only while something may be idle.
final class IdleWatch: Sendable {
  private struct State {
    var lastTouch = ContinuousClock.now
    /// Whether the timer runs.
    var isArmed = false
    var isBusy: @Sendable () -> Bool = { true }
    var onIdle: @Sendable () -> Void = {}
  }

  private let limit: Duration
  private let loop: EventLoop
  private let state = Mutex(State())

  init(_ limit: Duration, on loop: EventLoop) {
    self.limit = limit
    self.loop = loop
  }

  /// Begins to watch: tells when nothing was touched for the time and nothing is busy.
  func connect(
    isBusy: @escaping @Sendable () -> Bool, onIdle: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.isBusy = isBusy
      state.onIdle = onIdle
    }
    touch()
  }

  /// Takes note that something was asked, or has happened.
  func touch() {
    let mustArm = state.withLock { state in
      state.lastTouch = .now
      defer { state.isArmed = true }
      return !state.isArmed
    }
    if mustArm { arm(limit) }
  }

  private func arm(_ delay: Duration) {
    _ = loop.schedule(after: delay) { [weak self] in self?.look() }
  }

  private func look() {
    let (lastTouch, isBusy, onIdle) = state.withLock { ($0.lastTouch, $0.isBusy, $0.onIdle) }
    // What is busy touches us again when it is done.
    guard !isBusy() else { return state.withLock { $0.isArmed = false } }
    let left = limit - lastTouch.duration(to: .now)
    if left > .zero { return arm(left) }
    state.withLock { $0.isArmed = false }
    onIdle()
  }
}
