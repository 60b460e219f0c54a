import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterTaskTests {
  let bench = AlertCenterBench()

  @Test func case14_eightTasksPostAThousandAlertsEach() async throws {
    let bench = AlertCenterBench(.closing(.dismissed), configuration: .limitless)
    let endings = Recording<Ending>()
    let ids = try await posted(by: 8, times: 1000, at: bench, endings)
    #expect(Set(ids.joined()).count == 8000)
    #expect(endings.count == 8000)
    #expect(Set(endings.elements.map(\.id)).count == 8000)
    for (task, ids) in ids.enumerated() {
      #expect(ids == ids.sorted())
      let shown = bench.presented.filter { $0.hasPrefix("\(task) ") }
      #expect(shown == (0..<1000).map { "\(task) \($0)" })
    }
  }

  /// Posts from several tasks at once and waits until everything has ended.
  private func posted(
    by tasks: Int, times: Int, at bench: AlertCenterBench, _ endings: Recording<Ending>
  ) async throws -> [[AlertID]] {
    let ids = Recording<(Int, [AlertID])>()
    try await bench.run { center in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
          group.addTask {
            let posted = try (0..<times).map {
              try center.post(Alert("\(task) \($0)"), onEnd: endings.append)
            }
            ids.append((task, posted))
          }
        }
        try await group.waitForAll()
      }
      for id in ids.elements.flatMap(\.1) { _ = await center.ending(of: id) }
      _ = await endings.first(from: tasks * times - 1)
    }
    return ids.elements.sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test func askReturnsTheActionThatWasChosen() async throws {
    let bench = AlertCenterBench(.pressing(key: "yes"))
    try await bench.run { center in
      let outcome = try await center.ask(
        Alert("Deploy?"), buttons: [.default("Yes", key: "yes"), .cancel("No", key: "no")])
      #expect(outcome == .action(key: "yes"))
    }
  }

  @Test func askReturnsWhatWasTyped() async throws {
    try await bench.run { center in
      var alert = Alert("Name?")
      alert.replyPlaceholder = "your name"
      let question = alert
      async let outcome = center.ask(question)
      let id = try #require(await bench.presenter.popup("Name?")?.presentation.id)
      _ = await bench.shown(id)
      bench.presenter.reply(id, text: "Ada")
      let answer = try await outcome
      guard case .action(_, text: "Ada") = answer else {
        Issue.record("\(answer)")
        return
      }
    }
  }

  @Test(arguments: [true, false])
  func case63_cancellingTheWaitingTaskWithdrawsTheAlert(isShown: Bool) async throws {
    let bench = AlertCenterBench(isAvailable: isShown)
    await bench.run { center in
      let asking = Task { try await center.ask(Alert("A"), buttons: [.default("Yes")]) }
      let posted = await bench.changes.first { change in
        if case .posted = change { true } else { false }
      }
      guard case .posted(let id, _, _)? = posted else { return }
      if isShown { _ = await bench.shown(id) }
      asking.cancel()
      #expect(await (try? asking.value) == .withdrawn)
      #expect(await bench.ended(id) == .withdrawn)
      #expect(bench.presenter.popups == [])
    }
  }

  @Test func aTaskThatIsCancelledAlreadyPostsNothing() async throws {
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bench.center.ask(Alert("A"))
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(bench.changes.count == 0)
  }

  @Test func askingManyTimesAtOnceGivesEachItsOwnAnswer() async throws {
    let bench = AlertCenterBench(.pressing(key: "0"), configuration: .limitless)
    await bench.run { center in
      let outcomes = await withTaskGroup(of: Outcome?.self) { group in
        for number in 0..<500 {
          group.addTask {
            try? await center.ask(Alert("\(number)"), buttons: [.default("Yes")])
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes == Array(repeating: .action(key: "0"), count: 500))
    }
  }

  @Test func theEndingIsThereForThoseWhoAskLate() async throws {
    let bench = AlertCenterBench(recentEndings: 2)
    try await bench.run { center in
      let ids = try ["A", "B", "C"].map { try center.post(Alert($0)) }
      for id in ids { center.withdraw(id) }
      #expect(await center.ending(of: ids[0]) == nil)
      #expect(await center.ending(of: ids[1])?.outcome == .withdrawn)
      #expect(await center.ending(of: ids[2])?.outcome == .withdrawn)
      let late = Recording<Ending>()
      #expect(center.whenEnded(ids[2], late.append))
      #expect(late.elements.map(\.id) == [ids[2]])
      #expect(!center.whenEnded(ids[0], late.append))
    }
  }

  @Test func severalMayWaitForOneEnding() async throws {
    try await bench.run { center in
      let id = try center.post(Alert("A"))
      let endings = Recording<Ending>()
      for _ in 1...3 { #expect(center.whenEnded(id, endings.append)) }
      async let ending = center.ending(of: id)
      center.withdraw(id)
      #expect(await ending?.outcome == .withdrawn)
      #expect(endings.count == 3)
    }
  }

  @Test func cancellingAWaitLeavesTheAlertAlone() async throws {
    try await bench.run { center in
      let id = try center.post(Alert("A"))
      let waiting = Task { await center.ending(of: id) }
      waiting.cancel()
      #expect(await waiting.value == nil)
      #expect(center.status(of: id) != nil)
    }
  }

  @Test func noOneKnowsAnAlertThatNeverWas() async {
    let stranger = AlertID(rawValue: 99)
    #expect(await bench.center.ending(of: stranger) == nil)
    #expect(!bench.center.whenEnded(stranger) { _ in })
    #expect(bench.center.withdraw(stranger) == .noSuchAlert)
    #expect(bench.center.update(stranger, AlertChange()) == .noSuchAlert)
    #expect(bench.center.answer(stranger, key: "yes") == .noSuchAlert)
    #expect(bench.center.activate(stranger) == .noSuchAlert)
    #expect(bench.center.snooze(stranger, for: .seconds(1)) == .noSuchAlert)
    #expect(bench.center.withdrawTop() == nil)
    #expect(bench.center.status(of: stranger) == nil)
  }

  @Test func case7_anAlertWhoseCallerForgetsItIsStillShownAndReported() async throws {
    try await bench.run { center in
      do {
        let alert = Alert("A")
        try center.post(alert)
      }
      let id = try #require(await bench.presenter.popup("A")?.presentation.id)
      _ = await bench.shown(id)
      bench.presenter.close(id)
      #expect(await bench.ended(id) == .dismissed)
    }
  }

  @Test func case58_twoCentersShareNothing() async throws {
    let other = AlertCenterBench()
    try await bench.run { center in
      try await other.run { otherCenter in
        let ids = [try center.post(Alert("A")), try otherCenter.post(Alert("B"))]
        #expect(ids[0] == ids[1])
        try center.pause()
        #expect(!otherCenter.summary.isPaused)
        #expect(await bench.shown(ids[0]) != nil)
        #expect(await other.shown(ids[1]) != nil)
        center.clearAll()
        #expect(await bench.ended(ids[0]) == .cleared)
        #expect(other.presenter.popups.map(\.alert.summary) == ["B"])
      }
    }
  }
}
