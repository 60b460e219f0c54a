import Peal
import Testing

/// SEMANTICS, cases 71 to 75, and the rest of R14 and R18.
@Suite struct Clocks {
  @Test("case 71") func oneThatWaitsTooLongLapses() {
    var desk = Desk()
    desk.post("A")
    desk.post("B") { $0.ttl = .seconds(30) }
    #expect(desk.wait(29.999) == [])
    #expect(desk.wait(0.001) == ["2 lapsed"])
    desk.wait(1)
    desk.close(1)
    #expect(desk.wait(10) == [])
  }

  @Test("case 72") func aTTLDoesNotCountOncePresented() {
    var desk = Desk { $0.gap = .zero }
    desk.acknowledges = false
    desk.post("A")
    desk.presented(1)
    desk.post("B") { $0.ttl = .seconds(30) }
    desk.wait(29.9)
    #expect(desk.close(1) == ["1 dismissed", "present 2/1"])
    #expect(desk.wait(1) == [])
    #expect(desk.presented(2) == ["2 shown"])
    #expect(desk.wait(100) == [])
  }

  @Test func aTTLIsLookedAtAgainWhenAPresentFails() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A") { $0.ttl = .seconds(2) }
    desk.wait(3)
    #expect(desk.failed(1) == ["1 waiting", "1 lapsed"])
  }

  @Test("case 73") func aDelayedAlertTakesNoSlotBefore() {
    var desk = Desk()
    #expect(desk.post("A") { $0.delay = .seconds(10) } == ["accepted 1", "1 held delayed"])
    #expect(desk.post("B") { $0.delay = .seconds(10) } == ["accepted 2", "2 held delayed"])
    #expect(desk.wait(9.999) == [])
    #expect(desk.send(.withdrawn(2)) == ["done", "2 withdrawn"])
    #expect(desk.wait(0.001) == ["1 waiting", "present 1/1", "1 shown"])
    desk.close(1)
    #expect(desk.wait(60) == [])
  }

  @Test("case 74") func afterAJumpDeadlinesComeInOrderAndOneIsPresented() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(10)) }
    for seconds in [30, 20, 40] {
      desk.post("x") { $0.timeout = .seconds(seconds) }
    }
    for _ in 1...3 { desk.post("y") { $0.delay = .seconds(5) } }
    desk.now = desk.now + .seconds(3600)
    #expect(
      desk.send(.woke) == [
        "5 waiting", "6 waiting", "7 waiting", "1 expired", "withdraw 1/1", "3 timed-out",
        "2 timed-out", "4 timed-out",
      ])
    #expect(desk.wait(0.35) == ["present 5/1", "5 shown"])
  }

  @Test("case 75") func timeHiddenIsNotTimeOnScreen() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(10)) }
    desk.wait(4)
    desk.post(Covering.barging(.hide))
    desk.wait(60)
    desk.close(2)
    desk.wait(0.35)
    #expect(desk.wait(5.9) == [])
    // The server obeys: it takes the popup down after the six seconds that it was told.
    desk.wait(0.1)
    #expect(desk.close(1, attempt: 2, .expired) == ["1 expired"])
  }

  @Test func expiryIsOursWhereTheServerDoesNotObey() {
    var desk = Desk(presenter: .absent)
    desk.traits.obeysExpiry = .exceptCritical
    desk.attach()
    desk.post("A") {
      $0.priority = .critical
      $0.expiry = .after(.milliseconds(500))
    }
    #expect(desk.wait(0.49) == [])
    #expect(desk.wait(0.01) == ["1 expired", "withdraw 1/1"])
    desk.wait(1)
    desk.post("B") { $0.expiry = .after(.milliseconds(500)) }
    #expect(desk.wait(0.99) == [])
    #expect(desk.wait(0.01) == ["2 expired", "withdraw 2/1"])
  }

  @Test func aTimeoutEndsAnAlertInAnyStage() {
    var desk = Desk()
    for name in ["A", "B"] { desk.post(name) { $0.timeout = .seconds(5) } }
    desk.post("C") {
      $0.timeout = .seconds(5)
      $0.arrival = .manual
    }
    #expect(
      desk.wait(5) == ["1 timed-out", "withdraw 1/1", "2 timed-out", "3 timed-out"])
  }

  @Test(arguments: [
    (Alert.Expiry.serverDefault, true, true, false, 60.0 as Double?),
    (.serverDefault, false, true, false, 8),
    (.never, true, true, false, nil),
    (.never, true, false, false, 300),
    (.never, true, true, true, 300),
  ])
  func theSlotWatchDependsOnWhatIsReported(
    expiry: Alert.Expiry, reportsExpiry: Bool, reportsClosing: Bool, isInhibited: Bool,
    seconds: Double?
  ) {
    var desk = Desk(presenter: .absent)
    desk.traits.reportsExpiry = reportsExpiry
    desk.traits.reportsClosing = reportsClosing
    desk.traits.isInhibited = isInhibited
    desk.attach()
    desk.post("A") { $0.expiry = expiry }
    guard let seconds else {
      #expect(desk.wait(100_000) == [])
      return
    }
    #expect(desk.wait(seconds - 0.001) == [])
    // Nobody waits for it: it counts as expired, and its popup is left in the tray.
    #expect(desk.wait(0.001) == ["1 expired"])
    #expect(desk.queue.isEmpty)
  }

  @Test func oneThatSomebodyWaitsForIsParked() {
    var desk = Desk()
    desk.post(alert("A") { $0.expiry = .serverDefault }, .init(isAwaited: true))
    #expect(desk.wait(60) == ["1 parked"])
    #expect(desk.close(1) == ["1 dismissed"])
  }

  @Test func theWatchIsSetAnewWhenTheServerIsInhibited() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.traits.isInhibited = true
    desk.attach()
    #expect(desk.wait(300) == ["1 expired"])
  }

  @Test func deadlinesComeByTimeAndThenByID() {
    var desk = Desk()
    desk.post("A")
    desk.post("B") { $0.timeout = .seconds(5) }
    desk.post("C") { $0.ttl = .seconds(5) }
    desk.post("D") { $0.timeout = .seconds(4) }
    #expect(desk.wait(10) == ["4 timed-out", "2 timed-out", "3 lapsed"])
  }

  @Test func aSnoozedAlertComesBackWithItsSoundAndItsWaiter() {
    var desk = Desk()
    desk.post(alert("A") { $0.actions = [action("yes")] }, .init(isAwaited: true))
    #expect(
      desk.send(.snoozed(1, .seconds(300))) == ["done", "withdraw 1/1", "1 held snoozed"])
    #expect(desk.wait(299.999) == [])
    #expect(desk.wait(0.001) == ["1 waiting", "present 1/2", "1 shown"])
    #expect(desk.press(1, attempt: 2, "yes") == ["1 action yes"])
  }

  @Test func snoozingIsLegalInEveryLiveStage() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post("parked") { $0.actions = [action("yes")] }
    desk.wait(10.35)
    desk.post("hidden")
    desk.post(Covering.barging(.hide))
    desk.acknowledges = false
    desk.post(Covering.barging(.keep))
    desk.post("waiting")
    desk.post("held") { $0.arrival = .manual }
    #expect(
      [1, 2, 3, 4, 5, 6].map { desk.stage($0) } == [
        "parked", "hidden", "covered", "presenting", "waiting", "held manual",
      ])
    for id in [1, 2, 3, 4, 5, 6] as [AlertID] {
      #expect(desk.send(.snoozed(id, .seconds(60))).first == "done")
    }
    #expect(desk.queue.shownCount == 0)
    #expect(desk.stage(6) == "held snoozed+manual")
    // The popup that was on its way is taken down when it comes.
    #expect(desk.presented(4) == ["withdraw 4/1"])
  }

  @Test func activatingLiftsManualDelayAndSnooze() {
    var desk = Desk()
    desk.post("A") { $0.arrival = .manual }
    #expect(desk.send(.activated(1)) == ["done", "1 waiting", "present 1/1", "1 shown"])
    #expect(desk.send(.activated(1)) == ["nothing to activate"])
    desk.post("B") { $0.delay = .seconds(60) }
    #expect(desk.send(.activated(2)) == ["done", "2 waiting"])
    desk.send(.snoozed(2, .seconds(60)))
    #expect(desk.send(.activated(2)) == ["done", "2 waiting"])
    desk.send(.paused(PauseToken(rawValue: "x")))
    #expect(desk.send(.activated(2)) == ["nothing to activate"])
  }
}
