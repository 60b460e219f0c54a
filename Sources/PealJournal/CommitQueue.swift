/// Who waits for the next commit, and when it comes: as soon as something is noted, and again after
/// a while when it failed.
struct CommitQueue {
  /// Somebody who waits to hear that something is written.
  enum Waiter {
    /// A new post, which the commit writes or refuses.
    case post(Journal.Completion)
    /// Anything else, which is kept until it is written.
    case change(Journal.Completion)
  }

  /// What somebody who waited is told.
  struct News {
    let completion: Journal.Completion
    let error: JournalError?

    func tell() { completion(error) }
  }

  /// A commit that is to come after a while.
  struct Retry: Equatable {
    let delay: Duration
    fileprivate let outage: Int
  }

  /// A time in which writing fails.
  private struct Outage {
    let number: Int
    /// How often it was tried again by the clock.
    var retries = 0
    /// Whether the next retry is on its way.
    var isTimed = false

    /// 0.1 s, then twice as long each time, up to 30 s.
    var delay: Duration { min(.milliseconds(100 << min(retries, 10)), .seconds(30)) }
    /// Whether those who wait are told that it fails: they have waited for 1.5 s.
    var isLong: Bool { retries >= 4 }
  }

  private var waiters: [Waiter] = []
  private var isRequested = false
  private var outage: Outage?
  private var outages = 0

  var hasWaiters: Bool { !waiters.isEmpty }

  /// Whether something is noted that cannot be written.
  var isOut: Bool { outage != nil }

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  /// Asks for a commit; false when one is about to come.
  mutating func request() -> Bool {
    defer { isRequested = true }
    return !isRequested
  }

  /// Notes a commit, which wrote everything or left what is to be kept; returns what those are told
  /// who need not wait any longer.
  mutating func settle(_ error: JournalError?, isAllWritten: Bool) -> [News] {
    isRequested = false
    note(isAllWritten: isAllWritten)
    let mayWait = outage?.isLong == false
    var news: [News] = []
    var others: [Waiter] = []
    for waiter in waiters {
      switch waiter {
      case .post(let completion): news.append(News(completion: completion, error: error))
      case .change where mayWait: others.append(waiter)
      case .change(let completion):
        news.append(News(completion: completion, error: isAllWritten ? nil : error))
      }
    }
    waiters = others
    return news
  }

  private mutating func note(isAllWritten: Bool) {
    if isAllWritten {
      outage = nil
    } else if outage == nil {
      outages += 1
      outage = Outage(number: outages)
    }
  }

  /// The retry that is to be scheduled now, if any.
  mutating func retry() -> Retry? {
    guard let current = outage, !current.isTimed else { return nil }
    outage?.isTimed = true
    return Retry(delay: current.delay, outage: current.number)
  }

  /// Notes that the time of a retry has come; false when it is not needed any more.
  mutating func begin(_ retry: Retry) -> Bool {
    guard outage?.number == retry.outage else { return false }
    outage?.isTimed = false
    outage?.retries += 1
    return true
  }
}
