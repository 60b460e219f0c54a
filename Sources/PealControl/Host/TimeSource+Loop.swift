package import DBus
package import Peal

extension TimeSource {
  /// The system's continuous clock, slept on by an event loop.
  ///
  /// `Task.sleep` would start Dispatch's threads, one of which wakes every second from then on. The
  /// loop's timers stand still while the machine is suspended, so that a long sleep is cut into
  /// slices: after a suspension it is late by one slice at most.
  package static func on(_ loop: EventLoop) -> TimeSource {
    let clock = TimeSource.continuous
    return TimeSource(
      now: clock.now,
      sleep: { deadline in
        while true {
          let left = clock.now().duration(to: deadline)
          guard left > .zero else { return }
          try await loop.sleep(for: min(left, .seconds(60)))
        }
      })
  }
}

extension EventLoop {
  /// Returns after a time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  fileprivate func sleep(for duration: Duration) async throws {
    let end = Promise<Bool>()
    let timer = schedule(after: duration) { end.fulfil(true) }
    let isOver = await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      end.fulfil(false)
    }
    timer.cancel()
    if !isOver { throw CancellationError() }
  }
}
