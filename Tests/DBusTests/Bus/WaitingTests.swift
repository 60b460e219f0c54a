import TestBus
import Testing

/// The tools that wait for events.
struct WaitingTests {
  @Test func whatArrivesIsTakenInOrderBeforeAndAfterTheWait() async throws {
    let inbox = Inbox<Int>()
    inbox.put(1)
    async let two = inbox.next(2)
    inbox.put(2)
    #expect(try await two == [1, 2])
    inbox.put(3)
    #expect(inbox.drain() == [3])
    #expect(inbox.drain() == [])
    #expect(inbox.all == [1, 2, 3])
  }

  @Test func aConditionPassesOverWhatDoesNotFit() async throws {
    let inbox = Inbox<Int>()
    for number in 1...5 { inbox.put(number) }
    #expect(try await inbox.next("even number") { $0 % 2 == 0 } == 2)
    #expect(try await inbox.next() == 3)
  }

  @Test func nothingInTimeIsAnErrorThatSaysWhat() async throws {
    let inbox = Inbox<Int>(of: "number")
    let error = await #expect(throws: TimeLimitExceeded.self) {
      try await inbox.next(within: .milliseconds(10))
    }
    #expect(error?.description == "no next number within 0.01 seconds")
    inbox.put(1)
    #expect(try await inbox.next() == 1, "one who gave up takes nothing")
  }

  @Test func aFinishedInboxGivesWhatItHasThenAnError() async throws {
    let inbox = Inbox<Int>()
    inbox.put(1)
    inbox.finish()
    #expect(try await inbox.next() == 1)
    await #expect(throws: Inbox<Int>.Finished.self) { try await inbox.next() }
  }

  @Test func aCancelledWaitEndsAtOnce() async throws {
    let inbox = Inbox<Int>()
    let waiting = Task { try await inbox.next() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func manyWhoWaitGetOneEach() async throws {
    let inbox = Inbox<Int>()
    let taken = try await withThrowingTaskGroup { group in
      for _ in 0..<1000 { group.addTask { try await inbox.next() } }
      for number in 0..<1000 { inbox.put(number) }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(taken.count == 1000)
  }

  @Test func aConditionOnAValueIsSeenWhenItComesTrue() async throws {
    let value = Watched(0)
    async let three = value.until("three") { $0 >= 3 }
    for _ in 0..<3 { value.change { $0 += 1 } }
    #expect(try await three == 3)
  }
}
