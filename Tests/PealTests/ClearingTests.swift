import Peal
import Testing

/// SEMANTICS, cases 15 to 20.
@Suite struct Clearing {
  @Test("case 15") func clearEndsWhatWaitsAndLeavesWhatIsShown() {
    var desk = Desk()
    for name in ["A", "B", "C"] { desk.post(name) }
    #expect(desk.send(.cleared()) == ["cleared 2", "2 cleared", "3 cleared"])
    #expect(desk.stage(1) == "shown")
    #expect(desk.close(1) == ["1 dismissed"])
    #expect(desk.wait(10) == [])
  }

  @Test("case 16") func clearLeavesWhatIsBeingPresented() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    #expect(desk.send(.cleared()) == ["cleared 0"])
    #expect(desk.presented(1) == ["1 shown"])
  }

  @Test("case 17") func clearInTheGapKeepsTheNextFromComing() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.close(1)
    #expect(desk.wait(0.1) == [])
    #expect(desk.send(.cleared()) == ["cleared 1", "2 cleared"])
    #expect(desk.wait(10) == [])
    #expect(desk.presented == [1])
  }

  @Test("case 18") func whatIsPostedAfterClearWaits() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.send(.cleared())
    #expect(desk.post("C") == ["accepted 3"])
    #expect(desk.stage(3) == "waiting")
  }

  @Test("case 19") func clearAllEndsEveryoneOnceAndTakesDownOnlyWhatIsUp() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post("E") { $0.actions = [action("yes")] }
    #expect(desk.wait(10.35) == ["1 parked"])
    desk.post("C")
    desk.post("B") {
      $0.arrival = .barge
      $0.cover = .hide
    }
    desk.post("A") { $0.arrival = .barge }
    desk.post("D")
    #expect(
      [1, 2, 3, 4, 5].map { desk.stage($0) } == [
        "parked", "hidden", "covered", "shown", "waiting",
      ])
    desk.confirms = false
    #expect(
      desk.send(.cleared(.everything, .all)) == [
        "cleared 5", "1 cleared", "withdraw 1/1", "2 cleared", "3 cleared", "withdraw 3/1",
        "4 cleared", "withdraw 4/1", "5 cleared",
      ])
  }

  @Test("case 20") func clearingOneAppLeavesTheOtherOnesAlone() {
    var desk = Desk()
    desk.post("A")
    for (name, app) in [("B", "S"), ("C", "T"), ("D", "S"), ("E", "T")] {
      desk.post(name) { $0.appName = app }
    }
    #expect(desk.send(.cleared(Filter(app: "S"))) == ["cleared 2", "2 cleared", "4 cleared"])
    #expect(desk.list == [1, 3, 5])
    #expect(desk.stage(3) == "waiting")
    #expect(desk.stage(5) == "waiting")
  }

  @Test func clearByTagReachesEveryApp() {
    var desk = Desk()
    desk.post("A")
    for (name, app) in [("B", "S"), ("C", "T")] {
      desk.post(name) {
        $0.appName = app
        $0.tag = "mail"
      }
    }
    desk.post("D")
    #expect(desk.send(.cleared(Filter(tag: "mail"))) == ["cleared 2", "2 cleared", "3 cleared"])
    #expect(desk.list == [1, 4])
  }

  @Test func clearTakesHeldOnesAndLeavesParkedOnes() {
    var desk = Desk { $0.slotTimeout = .after(.seconds(10)) }
    desk.post("A") { $0.actions = [action("yes")] }
    desk.wait(10.35)
    desk.post("B") { $0.arrival = .manual }
    #expect(desk.send(.cleared()) == ["cleared 1", "2 cleared"])
    #expect(desk.stage(1) == "parked")
  }

  @Test func clearCountsEverySubmissionOfAMergedAlert() {
    var desk = Desk()
    desk.post("A")
    for _ in 1...3 {
      desk.post("B") {
        $0.tag = "mail"
        $0.duplicates = .merge
      }
    }
    #expect(desk.send(.cleared()) == ["cleared 3", "2 cleared", "3 cleared", "4 cleared"])
  }
}
