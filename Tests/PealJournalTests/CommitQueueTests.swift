import Synchronization
import Testing

@testable import PealJournal

/// Who is told what, and when, while a journal cannot be written.
struct CommitQueueTests {
  private let full = JournalError.full(path: "journal")

  /// A queue, and what its waiters are told, as a word each.
  private struct Bench {
    var queue = CommitQueue()

    mutating func request() -> Bool { queue.request() }
    mutating func begin(_ retry: CommitQueue.Retry) -> Bool { queue.begin(retry) }
    mutating func retry() -> CommitQueue.Retry? { queue.retry() }

    mutating func settle(_ error: JournalError?, isAllWritten: Bool) -> [String] {
      queue.settle(error, isAllWritten: isAllWritten).map { $0.error == nil ? "written" : "not" }
    }
  }

  @Test func everyoneIsToldOnceItIsWritten() {
    var bench = Bench()
    let requests = [bench.request(), bench.request()]
    #expect(requests == [true, false])
    bench.queue.add(.post { _ in })
    bench.queue.add(.change { _ in })
    let told = bench.settle(nil, isAllWritten: true)
    #expect(told == ["written", "written"])
    let (retry, mayRequest) = (bench.retry(), bench.request())
    #expect(retry == nil)
    #expect(mayRequest)
  }

  @Test func aRefusedPostIsToldAtOnceAndTheRestWaits() {
    var bench = Bench()
    bench.queue.add(.change { _ in })
    bench.queue.add(.post { _ in })
    let refused = bench.settle(full, isAllWritten: false)
    #expect(refused == ["not"])
    #expect(bench.queue.hasWaiters)
    #expect(bench.queue.isOut)
    let told = bench.settle(nil, isAllWritten: true)
    #expect(told == ["written"])
    #expect(!bench.queue.isOut)
  }

  @Test func whereThePostsAloneFindNoRoomTheRestIsWritten() {
    var bench = Bench()
    bench.queue.add(.change { _ in })
    bench.queue.add(.post { _ in })
    let told = bench.settle(full, isAllWritten: true)
    #expect(told == ["written", "not"])
    let retry = bench.retry()
    #expect(retry == nil)
  }

  @Test func itIsTriedAgainEverMoreSeldomByOneTimer() throws {
    var bench = Bench()
    var delays: [Duration] = []
    for _ in 1...11 {
      _ = bench.settle(full, isAllWritten: false)
      let next = bench.retry()
      let retry = try #require(next)
      delays.append(retry.delay)
      // What happens meanwhile is tried at once, and starts no other timer.
      _ = bench.settle(full, isAllWritten: false)
      let (second, isCurrent) = (bench.retry(), bench.begin(retry))
      #expect(second == nil)
      #expect(isCurrent)
    }
    let tenths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    #expect(delays == tenths.map { .milliseconds($0 * 100) })
  }

  @Test func nobodyWaitsForLong() throws {
    var bench = Bench()
    bench.queue.add(.change { _ in })
    var waited = Duration.zero
    var told = bench.settle(full, isAllWritten: false)
    while told.isEmpty {
      let next = bench.retry()
      let retry = try #require(next)
      waited += retry.delay
      _ = bench.begin(retry)
      told = bench.settle(full, isAllWritten: false)
    }
    #expect(told == ["not"])
    #expect(waited == .milliseconds(1500))
    // From then on at once.
    bench.queue.add(.change { _ in })
    told = bench.settle(full, isAllWritten: false)
    #expect(told == ["not"])
  }

  @Test func theTimerOfAnOutageThatIsOverDoesNothing() throws {
    var bench = Bench()
    _ = bench.settle(full, isAllWritten: false)
    let next = bench.retry()
    let old = try #require(next)
    _ = bench.settle(nil, isAllWritten: true)
    let afterwards = bench.begin(old)
    _ = bench.settle(full, isAllWritten: false)
    let inTheNext = bench.begin(old)
    #expect(!afterwards)
    #expect(!inTheNext)
    let retry = bench.retry()
    #expect(retry?.delay == .milliseconds(100))
  }
}
