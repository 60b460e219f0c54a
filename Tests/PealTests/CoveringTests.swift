import Peal
import Testing

/// SEMANTICS, cases 21 to 38.
@Suite struct Covering {
  static func barging(_ cover: Alert.Cover, _ priority: Priority = .normal) -> Alert {
    alert("N") {
      $0.arrival = .barge
      $0.cover = cover
      $0.priority = priority
    }
  }

  @Test("case 21") func oneThatWaitsDoesNothingElse() {
    var desk = Desk()
    desk.post("A")
    #expect(desk.post("B") == ["accepted 2"])
    #expect(desk.stage(2) == "waiting")
  }

  @Test("case 22") func dropWhileBusyIsSuppressed() {
    var desk = Desk()
    desk.post("A")
    #expect(desk.post("X") { $0.arrival = .drop } == ["accepted 2", "2 suppressed"])
    desk.close(1)
    // A slot in its pause is not free.
    #expect(desk.post("Y") { $0.arrival = .drop } == ["accepted 3", "3 suppressed"])
  }

  @Test("case 23") func dropWhileIdleIsPresented() {
    var desk = Desk()
    #expect(
      desk.post("X") { $0.arrival = .drop } == ["accepted 1", "present 1/1", "1 shown"])
  }

  @Test("case 24, 25, 26") func aBargingAlertCoversAndUncoversWithoutPresentingAgain() {
    var desk = Desk()
    desk.post("A") { $0.priority = .high }
    desk.post("B")
    #expect(
      desk.post(Self.barging(.keep, .low)) == [
        "accepted 3", "1 covered", "present 3/1", "3 shown",
      ])
    #expect(desk.close(3) == ["3 dismissed", "1 shown"])
    #expect(desk.stage(1) == "shown")
    #expect(desk.stage(2) == "waiting")
    #expect(desk.close(1) == ["1 dismissed"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
  }

  @Test("case 27") func inOverlayTheTopGoesFirst() {
    var desk = Desk { $0.display = .overlay }
    desk.post("A")
    #expect(desk.post("N") == ["accepted 2", "1 covered", "present 2/1", "2 shown"])
    desk.confirms = false
    #expect(desk.send(.topWithdrawn) == ["withdrew 2", "2 withdrawn", "withdraw 2/1"])
    #expect(desk.send(.topWithdrawn) == ["withdrew 1", "1 withdrawn", "withdraw 1/1"])
    #expect(desk.send(.topWithdrawn) == ["no such alert"])
  }

  @Test("case 28") func inOverlayACoveredOneMayBeClosed() {
    var desk = Desk { $0.display = .overlay }
    desk.post("A")
    desk.post("N")
    #expect(desk.close(1) == ["1 dismissed"])
    #expect(desk.stage(2) == "shown")
  }

  @Test("case 29") func hidingTakesOffTheScreenAndDoesNotEnd() {
    var desk = Desk()
    desk.post("A")
    #expect(
      desk.post(Self.barging(.hide)) == [
        "accepted 2", "withdraw 1/1", "1 hidden", "present 2/1", "2 shown",
      ])
    #expect(desk.stage(1) == "hidden")
    #expect(desk.endings.isEmpty)
  }

  @Test("case 30") func aHiddenHighComesBackBeforeANormalThatWaits() {
    var desk = Desk()
    desk.post("A") { $0.priority = .high }
    desk.post("B")
    desk.post(Self.barging(.hide))
    desk.close(3)
    #expect(desk.wait(0.35) == ["present 1/2 quietly", "1 shown"])
  }

  @Test("case 31") func aHiddenLowComesBackAfterAHighThatWaits() {
    var desk = Desk()
    desk.post("A") { $0.priority = .low }
    desk.post("B") { $0.priority = .high }
    desk.post(Self.barging(.hide))
    desk.close(3)
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
    desk.close(2)
    #expect(desk.wait(0.35) == ["present 1/2 quietly", "1 shown"])
  }

  @Test("case 32") func oneThatHadBargedComesBackToo() {
    var desk = Desk()
    desk.post("B")
    desk.post(Self.barging(.hide))
    desk.post(Self.barging(.hide))
    #expect(["hidden", "hidden", "shown"] == [1, 2, 3].map { desk.stage($0) })
    desk.close(3)
    // The one shown last comes first.
    #expect(desk.wait(0.35) == ["present 2/2 quietly", "2 shown"])
    desk.close(2, attempt: 2)
    #expect(desk.wait(0.35) == ["present 1/2 quietly", "1 shown"])
  }

  @Test("case 33") func hiddenAndShownAgainItEndsOnce() {
    var desk = Desk()
    desk.post("A")
    desk.post(Self.barging(.hide))
    desk.close(2)
    desk.wait(0.35)
    #expect(desk.close(1, attempt: 2) == ["1 dismissed"])
    #expect(desk.endings.map(\.id) == [2, 1])
  }

  @Test("case 34") func oneThatIsNeverToBeCoveredMakesTheNewcomerNext() {
    var desk = Desk()
    desk.post("A") { $0.interruptible = .never }
    desk.post("B")
    #expect(desk.post(Self.barging(.hide)) == ["accepted 3"])
    #expect(desk.list == [1, 3, 2])
    // A critical one covers it all the same, and leaves it visible.
    #expect(
      desk.post(Self.barging(.hide, .critical)) == [
        "accepted 4", "1 covered", "present 4/1", "4 shown",
      ])
  }

  @Test("case 35") func oneToBeDiscardedIsPreempted() {
    var desk = Desk()
    desk.post("A") { $0.interruptible = .discard }
    desk.confirms = false
    #expect(
      desk.post(Self.barging(.hide)) == [
        "accepted 2", "1 preempted", "withdraw 1/1", "present 2/1", "2 shown",
      ])
  }

  @Test("case 36") func preemptWaitsBehindItsEqual() {
    var desk = Desk()
    desk.post("A")
    #expect(desk.post("P") { $0.arrival = .preempt } == ["accepted 2"])
    #expect(desk.stage(2) == "waiting")
  }

  @Test("case 37") func preemptHidesALowerOneWhichComesBackWithItsTime() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(10)) }
    desk.wait(4)
    desk.post("P") {
      $0.priority = .high
      $0.arrival = .preempt
      $0.cover = .hide
    }
    #expect(desk.stage(1) == "hidden")
    desk.wait(60)
    desk.close(2)
    desk.wait(0.35)
    guard
      case .present(let request)? = desk.effects.last(where: {
        if case .present = $0 { true } else { false }
      })
    else {
      Issue.record("nothing presented")
      return
    }
    #expect(request.presentation == Presentation(id: 1, attempt: 2))
    #expect(request.isReturning)
    #expect(request.alert.expiry == .after(.seconds(6)))
  }

  @Test("case 38") func aHiddenOneCanBeWithdrawn() {
    var desk = Desk()
    desk.post("A")
    desk.post(Self.barging(.hide))
    #expect(desk.send(.withdrawn(1)) == ["done", "1 withdrawn"])
    desk.close(2)
    #expect(desk.wait(10) == [])
  }

  @Test func coverWithDropEndsWhatIsUnderIt() {
    var desk = Desk()
    desk.post("A")
    #expect(
      desk.post(Self.barging(.drop)) == [
        "accepted 2", "1 preempted", "withdraw 1/1", "present 2/1", "2 shown",
      ])
  }

  @Test func oneThatIsStillComingIsHiddenWhenItHasCome() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    #expect(desk.post(Self.barging(.hide)) == ["accepted 2", "present 2/1"])
    #expect(desk.presented(1) == ["withdraw 1/1", "1 hidden"])
    #expect(desk.presented(2) == ["2 shown"])
  }

  @Test func oneThatIsStillComingIsShownIfWhatCoveredItIsGone() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post(Self.barging(.hide))
    #expect(desk.failed(2, .permanent("no")) == ["2 failed"])
    #expect(desk.presented(1) == ["1 shown"])
  }

  @Test func aBargingAlertTakesTheSlotWhoseTopIsLowest() {
    var desk = Desk { $0.display = .slots(3) }
    desk.post("A") { $0.priority = .high }
    desk.post("B") { $0.priority = .low }
    desk.post("C") { $0.priority = .low }
    // The latest among equals.
    #expect(
      desk.post(Self.barging(.keep)) == ["accepted 4", "3 covered", "present 4/1", "4 shown"])
    #expect(
      desk.post(Self.barging(.keep)) == ["accepted 5", "2 covered", "present 5/1", "5 shown"])
  }

  @Test func aHiddenOneHasAtLeastThreeSecondsLeft() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(10)) }
    desk.post("B") { $0.expiry = .after(.seconds(2)) }
    desk.wait(9)
    desk.post(Self.barging(.hide))
    desk.close(3)
    #expect(desk.wait(0.35) == ["present 1/2 quietly", "1 shown"])
    #expect(desk.wait(3.49) == [])
    #expect(desk.wait(0.01) == ["1 expired", "withdraw 1/2"])
  }

  @Test func aShortOneHasItsWholeExpiryAgain() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(2)) }
    desk.wait(1.9)
    desk.post(Self.barging(.hide))
    desk.close(2)
    desk.wait(0.35)
    #expect(desk.wait(2.49) == [])
    #expect(desk.wait(0.01) == ["1 expired", "withdraw 1/2"])
  }

  @Test func preemptBesideAnEmptySlotWaitsForItLikeAnyOther() {
    var desk = Desk()
    desk.post("A")
    desk.close(1)
    #expect(
      desk.post("P") {
        $0.priority = .high
        $0.arrival = .preempt
      } == ["accepted 2"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
  }

  @Test func aBargingAlertTakesASlotInItsPause() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.close(1)
    #expect(desk.post(Self.barging(.keep)) == ["accepted 3", "present 3/1", "3 shown"])
  }

  @Test func oneBeingWithdrawnStillCountsAsTheTop() {
    var desk = Desk()
    desk.confirms = false
    desk.post("A") { $0.priority = .high }
    desk.send(.withdrawn(1))
    #expect(
      desk.post("P") {
        $0.priority = .high
        $0.arrival = .preempt
      } == ["accepted 2"])
    #expect(
      desk.post("Q") { $0.priority = .critical } == ["accepted 3", "present 3/1", "3 shown"])
  }

  @Test func anUncoveredAlertKeepsItsClockRunning() {
    var desk = Desk()
    desk.post("A") { $0.expiry = .after(.seconds(5)) }
    desk.post(Self.barging(.keep))
    #expect(desk.wait(5.5) == ["1 expired", "withdraw 1/1"])
    #expect(desk.stage(2) == "shown")
  }

  @Test func inOverlayHiddenOnesComeBackInTheirOldOrder() {
    var desk = Desk { $0.display = .overlay }
    for name in ["A", "B", "C"] { desk.post(name) }
    desk.send(.presenter(.lost))
    #expect(
      desk.attach() == [
        "present 1/2 over 1/1 quietly", "present 2/2 over 2/1 quietly",
        "present 3/2 over 3/1 quietly", "1 covered", "2 covered", "3 shown",
      ])
  }
}
