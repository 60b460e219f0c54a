import Peal
import Testing

/// SEMANTICS, cases 82 to 91, and the rest of R1, R14, R15 and R17.
@Suite struct Presenters {
  @Test("case 82") func aPresentRefusedForGoodLetsTheNextComeInThatTurn() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(desk.failed(1, .permanent("no")) == ["1 failed", "present 2/1"])
  }

  @Test("case 83") func closedBeforeItWasAcknowledgedItEndsOnce() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(desk.close(1) == ["1 dismissed"])
    #expect(desk.wait(0.35) == ["present 2/1"])
    #expect(desk.presented(1) == ["withdraw 1/1"])
    #expect(desk.endings.count == 1)
  }

  @Test("case 84") func anActionOfAResidentAlertIsReportedAndItStays() {
    var desk = Desk()
    desk.post("A") {
      $0.isResident = true
      $0.actions = [action("yes")]
    }
    #expect(desk.press(1, "yes") == ["1 acted yes"])
    #expect(desk.send(.answered(1, key: "yes")) == ["done", "1 acted yes"])
    #expect(desk.stage(1) == "shown")
    desk.close(1)
    #expect(desk.wait(0.05) == ["1 dismissed"])
  }

  @Test("case 85") func onePressedAndNotClosedIsClosedByUs() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    #expect(desk.press(1, "yes") == ["1 action yes"])
    #expect(desk.wait(0.249) == [])
    #expect(desk.wait(0.001) == ["withdraw 1/1"])
  }

  @Test("case 86") func aQuestionThatIsNeverClosedIsParkedAndStaysAnswerable() {
    var desk = Desk(presenter: .absent)
    desk.traits.reportsClosing = false
    desk.attach()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B")
    #expect(desk.wait(300) == ["1 parked"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
    #expect(desk.press(1, "yes") == ["1 action yes"])
    #expect(desk.press(1, "yes") == [])
    #expect(desk.endings.count == 1)
  }

  @Test("case 87") func anIDOfZeroIsAFailureForGood() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(desk.failed(1, .permanent("the server answered with id 0")).first == "1 failed")
    #expect(desk.presented == [1, 2])
  }

  @Test("case 88") func signalsAboutNothingAreIgnoredAndCounted() {
    var desk = Desk()
    desk.post("A")
    #expect(desk.close(7) == [])
    #expect(desk.press(1, attempt: 2, "yes") == [])
    #expect(desk.queue.ignoredEvents == 2)
  }

  @Test("case 89") func aRestartedServerIsNotConfusedWithTheOldOne() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    #expect(desk.send(.presenter(.lost)) == ["1 hidden"])
    desk.traits.incarnation = "two"
    #expect(desk.attach() == ["present 1/2 quietly", "1 shown"])
    #expect(desk.close(1) == [])
    #expect(desk.press(1, "yes") == [])
    #expect(desk.press(1, attempt: 2, "yes") == ["1 action yes"])
  }

  @Test("case 90") func aWithdrawalThatIsNeverConfirmedFreesTheSlotAfterASecond() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A")
    desk.post("B")
    #expect(desk.send(.withdrawn(1)) == ["done", "1 withdrawn", "withdraw 1/1"])
    #expect(desk.wait(1.349) == [])
    #expect(desk.wait(0.001) == ["present 2/1", "2 shown"])
  }

  @Test("case 91") func theSameEventsAtTheSameTimesHaveTheSameEffects() {
    let events: [(AlertQueue.Event, Int)] = [
      (.presenter(.available(.init(incarnation: "one", name: "test"))), 0),
      (.posted(alert("A")), 0), (.posted(alert("B") { $0.tag = "t" }), 1),
      (.presenter(.presented(Presentation(id: 1, attempt: 1))), 2),
      (.posted(alert("C") { $0.arrival = .barge }), 3), (.paused(PauseToken(rawValue: "x")), 4),
      (.presenter(.lost), 5), (.resumed(PauseToken(rawValue: "x")), 6),
      (.presenter(.available(.init(incarnation: "one", name: "test"))), 7),
      (.cleared(.everything, .all), 8), (.woke, 20),
    ]
    func replay() -> [[AlertQueue.Effect]] {
      var queue = AlertQueue()
      return events.map { queue.handle($0.0, at: start + .seconds($0.1)) }
    }
    #expect(replay() == replay())
  }

  @Test func theFifthErrorInARowIsFinal() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    for (attempt, delay) in [(1, 0.5), (2, 1), (3, 2), (4, 4)] as [(UInt32, Double)] {
      #expect(desk.failed(1, attempt: attempt) == ["1 waiting"])
      #expect(desk.wait(delay - 0.001) == [])
      #expect(desk.wait(0.001) == ["present 1/\(attempt + 1)"])
    }
    #expect(desk.failed(1, attempt: 5) == ["1 failed"])
  }

  @Test func oneThatHadBargedArrivesAgainAfterItsFailure() {
    var desk = Desk()
    desk.post("A")
    desk.acknowledges = false
    desk.post(Covering.barging(.keep))
    #expect(desk.failed(2) == ["1 shown", "2 waiting"])
    #expect(desk.wait(0.499) == [])
    #expect(desk.wait(0.001) == ["1 covered", "present 2/2"])
  }

  @Test func aLateAcknowledgementCountsIfNothingElseHasComeUp() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.failed(1)
    #expect(desk.presented(1) == ["1 shown"])
    #expect(desk.wait(10) == [])
  }

  @Test func aLateAcknowledgementIsAnsweredByWithdrawing() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.failed(1)
    desk.wait(0.5)
    #expect(desk.presented(1) == ["withdraw 1/1"])
    #expect(desk.presented(1, attempt: 2) == ["1 shown"])
  }

  @Test func anActionOnAPopupThatIsBeingHiddenCounts() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post(Covering.barging(.hide))
    #expect(desk.press(1, "yes") == ["1 action yes"])
  }

  @Test func anActionIsActedOnAtOnceWhereNothingFollowsAPress() {
    var desk = Desk(presenter: .absent)
    desk.traits.closesAfterAction = false
    desk.attach()
    desk.post("A") { $0.actions = [action("yes")] }
    #expect(desk.press(1, "yes") == ["1 action yes", "withdraw 1/1"])
  }

  @Test func aPresenterThatDoesNotAnswerCountsAsLost() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(
      desk.failed(1, .unresponsive) == ["1 held no presenter", "2 held no presenter"])
    #expect(desk.attach() == ["1 waiting", "2 waiting", "present 1/2 over 1/1"])
    // Its popup came after all; it is being taken over.
    #expect(desk.presented(1) == [])
    #expect(desk.presented(1, attempt: 2) == ["1 shown"])
  }

  @Test func whenThePresenterIsBackParkedOnesComeLastAndOldPopupsGo() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post("parked") {
      $0.actions = [action("yes")]
      $0.priority = .high
    }
    desk.wait(10.35)
    desk.post("shown")
    desk.post("waiting") { $0.priority = .low }
    #expect(
      desk.send(.presenter(.lost)) == ["1 hidden", "2 hidden", "3 held no presenter"])
    #expect(
      desk.attach() == ["3 waiting", "present 2/2 over 2/1 quietly", "withdraw 1/1", "2 shown"])
    #expect(desk.list == [2, 3, 1])
  }

  @Test func whatWasBeingWithdrawnIsGoneWithThePresenter() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A")
    desk.send(.withdrawn(1))
    #expect(desk.send(.presenter(.lost)) == [])
    #expect(desk.queue.isEmpty)
    // The same one is back: nobody wants that popup.
    #expect(desk.attach() == ["withdraw 1/1"])
  }

  @Test func anotherIncarnationIsANewPresenterEvenUnannounced() {
    var desk = Desk()
    desk.post("A")
    desk.traits.incarnation = "two"
    #expect(desk.attach() == ["1 hidden", "present 1/2 quietly", "1 shown"])
  }

  @Test func aRestoredQueueGoesOnInPlaceOfTheOldPopup() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B") { $0.priority = .low }
    desk.post("C") { $0.delay = .seconds(100) }
    desk.send(.paused(PauseToken(rawValue: "x")))
    desk.wait(90)
    var restored = desk
    restored.queue = AlertQueue(restoring: desk.queue.record, at: desk.now)
    #expect(
      [1, 2, 3].map { restored.stage($0) } == [
        "hidden", "held paused+no presenter", "held paused+delayed+no presenter",
      ])
    restored.send(.resumed(PauseToken(rawValue: "x")))
    #expect(
      restored.attach() == [
        "3 held delayed", "2 waiting", "present 1/2 over 1/1 quietly", "1 shown",
      ])
    #expect(restored.post("D") == ["accepted 4"])
    #expect(restored.wait(10) == ["3 waiting"])
  }

  @Test func whatExpiredWhileNobodyRanIsFiledAndNotShown() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(10)) }
    desk.post("B")
    var (early, late) = (desk, desk)
    early.now = desk.now + .seconds(9)
    early.queue = AlertQueue(restoring: desk.queue.record, at: early.now)
    #expect(early.wait(0) == [])
    #expect(early.attach() == ["2 waiting", "present 1/2 over 1/1 quietly", "1 shown"])
    late.now = desk.now + .seconds(10)
    late.queue = AlertQueue(restoring: desk.queue.record, at: late.now)
    #expect(late.wait(0) == ["1 expired"])
    #expect(late.endings.last?.shown == .seconds(10))
    #expect(late.attach() == ["2 waiting", "present 2/1", "withdraw 1/1", "2 shown"])
  }

  @Test func anOldPopupStaysAnswerableUntilItIsShownAgain() {
    var desk = Desk()
    desk.post(
      alert("A") { $0.actions = [action("yes")] }, .init(owner: Owner(rawValue: ":1.1")))
    var restored = desk
    restored.queue = AlertQueue(restoring: desk.queue.record, at: desk.now)
    #expect(restored.press(1, "yes") == ["1 action yes"])
    // Nobody can take it down before somebody is there.
    #expect(restored.attach() == ["withdraw 1/1"])
    var alone = desk
    alone.queue = AlertQueue(restoring: desk.queue.record, at: desk.now)
    #expect(alone.wait(10) == ["1 abandoned"])
  }

  @Test func stoppingWithAJournalTakesPopupsDownAndKeepsAlerts() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    #expect(
      desk.send(.stopped(.keeping)) == [
        "done", "withdraw 1/1", "1 hidden", "2 held no presenter",
      ])
    #expect(desk.queue.record.alerts.map(\.id) == [1, 2])
    #expect(desk.endings.isEmpty)
  }
}
