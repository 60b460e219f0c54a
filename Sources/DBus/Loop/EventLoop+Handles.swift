internal import Glibc

extension EventLoop {
  /// What a watch waits for.
  package enum Interest: Sendable, Hashable {
    case reading
    case writing
  }

  /// A descriptor that a loop looks at, until it is cancelled.
  package struct Watch: Sendable {
    let id: UInt64
    let loop: EventLoop

    /// Ends the watch; its handler is not called again.
    package func cancel() {
      loop.remove(self)
    }
  }

  /// A call that a loop makes later, unless it is cancelled.
  package struct Timer: Sendable {
    let key: LoopState.TimerKey
    let loop: EventLoop

    /// Takes the call back, if it has not been made.
    package func cancel() {
      loop.remove(self)
    }
  }
}

/// What a loop has to do and to wait for.
struct LoopState {
  enum Job {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  struct WatchEntry {
    let descriptor: Int32
    let interest: EventLoop.Interest
    let handler: @Sendable () -> Void
  }

  struct TimerKey: Hashable, Comparable, Sendable {
    let deadline: Int64
    let number: UInt64

    static func < (lhs: TimerKey, rhs: TimerKey) -> Bool {
      (lhs.deadline, lhs.number) < (rhs.deadline, rhs.number)
    }
  }

  private typealias TimerEntry = (key: TimerKey, handler: @Sendable () -> Void)

  var thread: pthread_t?
  var isStopped = false
  var watches: [UInt64: WatchEntry] = [:]
  private var jobs: [Job] = []
  /// The latest first, so that what is due is taken off the end.
  private var timers: [TimerEntry] = []
  private var nextNumber: UInt64 = 0

  var isCurrent: Bool {
    guard let thread else { return false }
    return pthread_equal(thread, pthread_self()) != 0
  }

  var hasJobs: Bool { !jobs.isEmpty }

  /// The jobs at hand; nil once the loop is stopped and they are done.
  mutating func takeJobs() -> [Job]? {
    if isStopped && jobs.isEmpty { return nil }
    defer { jobs.removeAll() }
    return jobs
  }

  /// Adds a job; says whether the loop may be asleep.
  mutating func add(_ job: Job) -> Bool {
    jobs.append(job)
    return jobs.count == 1 && !isCurrent
  }

  mutating func addWatch(
    _ descriptor: Int32, _ interest: EventLoop.Interest, _ handler: @escaping @Sendable () -> Void
  ) -> UInt64 {
    nextNumber += 1
    watches[nextNumber] = WatchEntry(
      descriptor: descriptor, interest: interest, handler: handler)
    return nextNumber
  }

  mutating func addTimer(
    at deadline: Int64, _ handler: @escaping @Sendable () -> Void
  ) -> TimerKey {
    nextNumber += 1
    let key = TimerKey(deadline: deadline, number: nextNumber)
    timers.insert((key, handler), at: index(of: key))
    return key
  }

  mutating func removeTimer(_ key: TimerKey) {
    let index = index(of: key)
    if index < timers.count, timers[index].key == key { timers.remove(at: index) }
  }

  mutating func takeDueTimer(at now: Int64) -> (@Sendable () -> Void)? {
    guard let last = timers.last, last.key.deadline <= now else { return nil }
    timers.removeLast()
    return last.handler
  }

  /// What to hand to `poll`: the entries, the wake-up's first, the watches they stand for, and the
  /// time by which to be back, which is now when there are jobs.
  func pollSet(wakeUp: Int32) -> (entries: [pollfd], ids: [UInt64], deadline: Int64?) {
    var entries = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
    var ids: [UInt64] = []
    for (id, watch) in watches {
      let events = watch.interest == .reading ? POLLIN : POLLOUT
      entries.append(pollfd(fd: watch.descriptor, events: Int16(events), revents: 0))
      ids.append(id)
    }
    let isBusy = !jobs.isEmpty || isStopped
    return (entries, ids, isBusy ? MonotonicClock.now : timers.last?.key.deadline)
  }

  /// Where a timer stands, or belongs, in the list that has the latest first.
  private func index(of key: TimerKey) -> Int {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].key > key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
