import DBus
import Glibc
import TestBus
import Testing

/// The loop on its own.
struct EventLoopTests {
  private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    try await body(loop)
  }

  @Test func jobsRunInOrderOnTheLoopsThread() async throws {
    try await withLoop { loop in
      let seen = Inbox<(Int, Bool)>()
      for number in 0..<1000 { loop.perform { seen.put((number, loop.isCurrent)) } }
      let order = try await seen.next(1000)
      #expect(order.map(\.0) == Array(0..<1000))
      #expect(order.allSatisfy { $0.1 } && !loop.isCurrent)
    }
  }

  @Test func jobsFromManyThreadsAllRun() async throws {
    try await withLoop { loop in
      let seen = Inbox<Int>()
      await withTaskGroup { group in
        for number in 0..<1000 { group.addTask { loop.perform { seen.put(number) } } }
      }
      let order = try await seen.next(1000)
      #expect(Set(order).count == 1000)
    }
  }

  @Test func workGivenOnTheLoopIsDoneAtOnce() async throws {
    try await withLoop { loop in
      let seen = Inbox<Int>()
      loop.perform {
        loop.perform { seen.put(1) }
        seen.put(2)
      }
      let order = try await seen.next(2)
      #expect(order == [1, 2])
    }
  }

  @Test func timersGoOffInTheOrderOfTheirTimes() async throws {
    try await withLoop { loop in
      let seen = Inbox<Int>()
      let start = ContinuousClock.now
      let hour = 3_600_000
      loop.perform {
        // Hours apart, or in this order: a pause between two of them changes nothing.
        for delay in [-hour, -3 * hour, -2 * hour, 0, 10, 20, 30] {
          _ = loop.schedule(after: .milliseconds(delay)) { seen.put(delay) }
        }
      }
      let order = try await seen.next(7)
      #expect(order == [-3 * hour, -2 * hour, -hour, 0, 10, 20, 30])
      #expect(ContinuousClock.now - start >= .milliseconds(30))
    }
  }

  @Test func equalTimersKeepTheirOrderAndCancelledOnesAreSilent() async throws {
    try await withLoop { loop in
      let seen = Inbox<Int>()
      loop.perform {
        var timers: [EventLoop.Timer] = []
        for number in 0..<100 {
          timers.append(loop.schedule(after: .zero) { seen.put(number) })
        }
        for number in stride(from: 0, to: 100, by: 2) { timers[number].cancel() }
        timers[1].cancel()
        timers[1].cancel()
      }
      let order = try await seen.next(49)
      #expect(order == Array(stride(from: 3, to: 100, by: 2)))
    }
  }

  /// So that what is written at once is written with all that has come of the same news.
  @Test func whatComesOfADescriptorIsDealtWithBeforeATimerThatItStarts() async throws {
    try await withLoop { loop in
      let seen = Inbox<String>()
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let (reader, writer) = (ends[0], ends[1])
      let watch = loop.watch(reader, for: .reading) {
        var byte: UInt8 = 0
        guard read(reader, &byte, 1) == 1 else { return }
        _ = loop.schedule(after: .zero) { seen.put("timer") }
        Task(executorPreference: loop) {
          await Task.yield()
          seen.put("task")
        }
      }
      try #require(write(writer, "x", 1) == 1)
      let order = try await seen.next(2)
      #expect(order == ["task", "timer"])
      watch.cancel()
      close(writer)
      close(reader)
    }
  }

  @Test func aTimerMayCancelAnotherThatIsDueWithIt() async throws {
    try await withLoop { loop in
      let seen = Inbox<String>()
      loop.perform {
        let second = Watched<EventLoop.Timer?>(nil)
        _ = loop.schedule(after: .zero) {
          seen.put("first")
          second.value?.cancel()
        }
        let timer = loop.schedule(after: .zero) { seen.put("second") }
        second.change { $0 = timer }
        _ = loop.schedule(after: .zero) { seen.put("third") }
      }
      let order = try await seen.next(2)
      #expect(order == ["first", "third"])
    }
  }

  @Test func theFurthestTimerDoesNoHarm() async throws {
    try await withLoop { loop in
      let seen = Inbox<Int>()
      _ = loop.schedule(after: .seconds(Int64.max)) { seen.put(1) }
      _ = loop.schedule(after: .seconds(1_000_000_000)) { seen.put(2) }
      _ = loop.schedule(after: .milliseconds(1)) { seen.put(3) }
      let first = try await seen.next()
      #expect(first == 3)
    }
  }

  @Test func aDescriptorIsWatchedUntilItIsCancelled() async throws {
    try await withLoop { loop in
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let (reader, writer) = (ends[0], ends[1])
      defer {
        close(reader)
        close(writer)
      }
      let seen = Inbox<UInt8>()
      let watch = loop.watch(reader, for: .reading) {
        var byte: UInt8 = 0
        if read(reader, &byte, 1) == 1 { seen.put(byte) }
      }
      for byte in [1, 2] as [UInt8] {
        #expect(withUnsafeBytes(of: byte) { write(writer, $0.baseAddress, 1) } == 1)
        #expect(try await seen.next() == byte)
      }
      watch.cancel()
      let isCancelled = Inbox<Bool>()
      loop.perform { isCancelled.put(true) }
      _ = try await isCancelled.next()
      #expect(withUnsafeBytes(of: UInt8(3)) { write(writer, $0.baseAddress, 1) } == 1)
      loop.perform { isCancelled.put(true) }
      _ = try await isCancelled.next()
      #expect(seen.drain() == [])
    }
  }

  @Test func tasksMayLiveOnTheLoop() async throws {
    try await withLoop { loop in
      let wasCurrent = await Task(executorPreference: loop) {
        await Task.yield()
        return loop.isCurrent
      }.value
      #expect(wasCurrent)
    }
  }

  @Test func aLoopRunsOnTheCallersThreadUntilItIsStopped() throws {
    let loop = try EventLoop()
    let seen = Inbox<Int>()
    loop.perform { seen.put(1) }
    loop.perform {
      seen.put(2)
      loop.stop()
      loop.perform { seen.put(3) }
    }
    loop.run()
    #expect(seen.all == [1, 2, 3])
  }
}
