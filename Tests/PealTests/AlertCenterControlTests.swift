import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterControlTests {
  let bench = AlertCenterBench()

  @Test func case76_theQueueGoesOnWhenTheLastTokenIsReleased() async throws {
    try await bench.run { center in
      let tokens = [try center.pause(), try center.pause(), try center.pause("named")]
      #expect(Set(tokens).count == 3)
      let id = try center.post(Alert("A"))
      for token in tokens.dropLast() { #expect(center.resume(token)) }
      #expect(center.summary.isPaused)
      #expect(!center.resume(tokens[0]))
      #expect(center.status(of: id)?.stage == .held(.paused))
      #expect(center.resume(tokens[2]))
      #expect(!center.summary.isPaused)
      #expect(await bench.shown(id) != nil)
    }
  }

  @Test func criticalAlertsPassAPauseUnlessExcluded() async throws {
    try await bench.run { center in
      var alert = Alert("critical")
      alert.priority = .critical
      let token = try center.pause(except: .nothing)
      let id = try center.post(alert)
      #expect(center.status(of: id)?.stage == .held(.paused))
      try center.pause("other")
      center.resume(token)
      #expect(await bench.shown(id) != nil)
    }
  }

  @Test func tooManyPausesAreRefused() throws {
    for number in 1...Limits.pauseTokens { try bench.center.pause("\(number)") }
    #expect(throws: AlertCenter.TooManyPauses.self) { try bench.center.pause() }
    try bench.center.pause("1")
  }

  @Test func aPauseEndsByItselfAndWithItsOwner() async throws {
    let owner = Owner(rawValue: ":1.7")
    try await bench.run { center in
      try center.pause(for: .seconds(60))
      try center.pause(owner: owner)
      bench.time.advance(by: .seconds(60))
      center.ownerLeft(owner)
      #expect(!center.summary.isPaused)
    }
  }

  @Test func clearEndsWhatWaitsAndClearAllTheRest() async throws {
    try await bench.run { center in
      let shown = try center.post(Alert("shown", appName: "S"))
      try center.post(Alert("waits", appName: "S"))
      let other = try center.post(Alert("other", appName: "T"))
      _ = await bench.shown(shown)
      #expect(center.clear(Filter(app: "S")) == 1)
      #expect(center.alerts().map(\.id) == [shown, other])
      #expect(center.clearAll() == 2)
      #expect(await bench.ended(shown) == .cleared)
      #expect(await bench.ended(other) == .cleared)
    }
  }

  @Test func alertsAreListedOnScreenFirstThenAsTheyWillCome() async throws {
    try await bench.run { center in
      let shown = try center.post(Alert("shown"))
      _ = await bench.shown(shown)
      var low = Alert("low")
      low.priority = .low
      let ids = [try center.post(low), try center.post(Alert("normal"))]
      #expect(center.alerts().map(\.id) == [shown, ids[1], ids[0]])
      #expect(center.alerts(Filter(id: ids[0])).map(\.id) == [ids[0]])
      let summary = center.summary
      #expect(summary.waiting == 2 && summary.shown == 1 && !summary.isPaused)
    }
  }

  @Test func anAlertIsAnsweredWithoutItsPopup() async throws {
    try await bench.run { center in
      let id = try center.post(Alert("A"), buttons: [.default("Yes", key: "yes")])
      _ = await bench.shown(id)
      #expect(center.answer(id, key: "perhaps") == .unknownKey)
      #expect(center.answer(id, key: "yes") == .done)
      #expect(await bench.ended(id) == .action(key: "yes"))
      #expect([.alreadyEnding, .noSuchAlert].contains(center.answer(id, key: "yes")))
    }
  }

  @Test func manualAlertsComeWhenActivatedAndSnoozedOnesAgain() async throws {
    try await bench.run { center in
      var alert = Alert("A")
      alert.arrival = .manual
      let id = try center.post(alert)
      #expect(center.status(of: id)?.stage == .held(.manual))
      #expect(center.activate(id) == .done)
      _ = await bench.shown(id)
      #expect(center.activate(id) == .nothingToActivate)
      let start = bench.changes.count
      #expect(center.snooze(id, for: .seconds(60)) == .done)
      #expect(center.status(of: id)?.stage == .held(.snoozed))
      bench.time.advance(by: .seconds(60))
      #expect(await bench.shown(id, from: start) != nil)
      #expect(await bench.presenter.popup("A", from: 1) != nil)
    }
  }

  @Test func aRaisedNumberOfSlotsIsFilledAtOnce() async throws {
    try await bench.run { center in
      let ids = try ["A", "B", "C"].map { try center.post(Alert($0)) }
      _ = await bench.shown(ids[0])
      var configuration = center.configuration
      configuration.display = .slots(3)
      center.configure(configuration)
      for id in ids { #expect(await bench.shown(id) != nil) }
    }
  }

  @Test func shutdownEndsEverythingOnce() async throws {
    try await bench.run { center in
      let endings = Recording<Ending>()
      let ids = try ["A", "B"].map { try center.post(Alert($0), onEnd: endings.append) }
      _ = await bench.shown(ids[0])
      center.shutdown()
      #expect(endings.elements.map(\.outcome) == [.shutdown, .shutdown])
      #expect(bench.presenter.popups == [])
      center.shutdown()
      #expect(endings.count == 2)
      #expect(throws: AlertError.stopped) { try center.post(Alert("C")) }
    }
  }

  @Test func whatAHandlerPostsWhenAllIsOverIsRefused() async throws {
    let outcomes = Recording<AlertError?>()
    let presenter = InMemoryPresenter()
    try await AlertCenter.withCenter(presenter: presenter) { center in
      try center.post(
        Alert("A"),
        onEnd: { _ in
          do throws(AlertError) {
            try center.post(Alert("again"))
            outcomes.append(nil)
          } catch {
            outcomes.append(error)
          }
        })
      _ = await presenter.popup("A")
    }
    #expect(outcomes.elements == [.stopped])
  }

  @Test func withCenterTakesThePopupsDown() async throws {
    let presenter = InMemoryPresenter()
    let endings = Recording<Ending>()
    let id = try await AlertCenter.withCenter(presenter: presenter) { center in
      let id = try center.post(Alert("A"), onEnd: endings.append)
      _ = await presenter.popup("A")
      return id
    }
    #expect(presenter.popups == [])
    #expect(endings.elements.map(\.id) == [id])
    #expect(endings.elements.map(\.outcome) == [.shutdown])
  }

  @Test func withCenterTakesThePopupsDownWhenItFailsOrIsCancelled() async throws {
    struct Failure: Error {}
    let presenter = InMemoryPresenter()
    await #expect(throws: Failure.self) {
      try await AlertCenter.withCenter(presenter: presenter) { center in
        try center.post(Alert("A"))
        _ = await presenter.popup("A")
        throw Failure()
      }
    }
    #expect(presenter.popups == [])
    let other = InMemoryPresenter()
    let asking = Task {
      try await AlertCenter.withCenter(presenter: other) { try await $0.ask(Alert("B")) }
    }
    _ = await other.popup("B")
    asking.cancel()
    #expect(try await asking.value == .withdrawn)
    #expect(other.popups == [])
  }

  @Test func cancellingRunEndsIt() async {
    let running = Task { await bench.center.run() }
    _ = await bench.changes.first { $0 == .presenter("in memory") }
    running.cancel()
    await running.value
  }
}
