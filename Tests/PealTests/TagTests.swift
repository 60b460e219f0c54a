import Peal
import Testing

/// SEMANTICS, cases 64 to 70, and the rest of R9 and R10.
@Suite struct Tags {
  static func tagged(_ summary: String, _ policy: Alert.DuplicatePolicy = .replace) -> Alert {
    alert(summary) {
      $0.tag = "t"
      $0.duplicates = policy
    }
  }

  @Test("case 64") func aNewcomerTakesThePlaceOfOneThatWaits() {
    var desk = Desk()
    desk.post("A")
    desk.post(Self.tagged("B"))
    desk.post("C")
    #expect(desk.post(Self.tagged("D")) == ["accepted 4", "2 replaced"])
    #expect(desk.list == [1, 4, 3])
    #expect(desk.queue.status(of: 4, at: desk.now)?.place == 2)
  }

  @Test("case 65") func aNewcomerTakesThePopupOfOneThatIsShown() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    #expect(
      desk.post(Self.tagged("B")) == [
        "accepted 2", "1 replaced", "present 2/1 over 1/1", "2 shown",
      ])
    #expect(desk.queue.shownCount == 1)
  }

  @Test("case 66") func threeMergedSubmissionsEndAlike() {
    var desk = Desk()
    for name in ["A", "B", "C"] {
      desk.post(Self.tagged(name, .merge).with { $0.actions = [action("yes")] })
    }
    #expect(desk.queue.status(of: 3, at: desk.now)?.count == 3)
    #expect(desk.queue.status(of: 2, at: desk.now)?.alert.summary == "C")
    #expect(desk.press(1, "yes") == ["1 action yes", "2 action yes", "3 action yes"])
    #expect(desk.endings.map(\.alert.summary) == ["A", "B", "C"])
    #expect(desk.endings.map(\.count) == [3, 3, 3])
  }

  @Test("case 67") func theSameTagOfAnotherAppIsUnrelated() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    #expect(desk.post(Self.tagged("B").with { $0.appName = "other" }) == ["accepted 2"])
  }

  @Test("case 68") func equalTextWithoutATagIsTwoAlerts() {
    var desk = Desk { $0.display = .slots(2) }
    desk.post("A")
    #expect(desk.post("A") == ["accepted 2", "present 2/1", "2 shown"])
  }

  @Test("case 69") func updatesOfProgressGoOutInOrderAndNoneAfterTheEnd() {
    var desk = Desk()
    desk.post("A")
    for percent in 1...100 {
      var change = AlertChange()
      change.progress = percent
      #expect(desk.send(.updated(1, change)) == ["done", "update 1/1"])
    }
    let sent = desk.effects.compactMap { effect -> Int? in
      if case .update(_, let alert, _) = effect { alert.progress } else { nil }
    }
    #expect(sent == Array(1...100))
    desk.close(1)
    #expect(desk.send(.updated(1, AlertChange(body: "x"))) == ["no such alert"])
  }

  @Test("case 70") func anIgnoredDuplicateIsSuppressed() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    #expect(desk.post(Self.tagged("B", .ignore)) == ["accepted 2", "2 suppressed"])
    #expect(desk.stage(1) == "shown")
    #expect(desk.queue.status(of: 1, at: desk.now)?.alert.summary == "A")
  }

  @Test func allowedDuplicatesAreUnrelatedAndTheLatestCounts() {
    var desk = Desk()
    desk.post("x")
    for name in ["A", "B"] { desk.post(Self.tagged(name, .allow)) }
    #expect(desk.post(Self.tagged("C")) == ["accepted 4", "3 replaced"])
    #expect(desk.list == [1, 2, 4])
  }

  @Test func aPopupIsTakenOverEvenWhilePaused() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    desk.send(.paused(PauseToken(rawValue: "x")))
    #expect(
      desk.post(Self.tagged("B")) == [
        "accepted 2", "1 replaced", "present 2/1 over 1/1", "2 shown",
      ])
  }

  @Test func onePresentThatIsTakenOverIsNotTakenDownWhenItComes() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post(Self.tagged("A"))
    #expect(
      desk.post(Self.tagged("B")) == ["accepted 2", "1 replaced", "present 2/1 over 1/1"])
    #expect(desk.presented(1) == [])
    #expect(desk.presented(2) == ["2 shown"])
  }

  @Test func aNewcomerThatEndsFirstTakesThePopupWithIt() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    desk.acknowledges = false
    desk.post(Self.tagged("B"))
    #expect(desk.failed(2, .permanent("no")) == ["2 failed", "withdraw 1/1"])
  }

  @Test func aDelayedNewcomerDoesNotTakeThePopup() {
    var desk = Desk()
    desk.post(Self.tagged("A"))
    #expect(
      desk.post(Self.tagged("B").with { $0.delay = .seconds(5) }) == [
        "accepted 2", "1 replaced", "withdraw 1/1", "2 held delayed",
      ])
    #expect(desk.wait(5) == ["2 waiting", "present 2/1", "2 shown"])
  }

  @Test func aNewcomerInheritsTheAgeOfOneThatWaited() {
    var desk = Desk()
    desk.post("x")
    desk.post(Self.tagged("A").with { $0.priority = .low })
    desk.wait(90)
    desk.post(Self.tagged("B").with { $0.priority = .low })
    #expect(desk.queue.status(of: 3, at: desk.now)?.effectivePriority == .normal)
    desk.wait(30)
    #expect(desk.queue.status(of: 3, at: desk.now)?.effectivePriority == .high)
  }

  @Test func anAlertCanBeReplacedByItsID() {
    var desk = Desk()
    desk.post("A")
    #expect(
      desk.post(alert("B"), .init(replacing: 1)) == [
        "accepted 2", "1 replaced", "present 2/1 over 1/1", "2 shown",
      ])
    #expect(desk.post(alert("C"), .init(replacing: 1)) == ["accepted 3"])
  }

  @Test func aMergedSubmissionMayEndBeforeTheAlert() {
    var desk = Desk()
    desk.post(Self.tagged("A", .merge))
    desk.post(Self.tagged("B", .merge).with { $0.timeout = .seconds(5) })
    desk.post(Self.tagged("C", .merge))
    #expect(desk.wait(5) == ["2 timed-out"])
    #expect(desk.send(.withdrawn(1)) == ["done", "1 withdrawn"])
    // It goes by the oldest one left.
    #expect(desk.list == [3])
    #expect(desk.send(.withdrawn(1)) == ["no such alert"])
    #expect(desk.send(.topWithdrawn) == ["withdrew 3", "3 withdrawn", "withdraw 1/1"])
  }

  @Test func aMergedAlertStaysAnswerableUnderItsOldPopup() {
    var desk = Desk()
    desk.post(Self.tagged("A", .merge).with { $0.actions = [action("yes")] })
    desk.post(Self.tagged("B", .merge))
    desk.send(.withdrawn(1))
    #expect(desk.press(1, "yes") == ["2 action yes"])
  }

  @Test func mergingTakesTheHigherPriorityAndRestartsTheTime() {
    var desk = Desk()
    desk.post(Self.tagged("A", .merge).with { $0.expiry = .after(.seconds(10)) })
    desk.wait(9)
    #expect(
      desk.post(Self.tagged("B", .merge).with { $0.priority = .high }) == [
        "accepted 2", "update 1/1 for 2",
      ])
    #expect(desk.queue.status(of: 1, at: desk.now)?.alert.priority == .high)
    #expect(desk.wait(10.49) == [])
    #expect(desk.wait(0.01) == ["1 expired", "2 expired", "withdraw 1/1"])
  }

  @Test func eachSubmissionMergedIntoAPopupCountsOneMoreThere() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post(Self.tagged("A", .merge))
    #expect(desk.post(Self.tagged("B", .merge)) == ["accepted 2"])
    #expect(desk.presented(1) == ["1 shown", "update 1/1 for 2"])
    #expect(desk.post(Self.tagged("C", .merge)) == ["accepted 3", "update 1/1 for 3"])
    // It stands for what has ended of them, too.
    desk.send(.withdrawn(2))
    #expect(desk.send(.updated(1, AlertChange(summary: "D"))) == ["done", "update 1/1 for 3"])
  }

  @Test func mergingShowsAParkedOneAgain() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post(Self.tagged("A", .merge).with { $0.actions = [action("yes")] })
    #expect(desk.wait(10) == ["1 parked"])
    #expect(desk.post(Self.tagged("B", .merge)) == ["accepted 2"])
    #expect(desk.wait(0.35) == ["present 1/2 over 1/1 for 2", "1 shown"])
  }

  @Test func mergingRestartsTheTTL() {
    var desk = Desk()
    desk.post("x")
    desk.post(Self.tagged("A", .merge).with { $0.ttl = .seconds(10) })
    desk.wait(9)
    desk.post(Self.tagged("B", .merge))
    #expect(desk.wait(9.9) == [])
    #expect(desk.wait(0.1) == ["2 lapsed", "3 lapsed"])
  }

  @Test func changesWhileItIsComingGoOutOnce() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    #expect(desk.send(.updated(1, AlertChange(summary: "B"))) == ["done"])
    #expect(desk.send(.updated(1, AlertChange(summary: "C"))) == ["done"])
    #expect(desk.presented(1) == ["1 shown", "update 1/1"])
    let update = desk.effects.last { $0.line == "update 1/1" }
    guard case .update(_, let alert, _)? = update else {
      Issue.record("no update")
      return
    }
    #expect(alert.summary == "C")
  }

  @Test func updatingAParkedOneShowsItAgainOnlyWhenAsked() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post("A") { $0.actions = [action("yes")] }
    desk.wait(10.35)
    #expect(desk.send(.updated(1, AlertChange(summary: "B"))) == ["done"])
    #expect(desk.stage(1) == "parked")
    var change = AlertChange(summary: "C")
    change.reappearance = .wanted
    #expect(desk.send(.updated(1, change)) == ["done", "present 1/2 over 1/1", "1 shown"])
  }

  @Test func raisingToCriticalCountsAsArriving() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    #expect(
      desk.send(.updated(2, AlertChange(priority: .critical))) == [
        "done", "1 covered", "present 2/1", "2 shown",
      ])
  }
}

extension Alert {
  /// The alert with a change.
  func with(_ change: (inout Alert) -> Void) -> Alert {
    var copy = self
    change(&copy)
    return copy
  }
}
