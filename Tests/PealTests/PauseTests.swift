import Peal
import Testing

/// SEMANTICS, cases 76 to 81, and the rest of R11, R13 and R16.
@Suite struct PausingAndLimits {
  static let one = PauseToken(rawValue: "one")
  static let two = PauseToken(rawValue: "two")
  static let client = Owner(rawValue: ":1.7")

  static func held(_ desk: inout Desk, _ tokens: PauseToken...) {
    for token in tokens { desk.send(.paused(token)) }
  }

  @Test("case 76") func theQueueRunsWhenTheLastTokenIsReleased() {
    var desk = Desk()
    Self.held(&desk, Self.one, Self.two)
    #expect(desk.post("A") == ["accepted 1", "1 held paused"])
    #expect(desk.send(.resumed(Self.one)) == ["done"])
    #expect(desk.queue.isPaused)
    #expect(desk.send(.resumed(Self.one)) == ["no such token"])
    #expect(desk.send(.resumed(Self.two)) == ["done", "1 waiting", "present 1/1", "1 shown"])
  }

  @Test("case 77") func criticalAlertsPassAPause() {
    var desk = Desk()
    Self.held(&desk, Self.one)
    #expect(
      desk.post("C") { $0.priority = .critical } == ["accepted 1", "present 1/1", "1 shown"])
    #expect(desk.post("A") == ["accepted 2", "2 held paused"])
    desk.send(.paused(Self.two, .init(except: .nothing)))
    #expect(desk.post("D") { $0.priority = .critical } == ["accepted 3", "3 held paused"])
  }

  @Test("case 78") func aProgramsTokenGoesWithIt() {
    var desk = Desk()
    desk.send(.paused(Self.one, .init(owner: Self.client)))
    desk.post("A")
    #expect(
      desk.send(.ownerGone(Self.client)) == ["done", "1 waiting", "present 1/1", "1 shown"])
    desk.send(.paused(Self.two))
    desk.send(.ownerGone(Self.client))
    #expect(desk.queue.isPaused)
  }

  @Test("case 79") func aHighOneEvictsTheOldestLowOne() {
    var desk = Desk { $0.maxWaiting = 2 }
    desk.post("A")
    for _ in 1...2 { desk.post("low") { $0.priority = .low } }
    #expect(desk.post("high") { $0.priority = .high } == ["accepted 4", "2 evicted"])
    desk.close(1)
    // The next one shown from that app says how many were left out.
    #expect(desk.wait(0.35) == ["present 4/1 without 1", "4 shown"])
    desk.close(4)
    #expect(desk.wait(0.35) == ["present 3/1", "3 shown"])
  }

  @Test("case 80", arguments: [Priority.low, .high])
  func nothingLowerToEvictMeansRefusal(priority: Priority) {
    var desk = Desk { $0.maxWaitingPerApp = 2 }
    desk.post("A")
    for _ in 1...2 { desk.post("high") { $0.priority = .high } }
    #expect(desk.post("B") { $0.priority = priority } == ["refused full"])
    // It took no id.
    #expect(desk.post("C") { $0.appName = "other" } == ["accepted 4"])
  }

  @Test("case 81") func moreSlotsFillAtOnceAndFewerEndNothing() {
    var desk = Desk { $0.display = .slots(1) }
    for number in 1...6 { desk.post("\(number)") }
    var configuration = desk.queue.configuration
    configuration.display = .slots(3)
    #expect(
      desk.send(.configured(configuration)) == [
        "done", "present 2/1", "present 3/1", "2 shown", "3 shown",
      ])
    configuration.display = .slots(1)
    #expect(desk.send(.configured(configuration)) == ["done"])
    #expect(desk.queue.shownCount == 3)
    desk.close(1)
    desk.close(2)
    #expect(desk.wait(1) == [])
    desk.close(3)
    #expect(desk.wait(0.35) == ["present 4/1", "4 shown"])
  }

  @Test func aPauseEndsByItselfAndCanBeRenewed() {
    var desk = Desk()
    desk.send(.paused(Self.one, .init(for: .seconds(10))))
    desk.post("A")
    desk.wait(9)
    desk.send(.paused(Self.one, .init(for: .seconds(10))))
    #expect(desk.wait(9.999) == [])
    #expect(desk.wait(0.001) == ["1 waiting", "present 1/1", "1 shown"])
  }

  @Test func whatIsOnScreenStaysAndHiddenOnesStayHidden() {
    var desk = Desk()
    desk.post("A")
    desk.post(Covering.barging(.hide))
    #expect(desk.send(.paused(Self.one)) == ["done"])
    desk.close(2)
    #expect(desk.wait(10) == [])
    #expect(desk.stage(1) == "hidden")
    #expect(desk.send(.resumed(Self.one)) == ["done", "present 1/2 quietly", "1 shown"])
  }

  @Test func afterAPauseBargeCountsAsNext() {
    var desk = Desk()
    desk.post("A")
    desk.send(.paused(Self.one))
    desk.post("B")
    desk.post(Covering.barging(.keep))
    #expect(desk.send(.resumed(Self.one)) == ["done", "2 waiting", "3 waiting"])
    #expect(desk.stage(1) == "shown")
    #expect(desk.list == [1, 3, 2])
  }

  @Test func dropIsSuppressedWhilePausedAndWithoutAPresenter() {
    var desk = Desk()
    desk.send(.paused(Self.one))
    #expect(desk.post("X") { $0.arrival = .drop } == ["accepted 1", "1 suppressed"])
    var alone = Desk(presenter: .absent)
    #expect(alone.post("X") { $0.arrival = .drop } == ["accepted 1", "1 suppressed"])
  }

  @Test func thereAreOnlySoManyTokens() {
    var desk = Desk()
    for number in 1...Limits.pauseTokens {
      #expect(desk.send(.paused(PauseToken(rawValue: "\(number)"))) == ["done"])
    }
    #expect(desk.send(.paused(Self.one)) == ["too many tokens"])
    #expect(desk.send(.paused(PauseToken(rawValue: "1"))) == ["done"])
  }

  @Test func whatIsShownAtOnceIsNotCounted() {
    var desk = Desk {
      $0.maxWaiting = 0
      $0.display = .slots(2)
    }
    #expect(desk.post("A") == ["accepted 1", "present 1/1", "1 shown"])
    #expect(desk.post("B") == ["accepted 2", "present 2/1", "2 shown"])
    #expect(desk.post("C") == ["refused full"])
    #expect(
      desk.post(Covering.barging(.keep)) == ["accepted 3", "2 covered", "present 3/1", "3 shown"])
  }

  @Test func mergedSubmissionsCount() {
    var desk = Desk { $0.maxWaitingPerApp = 2 }
    for _ in 1...3 { desk.post(Tags.tagged("A", .merge)) }
    #expect(desk.queue.waitingCount == 2)
    #expect(desk.post(Tags.tagged("A", .merge)) == ["refused full"])
    desk.send(.withdrawn(2))
    #expect(desk.queue.waitingCount == 1)
  }

  @Test func aFullQueueStillLetsOneBeReplaced() {
    var desk = Desk { $0.maxWaiting = 1 }
    desk.post("A")
    desk.post(Tags.tagged("B"))
    #expect(desk.post(Tags.tagged("C")) == ["accepted 3", "2 replaced"])
  }

  @Test func textIsLimitedInAll() {
    var desk = Desk { $0.maxText = 100 }
    desk.post("A")
    desk.post("low") {
      $0.priority = .low
      $0.body = String(repeating: "x", count: 50)
    }
    let long = alert("B") { $0.body = String(repeating: "x", count: 60) }
    #expect(desk.post(long) == ["accepted 3", "2 evicted"])
    #expect(desk.post(long) == ["refused full"])
  }

  @Test func anOwnedAlertIsAbandonedWhenItsOwnerLeaves() {
    var desk = Desk()
    desk.post(alert("A"), .init(owner: Self.client))
    desk.post("B")
    desk.post(alert("C"), .init(owner: Self.client))
    #expect(
      desk.send(.ownerGone(Self.client)) == [
        "done", "1 abandoned", "withdraw 1/1", "3 abandoned",
      ])
    #expect(desk.stage(2) == "waiting")
  }

  @Test func anOwnerThatIsLostHasTenSecondsToComeBack() {
    var desk = Desk()
    for name in ["A", "B"] { desk.post(alert(name), .init(owner: Self.client)) }
    #expect(desk.send(.ownersLost) == ["done"])
    desk.wait(9)
    #expect(desk.send(.claimed(2, by: Owner(rawValue: ":1.8"))) == ["done"])
    #expect(desk.wait(1) == ["1 abandoned", "withdraw 1/1"])
    #expect(desk.send(.ownerGone(Owner(rawValue: ":1.8"))) == ["done", "2 abandoned"])
  }

  @Test func waitingLaterNeitherOwnsNorAbandons() {
    var desk = Desk()
    desk.post("A")
    desk.send(.claimed(1, by: Self.client))
    #expect(desk.send(.ownerGone(Self.client)) == ["done"])
    #expect(desk.stage(1) == "shown")
  }

  @Test(arguments: [
    (alert(""), AlertError.empty),
    (alert("A") { $0.actions = [action("a"), action("a")] }, .duplicateKey("a")),
    (alert("A") { $0.actions = (0...32).map { action("\($0)") } }, .tooManyActions(33)),
  ])
  func anUnsoundAlertIsRefused(alert: Alert, error: AlertError) {
    var desk = Desk()
    #expect(desk.post(alert) == ["refused \(error)"])
  }
}
