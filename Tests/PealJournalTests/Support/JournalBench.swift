import Glibc
import Peal
import Synchronization
import TestBus
import Testing

@testable import PealJournal

/// A folder for a journal, and clocks that a test moves by hand.
final class JournalBench: Sendable {
  let folder: TemporaryFolder
  private let elapsed = Mutex(Int64(0))

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: String { folder.file("state/journal.sqlite") }

  /// Where a second process's queue clock begins; that of the first begins at 0.
  static let secondZero: Int64 = 5_000_000

  /// The time, in milliseconds from the start, and on a queue's clock that began at `zero`.
  func clock(_ zero: Int64 = 0) -> ClockReading {
    let now = elapsed.withLock { $0 }
    return ClockReading(
      instant: Instant(nanoseconds: (zero + now) * 1_000_000),
      wall: WallTime(milliseconds: 1_796_000_000_000 + now))
  }

  func advance(by duration: Duration) {
    elapsed.withLock { $0 += duration.clampedNanoseconds / 1_000_000 }
  }

  /// Opens the journal; commits are the test's business.
  func open(
    history: Int = 1000, zero: Int64 = 0, durability: Durability = .process
  ) throws(JournalError) -> Journal.Opened {
    var settings = Journal.Settings(path: path)
    settings.history = history
    settings.bus = "unix:path=/run/test"
    settings.durability = durability
    return try Journal.open(settings, clock(zero)) { _, _ in }
  }

  /// Opens the journal, uses it and closes it, as one process after the other does.
  @discardableResult
  func session<Result>(
    history: Int = 1000, _ body: (Journal) throws -> Result
  ) throws -> Result {
    let journal = try open(history: history).journal
    return try body(journal)
  }

  /// What a journal that is closed holds for the next process, whose queue's clock began at `zero`.
  func contents(zero: Int64 = 0) throws(JournalError) -> JournalContents {
    try open(zero: zero).contents
  }
}

extension Journal {
  /// Accepts a post and writes it.
  func post(_ post: JournalPost, _ bench: JournalBench) throws -> AlertID {
    let result = Mutex<Result<Acceptance, JournalError>?>(nil)
    accept(post, bench.clock()) { accepted in result.withLock { $0 = accepted } }
    commit()
    switch try #require(result.withLock { $0 }).get() {
    case .new(let id), .known(let id): return id
    }
  }

  func post(_ summary: String, _ bench: JournalBench) throws -> AlertID {
    try post(JournalPost(Alert(summary, appName: "test")), bench)
  }

  /// Files an ending and writes it.
  func end(_ id: AlertID, _ outcome: Outcome, _ bench: JournalBench, count: Int = 1) {
    let now = bench.clock()
    file(
      Ending(
        id: id, outcome: outcome, alert: Alert("\(id.rawValue)", appName: "test"),
        posted: now.instant, ended: now.instant,
        count: count), now)
    commit()
  }

  /// The ids of the history, the latest first.
  var historyIDs: [UInt32] { history(HistoryQuery()).map(\.id.rawValue) }
}

extension JournalContents {
  var ids: [UInt32] { queue.alerts.flatMap { $0.submissions.map(\.id.rawValue) } }
}

/// Everything about a file that a test compares.
struct FileMode {
  static func of(_ path: String) -> UInt32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & 0o777
  }
}
