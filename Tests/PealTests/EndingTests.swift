import Peal
import Testing

/// SEMANTICS, cases 53 to 63.
@Suite struct Endings {
  @Test("case 53") func withdrawingTheTopOfNothingFindsNoAlert() {
    var desk = Desk()
    #expect(desk.send(.topWithdrawn) == ["no such alert"])
  }

  @Test("case 54") func nothingIsSaidOfAnEndedAlert() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B")
    desk.press(1, "yes")
    desk.close(1)
    desk.wait(0.35)
    #expect(desk.press(1, "yes") == [])
    #expect(desk.close(1) == [])
    #expect(desk.send(.withdrawn(1)) == ["no such alert"])
    #expect(desk.send(.updated(1, AlertChange(body: "x"))) == ["no such alert"])
    #expect(desk.stage(2) == "shown")
  }

  @Test("case 55") func withdrawingTheTopTouchesNothingThatIsNotShownYet() {
    var desk = Desk { $0.gap = .zero }
    desk.acknowledges = false
    desk.post("A")
    desk.presented(1)
    desk.post("B")
    #expect(desk.close(1) == ["1 dismissed", "present 2/1"])
    #expect(desk.send(.topWithdrawn) == ["no such alert"])
    #expect(desk.presented(2) == ["2 shown"])
  }

  @Test("case 56") func hidingAndEndingAreDifferentReports() {
    var desk = Desk()
    desk.post("A")
    #expect(desk.post(Covering.barging(.hide)).contains("1 hidden"))
    desk.send(.withdrawn(1))
    #expect(desk.endings.map(\.outcome) == [.withdrawn])
  }

  @Test("case 57") func theCallersDataComesBackUnchanged() {
    var desk = Desk()
    let data = ["token": "abc", "": "\u{0}", "ü": "\n"]
    desk.post("A") {
      $0.userInfo = data
      $0.actions = [action("yes")]
    }
    desk.send(.updated(1, AlertChange(summary: "B")))
    #expect(desk.queue.status(of: 1, at: desk.now)?.alert.userInfo == data)
    desk.press(1, "yes")
    #expect(desk.endings.first?.alert.userInfo == data)
    #expect(desk.endings.first?.alert.summary == "B")
  }

  @Test("case 58") func twoQueuesShareNothing() {
    var one = Desk()
    var other = one
    one.post("A")
    #expect(other.queue.isEmpty)
    other.post("B")
    #expect(one.close(1) == ["1 dismissed"])
    #expect(other.stage(1) == "shown")
  }

  @Test("case 59") func withdrawnTwiceItIsAlreadyEnding() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A")
    #expect(desk.send(.withdrawn(1)) == ["done", "1 withdrawn", "withdraw 1/1"])
    #expect(desk.send(.withdrawn(1)) == ["already ending"])
    #expect(desk.send(.snoozed(1, .seconds(5))) == ["already ending"])
  }

  @Test("case 60") func withdrawnBeforeItCameItEndsAtOnceAndGoesWhenItComes() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    #expect(desk.send(.withdrawn(1)) == ["done", "1 withdrawn"])
    #expect(desk.presented(1) == ["withdraw 1/1"])
    #expect(desk.queue.isEmpty)
  }

  @Test("case 61") func oneThatWaitsIsWithdrawnWithoutBeingPresented() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    #expect(desk.send(.withdrawn(2)) == ["done", "2 withdrawn"])
    desk.close(1)
    #expect(desk.wait(10) == [])
    #expect(desk.presented == [1])
  }

  @Test("case 62", arguments: [0, 1, 7] as [UInt32]) func anUnknownIDFindsNoAlert(raw: UInt32) {
    var desk = Desk()
    let id = AlertID(rawValue: raw)
    for event: AlertQueue.Event in [
      .withdrawn(id), .updated(id, AlertChange()), .activated(id), .snoozed(id, .seconds(1)),
      .answered(id, key: "yes"), .awaited(id),
    ] {
      #expect(desk.send(event) == ["no such alert"])
    }
  }

  @Test func everyVerbOnAnEndingAlertChangesNothing() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A") { $0.actions = [action("yes")] }
    desk.close(1)
    for event: AlertQueue.Event in [
      .withdrawn(1), .updated(1, AlertChange(summary: "x")), .activated(1),
      .snoozed(1, .seconds(1)), .answered(1, key: "yes"),
    ] {
      #expect(desk.send(event) == ["already ending"])
    }
    #expect(desk.send(.cleared(.everything, .all)) == ["cleared 0"])
    #expect(desk.wait(0.05) == ["1 dismissed"])
  }

  @Test func anActionWithinFiftyMillisecondsOfTheCloseWins() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    #expect(desk.close(1) == ["1 withdrawing"])
    #expect(desk.wait(0.04) == [])
    #expect(desk.press(1, "yes") == ["1 action yes"])
    #expect(desk.wait(1) == [])
  }

  @Test func aCloseAfterFiftyMillisecondsKeepsItsReason() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.close(1, .expired)
    #expect(desk.wait(0.05) == ["1 expired"])
  }

  @Test func answeringIsAPressByOtherMeans() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B") { $0.actions = [action("yes")] }
    #expect(desk.send(.answered(1, key: "other")) == ["unknown key"])
    #expect(desk.send(.answered(1, key: "yes")) == ["done", "1 action yes", "withdraw 1/1"])
    #expect(desk.send(.answered(2, key: "yes")) == ["done", "2 action yes"])
  }

  @Test func aReplyEndsTheAlertWithItsText() {
    var desk = Desk()
    desk.post("A") { $0.replyPlaceholder = "say it" }
    let popup = Presentation(id: 1, attempt: 1)
    #expect(desk.press(1, Action.replyKey) == [])
    #expect(desk.send(.answered(1, key: Action.replyKey, text: nil)) == ["unknown key"])
    #expect(
      desk.send(.presenter(.replied(popup, text: "hello"))) == ["1 action inline-reply hello"])
  }

  @Test func theTopIsTheOnePresentedLast() {
    var desk = Desk { $0.display = .slots(2) }
    desk.post("A") { $0.tag = "t" }
    desk.post("B")
    #expect(desk.queue.top == 2)
    // One replaced in place keeps its rank.
    desk.post("C") { $0.tag = "t" }
    #expect(desk.queue.top == 2)
  }

  @Test func whenTheQueueStopsWithoutAJournalEverythingEnds() {
    var desk = Desk()
    for name in ["A", "B"] { desk.post(name) }
    #expect(
      desk.send(.stopped(.ending)) == ["done", "1 shutdown", "withdraw 1/1", "2 shutdown"])
    #expect(desk.queue.isEmpty)
  }
}
