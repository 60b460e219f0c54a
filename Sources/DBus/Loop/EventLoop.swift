internal import Glibc
internal import Synchronization

/// One thread that waits for descriptors, deadlines and jobs, and does what is due.
///
/// It is an executor for actors and for tasks: what is handed to it runs on the loop's thread, one
/// thing after the other. A program that lives on one loop never changes threads between a signal
/// from the bus and the call that answers it, and sleeps in one `poll` when nothing is due.
package final class EventLoop: SerialExecutor, TaskExecutor {
  private let state = Mutex(LoopState())
  private let wakeUp: WakeUp

  /// Makes a loop that runs once somebody calls ``run()``.
  ///
  /// - Throws: ``LoopError`` when the process has no descriptors left.
  package init() throws(LoopError) {
    wakeUp = try WakeUp()
  }

  /// Makes a loop and a thread of its own that runs it until ``stop()``.
  ///
  /// - Throws: ``LoopError`` when there is no descriptor or thread left.
  package static func onOwnThread() throws(LoopError) -> EventLoop {
    let loop = try EventLoop()
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(loop)
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      throw LoopError.noThread
    }
    pthread_detach(thread)
    return loop
  }

  /// Does what comes, on the calling thread, until ``stop()``.
  package func run() {
    state.withLock { $0.thread = pthread_self() }
    while runJobs() {
      wait()
    }
  }

  /// Does what is at hand, and lets go of it before the loop sleeps; false once it is stopped.
  private func runJobs() -> Bool {
    guard let jobs = state.withLock({ $0.takeJobs() }) else { return false }
    for job in jobs {
      run(job)
    }
    return true
  }

  /// Does what has come in, and what comes of that, before what is due: a commit that is due now
  /// then has all of it. Jobs that always make another one hold up no timer for that.
  private func runJobsBeforeTimers() {
    for _ in 0..<8 {
      guard state.withLock({ $0.hasJobs }), runJobs() else { return }
    }
  }

  /// Ends ``run()`` once the jobs at hand are done; what comes later is never run.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wakeUp.signal()
  }

  /// Whether the caller runs on the loop's thread.
  package var isCurrent: Bool {
    state.withLock { $0.isCurrent }
  }

  /// Runs `work` on the loop's thread: at once if that is the calling one, else as soon as may be.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { return work() }
    add(.closure(work))
  }

  /// Calls `handler` on the loop's thread each time the descriptor is ready, until the watch is
  /// cancelled. The descriptor stays the caller's.
  package func watch(
    _ descriptor: Int32, for interest: Interest, _ handler: @escaping @Sendable () -> Void
  ) -> Watch {
    let id = state.withLock { $0.addWatch(descriptor, interest, handler) }
    if !isCurrent { wakeUp.signal() }
    return Watch(id: id, loop: self)
  }

  /// Calls `handler` on the loop's thread once, `delay` from now, unless it is cancelled before.
  package func schedule(
    after delay: Duration, _ handler: @escaping @Sendable () -> Void
  ) -> Timer {
    let key = state.withLock { $0.addTimer(at: MonotonicClock.deadline(after: delay), handler) }
    if !isCurrent { wakeUp.signal() }
    return Timer(key: key, loop: self)
  }

  func remove(_ watch: Watch) {
    state.withLock { _ = $0.watches.removeValue(forKey: watch.id) }
  }

  func remove(_ timer: Timer) {
    state.withLock { $0.removeTimer(timer.key) }
  }

  // MARK: Executor

  /// Runs a job of an actor or a task on the loop's thread, as soon as may be.
  package func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  private func add(_ job: LoopState.Job) {
    let mustWake = state.withLock { $0.add(job) }
    if mustWake { wakeUp.signal() }
  }

  private func run(_ job: LoopState.Job) {
    switch job {
    case .closure(let work): work()
    case .job(let job):
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  private func wait() {
    var (entries, ids, deadline) = state.withLock { $0.pollSet(wakeUp: wakeUp.descriptor) }
    guard poll(&entries, nfds_t(entries.count), MonotonicClock.pollTimeout(until: deadline)) >= 0
    else { return }
    wakeUp.drain(if: entries[0].revents != 0)
    for (entry, id) in zip(entries.dropFirst(), ids) where entry.revents != 0 {
      state.withLock { $0.watches[id]?.handler }?()
    }
    runJobsBeforeTimers()
    // One by one, so that a handler can still take back one that is due with it.
    let now = MonotonicClock.now
    while let handler = state.withLock({ $0.takeDueTimer(at: now) }) {
      handler()
    }
  }
}

/// Why a loop could not be made.
package enum LoopError: Error, Hashable {
  /// The process has too many descriptors open.
  case noDescriptor
  /// The system has no thread left.
  case noThread
}
