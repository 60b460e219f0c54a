import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterTimeTests {
  @Test func nothingIsEverWokenWhileNothingIsPosted() async {
    let bench = AlertCenterBench()
    await bench.run { center in
      center.configure(.gapless)
      bench.time.advance(by: .seconds(3600))
    }
    #expect(bench.time.alarms.elements == [])
  }

  @Test func whenAllHasEndedNobodySleepsAnyMore() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      var alert = Alert("A")
      alert.timeout = .seconds(60)
      let id = try center.post(alert)
      _ = await bench.shown(id)
      #expect(await bench.time.alarms.first { $0 == .start + .seconds(60) } != nil)
      bench.presenter.close(id)
      _ = await bench.ended(id)
      #expect(await bench.time.isUndisturbed())
    }
  }

  @Test func case48_theNextAlertComesWhenTheGapIsOver() async throws {
    let bench = AlertCenterBench(configuration: AlertQueue.Configuration())
    try await bench.run { center in
      let first = try center.post(Alert("A"))
      let second = try center.post(Alert("B"))
      _ = await bench.shown(first)
      bench.presenter.close(first)
      #expect(await bench.time.alarms.first { $0 == .start + .milliseconds(350) } != nil)
      bench.time.advance(by: .milliseconds(340))
      #expect(bench.presented == ["A"])
      bench.time.advance(by: .milliseconds(10))
      #expect(await bench.shown(second) != nil)
    }
  }

  @Test func theAlarmNeverRingsForWhatTheEndOfATurnDoes() async throws {
    let bench = AlertCenterBench(.closing(.dismissed), configuration: .limitless)
    try await bench.run { center in
      var last: AlertID?
      for number in 1...500 { last = try center.post(Alert("\(number)")) }
      #expect(await bench.ended(try #require(last)) == .dismissed)
    }
    #expect(bench.time.alarms.elements.allSatisfy { $0 > .start })
  }

  @Test func anEarlierDeadlineTakesTheAlarmOver() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      try center.pause()
      let ids = try [60, 30, 90].map { seconds in
        var alert = Alert("\(seconds)")
        alert.ttl = .seconds(seconds)
        return try center.post(alert)
      }
      #expect(await bench.time.alarms.first { $0 == .start + .seconds(30) } != nil)
      bench.time.advance(by: .seconds(30))
      #expect(await bench.ended(ids[1]) == .lapsed)
      bench.time.advance(by: .seconds(60))
      #expect(await bench.ended(ids[2]) == .lapsed)
      #expect(await bench.ended(ids[0]) == .lapsed)
      #expect(bench.endings == [ids[1], ids[0], ids[2]])
    }
  }

  @Test func anAlertThatNobodyAnswersEndsWithItsTimeout() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      var alert = Alert("A")
      alert.timeout = .seconds(10)
      let question = alert
      async let outcome = center.ask(question, buttons: [.default("Yes")])
      _ = await bench.time.alarms.first { $0 == .start + .seconds(10) }
      bench.time.advance(by: .seconds(10))
      let ending = try await outcome
      #expect(ending == .timedOut)
    }
  }

  @Test func theContinuousClockSleepsAndCanBeCancelled() async throws {
    let (now, wait) = (TimeSource.continuous.now, TimeSource.continuous.sleep)
    let deadline = now() + .milliseconds(5)
    try await wait(deadline)
    #expect(now() >= deadline)
    let waiting = Task { try await wait(deadline + .seconds(3600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func aCenterRunsByTheContinuousClock() async throws {
    let presenter = InMemoryPresenter()
    let outcome = try await AlertCenter.withCenter(presenter: presenter) { center in
      var alert = Alert("A")
      alert.timeout = .milliseconds(20)
      return try await center.ask(alert)
    }
    #expect(outcome == .timedOut)
  }
}

extension Instant {
  /// Where a `ManualTime` begins.
  fileprivate static let start = Instant(nanoseconds: 0)
}

extension ManualTime {
  /// Whether, as soon as everybody has had their turn, nobody sleeps.
  fileprivate func isUndisturbed() async -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while !sleeping.isEmpty, ContinuousClock.now < end { await Task.yield() }
    return sleeping.isEmpty
  }
}
