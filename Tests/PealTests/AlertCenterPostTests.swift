import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterPostTests {
  let bench = AlertCenterBench()

  @Test func aPostedAlertIsShownAndItsHandlerRunsOnce() async throws {
    let endings = Recording<Ending>()
    try await bench.run { center in
      let id = try center.post(Alert("A"), onEnd: endings.append)
      #expect(await bench.shown(id) != nil)
      #expect(endings.count == 0)
      bench.presenter.close(id)
      #expect(await endings.first { $0.id == id }?.outcome == .dismissed)
      let next = try center.post(Alert("B"), onEnd: endings.append)
      #expect(await bench.shown(next) != nil)
      #expect(endings.count == 1)
    }
  }

  @Test func case57_theCallersOwnDataComesBackUnchanged() async throws {
    try await bench.run { center in
      var alert = Alert("A", body: "a text", appName: "app")
      alert.userInfo = ["key": "value", "": "\u{0}"]
      let given = alert
      let endings = Recording<Ending>()
      let id = try center.post(given, onEnd: endings.append)
      #expect(center.status(of: id)?.alert == given)
      #expect(await bench.presenter.popup("A")?.alert == given)
      center.withdraw(id)
      #expect(await endings.first { _ in true }?.alert == given)
      #expect(bench.changes.elements.contains(.posted(id, given, AlertQueue.Terms())))
    }
  }

  @Test func case9_anAlertPostedBeforeThePresenterComesIsShownWithoutAFurtherCall() async throws {
    let bench = AlertCenterBench(isAvailable: false)
    try await bench.run { center in
      let id = try center.post(Alert("A"))
      #expect(center.status(of: id)?.stage == .held(.noPresenter))
      #expect(center.summary.presenter == nil)
      bench.presenter.restore()
      #expect(await bench.shown(id) != nil)
      #expect(center.summary.presenter == "in memory")
      #expect(bench.presenter.calls.elements.filter { $0 == .summon }.count == 1)
    }
  }

  @Test func anActionWithoutALabelThrowsAndNothingIsPosted() async throws {
    let endings = Recording<Ending>()
    #expect(throws: AlertError.emptyLabel(key: "1")) {
      try bench.center.post(
        Alert("A"), buttons: [.default("Yes"), .cancel("")], onEnd: endings.append)
    }
    await #expect(throws: AlertError.emptyLabel(key: "0")) {
      try await bench.center.ask(Alert("A"), buttons: [.default("")])
    }
    #expect(bench.center.alerts() == [])
    #expect(endings.count == 0)
  }

  @Test func twoButtonsWithOneKeyThrow() {
    #expect(throws: AlertError.duplicateKey("yes")) {
      try bench.center.post(
        Alert("A"), buttons: [.default("Yes", key: "yes"), .destructive("Wipe", key: "yes")])
    }
  }

  @Test func buttonsBecomeActionsBehindTheAlertsOwn() async throws {
    let own = try Action("own", "Own")
    try await bench.run { center in
      try center.post(
        Alert("A", actions: [own]),
        buttons: [.default("Yes"), .cancel("No"), .destructive("Wipe", key: "wipe")])
      let expected = [
        own, try Action("1", "Yes"), try Action("2", "No", style: .cancel),
        try Action("wipe", "Wipe", style: .destructive),
      ]
      #expect(await bench.presenter.popup("A")?.alert.actions == expected)
    }
  }

  @Test func theButtonsHandlerRunsBeforeTheAlertsAndNoOther() async throws {
    let log = Recording<String>()
    try await bench.run { center in
      let id = try center.post(
        Alert("A"),
        buttons: [.default("Yes") { log.append("yes") }, .cancel("No") { log.append("no") }],
        onEnd: { log.append($0.outcome.word) })
      _ = await bench.shown(id)
      bench.presenter.press(id, key: "1")
      #expect(await log.first { $0 == "action" } != nil)
      #expect(log.elements == ["no", "action"])
    }
  }

  @Test func theButtonOfAResidentAlertActsEachTime() async throws {
    let log = Recording<String>()
    try await bench.run { center in
      var alert = Alert("Player")
      alert.isResident = true
      let id = try center.post(
        alert, buttons: [.default("Next", key: "next") { log.append("next") }],
        onEnd: { log.append($0.outcome.word) })
      _ = await bench.shown(id)
      for _ in 1...2 { bench.presenter.press(id, key: "next") }
      bench.presenter.close(id)
      _ = await bench.time.alarms.first { $0 == Instant(nanoseconds: 50_000_000) }
      bench.time.advance(by: .milliseconds(50))
      #expect(await log.first { $0 == "dismissed" } != nil)
      #expect(log.elements == ["next", "next", "dismissed"])
      #expect(bench.changes.elements.contains(.acted(id, key: "next", text: nil)))
    }
  }

  @Test func anAlertThatEndsAtOnceIsReportedBeforePostReturns() async throws {
    try await bench.run { center in
      let up = try center.post(Alert("up"))
      _ = await bench.shown(up)
      var alert = Alert("A")
      alert.arrival = .drop
      let endings = Recording<Ending>()
      let id = try center.post(alert, onEnd: endings.append)
      #expect(endings.elements.map(\.id) == [id])
      #expect(endings.elements.map(\.outcome) == [.suppressed])
    }
  }

  @Test func aFullQueueRefusesAndRunsNoHandler() async throws {
    var configuration = AlertQueue.Configuration.gapless
    configuration.maxWaiting = 1
    let bench = AlertCenterBench(configuration: configuration)
    let endings = Recording<Ending>()
    try await bench.run { center in
      try center.post(Alert("shown"))
      try center.post(Alert("waits"))
      #expect(throws: AlertError.full) { try center.post(Alert("A"), onEnd: endings.append) }
      #expect(center.summary.waiting == 1)
      #expect(endings.count == 0)
    }
  }

  @Test func anAlertCanTakeThePlaceOfAnother() async throws {
    try await bench.run { center in
      let old = try center.post(Alert("old"))
      _ = await bench.shown(old)
      let new = try center.post(Alert("new"), .init(replacing: old))
      #expect(await bench.ended(old) == .replaced)
      #expect(await bench.shown(new) != nil)
      #expect(bench.presenter.popups.map(\.alert.summary) == ["new"])
    }
  }

  @Test func anOwnersLeavingEndsItsAlertsUnlessDetached() async throws {
    let owner = Owner(rawValue: ":1.7")
    try await bench.run { center in
      let kept = try center.post(Alert("kept"), .init(owner: owner, isDetached: true))
      let other = try center.post(Alert("other"), .init(owner: Owner(rawValue: ":1.8")))
      let own = try center.post(Alert("own"), .init(owner: owner))
      center.ownerLeft(owner)
      #expect(await bench.ended(own) == .abandoned)
      #expect(center.alerts().map(\.id) == [kept, other])
    }
  }
}
