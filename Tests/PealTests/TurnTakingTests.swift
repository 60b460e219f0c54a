import Peal
import Testing

/// SEMANTICS, cases 1 to 14.
@Suite struct TurnTaking {
  @Test("case 1") func anAlertPostedToAnIdleQueueIsPresentedInThatTurnWithoutAGap() {
    var queue = AlertQueue()
    _ = queue.handle(.presenter(.available(.init(incarnation: "one", name: "test"))), at: start)
    let a = alert("A")
    #expect(
      queue.handle(.posted(a), at: start) == [
        .answer(.accepted(1)),
        .present(PresentRequest(Presentation(id: 1, attempt: 1), a)),
      ])
  }

  @Test("case 2") func thoseThatWaitComeInTurn() {
    var desk = Desk()
    #expect(desk.post("A") == ["accepted 1", "present 1/1", "1 shown"])
    #expect(desk.post("B") == ["accepted 2"])
    #expect(desk.post("C") == ["accepted 3"])
    #expect(desk.close(1) == ["1 dismissed"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
    #expect(desk.close(2) == ["2 dismissed"])
    #expect(desk.wait(0.35) == ["present 3/1", "3 shown"])
    #expect(desk.close(3) == ["3 dismissed"])
    #expect(desk.queue.isEmpty)
  }

  @Test("case 3") func threePostedAtOncePresentExactlyOne() {
    var desk = Desk()
    desk.acknowledges = false
    for name in ["A", "B", "C"] { desk.post(name) }
    #expect(desk.presented == [1])
  }

  @Test("case 4") func oneThatNeverExpiresKeepsItsSlot() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    #expect(desk.wait(100_000) == [])
    #expect(desk.presented == [1])
  }

  @Test("case 5", arguments: ["no", "default", "delete"])
  func anyActionReleasesExactlyOne(key: String) {
    var desk = Desk()
    desk.post("A") {
      $0.actions = [action("no", .cancel), action("default"), action("delete", .destructive)]
    }
    desk.post("B")
    desk.post("C")
    #expect(desk.press(1, key) == ["1 action \(key)"])
    #expect(desk.close(1) == [])
    #expect(desk.wait(10) == ["present 2/1", "2 shown"])
  }

  @Test("case 6") func anEndingIsReportedBeforeTheNextIsPresented() {
    var desk = Desk { $0.gap = .zero }
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B")
    #expect(desk.press(1, "yes") == ["1 action yes"])
    #expect(desk.close(1) == ["present 2/1", "2 shown"])
  }

  @Test("case 7") func theQueueNeedsNoReferenceOfItsCaller() {
    var desk = Desk()
    do {
      let passing = alert("A")
      desk.post(passing)
    }
    #expect(desk.close(1) == ["1 dismissed"])
  }

  @Test("case 8") func onePresentThatFailsForNowIsTriedAgainBeforeTheNext() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(desk.failed(1) == ["1 waiting"])
    #expect(desk.wait(0.49) == [])
    #expect(desk.wait(0.01) == ["present 1/2"])
  }

  @Test("case 9") func aPresenterThatArrivesIsGivenWhatIsHeld() {
    var desk = Desk(presenter: .absent)
    #expect(desk.post("A") == ["accepted 1", "1 held no presenter"])
    #expect(desk.attach() == ["1 waiting", "present 1/1", "1 shown"])
  }

  @Test("case 10") func closingWithoutAnActionReleasesTheNext() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B")
    #expect(desk.close(1) == ["1 withdrawing"])
    #expect(desk.wait(0.05) == ["1 dismissed"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
  }

  @Test("case 11") func anAlertWithoutActionsEndsByCloseExpiryAndWithdrawal() {
    var desk = Desk { $0.gap = .zero }
    desk.post("A")
    #expect(desk.close(1) == ["1 dismissed"])
    desk.post("B") { $0.expiry = .after(.seconds(2)) }
    #expect(desk.close(2, .expired) == ["2 expired"])
    desk.post("C")
    #expect(desk.send(.withdrawn(3)) == ["done", "3 withdrawn", "withdraw 3/1"])
    #expect(desk.queue.isEmpty)
  }

  @Test("case 12") func anActionThatWasNeverDeclaredDismisses() {
    var desk = Desk()
    desk.post("A") { $0.actions = [action("yes")] }
    desk.post("B")
    #expect(desk.press(1, "other") == ["1 dismissed"])
    #expect(desk.wait(2) == ["withdraw 1/1", "present 2/1", "2 shown"])
  }

  @Test("case 13") func theSameValueTwiceIsTwoAlerts() {
    var desk = Desk()
    let value = alert("A")
    #expect(desk.post(value) == ["accepted 1", "present 1/1", "1 shown"])
    #expect(desk.post(value) == ["accepted 2"])
  }

  @Test("case 14") func eightThousandPostsGetAnIdAndAnEndingEach() {
    var desk = Desk {
      $0.maxWaiting = .max
      $0.maxWaitingPerApp = .max
      $0.gap = .zero
    }
    for number in 0..<1000 {
      for task in 0..<8 { desk.post(alert("\(number)") { $0.userInfo = ["task": "\(task)"] }) }
    }
    while let top = desk.queue.top { desk.close(top) }
    #expect(desk.endings.map(\.id.rawValue) == Array(1...8000))
    let numbers = desk.endings.filter { $0.alert.userInfo["task"] == "3" }.map(\.alert.summary)
    #expect(numbers == (0..<1000).map { "\($0)" })
  }
}
