import Peal
import Testing

/// SEMANTICS, cases 39 to 51.
@Suite struct Order {
  /// Closes what is shown until nothing is left; the ids in the order in which they came.
  static func drain(_ desk: inout Desk) -> [AlertID] {
    var order: [AlertID] = []
    while let top = desk.queue.top {
      order.append(top)
      desk.send(.withdrawn(top))
      desk.wait(0.35)
    }
    return order
  }

  @Test("case 39") func higherOnesComeFirst() {
    var desk = Desk()
    desk.post("A")
    for priority in [Priority.low, .high, .normal] { desk.post("x") { $0.priority = priority } }
    #expect(Self.drain(&desk) == [1, 3, 4, 2])
  }

  @Test("case 40") func equalsComeInTheOrderOfTheirArrival() {
    var desk = Desk { $0.aging = nil }
    for number in 1...100 { desk.post("\(number)") }
    #expect(Self.drain(&desk).map(\.rawValue) == Array(1...100))
  }

  @Test("case 41") func priorityAloneTakesNoSlot() {
    var desk = Desk()
    desk.post("A") { $0.priority = .low }
    #expect(
      desk.post("B") {
        $0.priority = .high
        $0.arrival = .wait
      } == ["accepted 2"])
    #expect(desk.stage(1) == "shown")
  }

  @Test("case 42", arguments: ["urgent", "", "4", "High"])
  func aPriorityThatDoesNotExistIsNormalWithADiagnostic(word: String) {
    let reading = Priority.reading(word)
    #expect(reading.priority == .normal)
    #expect(reading.diagnostic?.contains("\"\(word)\"") == true)
    #expect(Priority.reading("high") == Priority.Reading(priority: .high, diagnostic: nil))
  }

  @Test("case 43") func inOrderOfArrivalPrioritiesDoNotCount() {
    var desk = Desk { $0.order = .arrival }
    desk.post("A")
    for priority in [Priority.low, .high, .critical] {
      desk.post("x") {
        $0.priority = priority
        $0.arrival = .wait
      }
    }
    #expect(Self.drain(&desk) == [1, 2, 3, 4])
  }

  @Test("case 44") func aLowOneUnderAFloodOfHighOnesComesAfterTwoIntervals() {
    var desk = Desk()
    desk.post("A") { $0.priority = .high }
    desk.post("B") { $0.priority = .low }
    var shownAt: Duration?
    for second in 1...200 where shownAt == nil {
      desk.wait(1)
      if second % 4 == 0 { desk.post("high") { $0.priority = .high } }
      if second % 5 == 0, let top = desk.queue.top { desk.send(.withdrawn(top)) }
      if desk.queue.top == 2 { shownAt = start.duration(to: desk.now) }
    }
    #expect(shownAt.map { $0 > .seconds(120) && $0 <= .seconds(126) } == true)
  }

  @Test("case 45") func agingEndsAtHigh() {
    var desk = Desk()
    desk.post("A")
    desk.post("B") { $0.priority = .low }
    desk.wait(600)
    #expect(desk.queue.status(of: 2, at: desk.now)?.effectivePriority == .high)
    desk.post("C") {
      $0.priority = .critical
      $0.arrival = .wait
    }
    #expect(Self.drain(&desk) == [1, 3, 2])
  }

  @Test("case 46") func oneRaisedToHighComesAfterTheHighOnesBeforeIt() {
    var desk = Desk()
    desk.post("A")
    for priority in [Priority.high, .normal, .normal, .high] {
      desk.post("x") { $0.priority = priority }
    }
    #expect(desk.send(.updated(4, AlertChange(priority: .high))) == ["done"])
    #expect(Self.drain(&desk) == [1, 2, 4, 5, 3])
  }

  @Test("case 47") func nextOnesKeepTheirOrderAndPrecedeTheirPriority() {
    var desk = Desk()
    desk.post("A")
    desk.post("high") { $0.priority = .high }
    desk.post("B")
    for _ in 1...2 { desk.post("next") { $0.arrival = .next } }
    #expect(Self.drain(&desk) == [1, 2, 4, 5, 3])
  }

  @Test("case 48") func theGapIsNotShorterAndNotLonger() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.close(1)
    #expect(desk.wait(0.34) == [])
    #expect(desk.wait(0.01) == ["present 2/1", "2 shown"])
  }

  @Test("case 49") func oneThatArrivesInTheGapWaits() {
    var desk = Desk()
    desk.post("A")
    desk.close(1)
    desk.wait(0.1)
    #expect(desk.post("C") == ["accepted 2"])
    #expect(desk.wait(0.24) == [])
    #expect(desk.wait(0.01) == ["present 2/1", "2 shown"])
  }

  @Test("case 50") func aHighOneThatArrivesInTheGapComesFirst() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.close(1)
    desk.wait(0.1)
    #expect(desk.post("C") { $0.priority = .high } == ["accepted 3"])
    #expect(desk.wait(0.25) == ["present 3/1", "3 shown"])
  }

  @Test("case 51") func withdrawingTheTopInTheGapDoesNothing() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    #expect(desk.send(.topWithdrawn) == ["withdrew 1", "1 withdrawn", "withdraw 1/1"])
    #expect(desk.send(.topWithdrawn) == ["no such alert"])
    #expect(desk.wait(0.35) == ["present 2/1", "2 shown"])
    #expect(desk.presented == [1, 2])
  }

  @Test("case 52") func tenThousandThatCloseAtOnceComeInOrder() {
    var desk = Desk {
      $0.gap = .zero
      $0.maxWaitingPerApp = .max
    }
    let number: UInt32 = 10_000
    desk.acknowledges = false
    for _ in 1...number { desk.post("x") }
    for raw in 1...number {
      let id = AlertID(rawValue: raw)
      desk.presented(id)
      desk.close(id)
    }
    #expect(desk.presented.map(\.rawValue) == Array(1...number))
    #expect(desk.queue.isEmpty)
  }

  @Test func aCriticalOneEndsThePauseAndTheBestIsChosen() {
    var desk = Desk()
    desk.post("A")
    desk.post("B")
    desk.close(1)
    #expect(
      desk.post("C") { $0.priority = .critical } == ["accepted 3", "present 3/1", "3 shown"])
  }

  @Test func aSlotWhoseAlertNeverCameUpDoesNotPause() {
    var desk = Desk()
    desk.acknowledges = false
    desk.post("A")
    desk.post("B")
    #expect(desk.failed(1, .permanent("no")) == ["1 failed", "present 2/1"])
  }

  @Test func whatWasGainedByWaitingIsKeptWhileHeld() {
    var desk = Desk()
    desk.post("A")
    desk.post("B") { $0.priority = .low }
    desk.wait(50)
    desk.send(.paused(PauseToken(rawValue: "x")))
    desk.wait(1000)
    #expect(desk.queue.status(of: 2, at: desk.now)?.effectivePriority == .low)
    desk.send(.resumed(PauseToken(rawValue: "x")))
    desk.wait(9.9)
    #expect(desk.queue.status(of: 2, at: desk.now)?.effectivePriority == .low)
    desk.wait(0.1)
    #expect(desk.queue.status(of: 2, at: desk.now)?.effectivePriority == .normal)
  }

  @Test func whatAHandlerPostsCompetesForTheSlot() {
    var queue = AlertQueue(configuration: .init())
    var configuration = AlertQueue.Configuration()
    configuration.gap = .zero
    _ = queue.handle(.configured(configuration), at: start)
    _ = queue.handle(.presenter(.available(.init(incarnation: "one", name: "test"))), at: start)
    _ = queue.handle(.posted(alert("A")), at: start)
    _ = queue.handle(.presenter(.presented(Presentation(id: 1, attempt: 1))), at: start)
    _ = queue.handle(.posted(alert("B")), at: start)
    let report = queue.handle(
      .presenter(.closed(Presentation(id: 1, attempt: 1), .dismissed)), at: start)
    #expect(report.compactMap(\.line) == ["1 dismissed"])
    #expect(report.last == .wake(at: start))
    let posted = queue.handle(.posted(alert("C") { $0.priority = .high }), at: start)
    #expect(posted.compactMap(\.line) == ["accepted 3", "present 3/1"])
    #expect(queue.handle(.woke, at: start) == [])
  }
}
