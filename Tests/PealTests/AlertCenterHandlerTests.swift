import Peal
import PealTestKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterHandlerTests {
  let bench = AlertCenterBench()

  @Test func whatAHandlerPostsCompetesForTheSlotThatIsFreed() async throws {
    try await bench.run { center in
      let first = try center.post(
        Alert("A"),
        onEnd: { _ in
          var urgent = Alert("urgent")
          urgent.priority = .high
          _ = try? center.post(urgent)
        })
      try center.post(Alert("waits"))
      _ = await bench.shown(first)
      bench.presenter.close(first)
      #expect(await bench.presenter.popup("urgent") != nil)
      #expect(bench.presented == ["A", "urgent"])
    }
  }

  @Test func case6_theEndingIsReportedBeforeTheNextIsPresented() async throws {
    let seen = Recording<[String]>()
    try await bench.run { center in
      let first = try center.post(Alert("A"), onEnd: { _ in seen.append(bench.presented) })
      try center.post(Alert("B"))
      _ = await bench.shown(first)
      bench.presenter.close(first)
      #expect(await bench.presenter.popup("B") != nil)
      #expect(seen.elements == [["A"]])
    }
  }

  @Test func case55_aHandlerThatWithdrawsTheTopHasNoEffectOnWhatIsNotYetShown() async throws {
    let tops = Recording<AlertID?>()
    try await bench.run { center in
      let first = try center.post(Alert("A"), onEnd: { _ in tops.append(center.withdrawTop()) })
      let second = try center.post(Alert("B"))
      _ = await bench.shown(first)
      bench.presenter.close(first)
      #expect(await bench.shown(second) != nil)
      #expect(tops.elements == [nil])
    }
  }

  @Test func handlersThatPostAgainAndAgainDoNotRecurse() async throws {
    let bench = AlertCenterBench(.closing(.dismissed))
    let rounds = Recording<Int>()
    await bench.run { center in
      postNext(center, 1, of: 3000, rounds)
      #expect(await rounds.first { $0 == 3000 } != nil)
      #expect(rounds.elements == Array(1...3000))
    }
  }

  @Test func aHandlerMayCallEverything() async throws {
    let results = Recording<AlertCenter.ActResult>()
    try await bench.run { center in
      let first = try center.post(
        Alert("A"),
        onEnd: { ending in
          results.append(center.withdraw(ending.id))
          results.append(center.update(ending.id, AlertChange(summary: "again")))
          center.whenEnded(ending.id) { _ in results.append(.done) }
          _ = center.alerts()
          center.clear()
        })
      try center.post(Alert("B"))
      _ = await bench.shown(first)
      center.withdraw(first)
      #expect(await results.first { $0 == .done } != nil)
      #expect(center.alerts().filter { $0.stage != .withdrawing } == [])
    }
    for result in results.elements.dropLast() {
      #expect(result == .noSuchAlert || result == .alreadyEnding)
    }
  }

  @Test func handlersRunOneAtATimeInTheOrderOfTheEndings() async throws {
    let running = Atomic(0)
    let order = Recording<AlertID>()
    try await bench.run { center in
      center.configure(.limitless)
      let ids = try (1...200).map { number in
        try center.post(
          Alert("\(number)"),
          onEnd: { ending in
            #expect(running.add(1, ordering: .relaxed).oldValue == 0)
            order.append(ending.id)
            running.subtract(1, ordering: .relaxed)
          })
      }
      await withTaskGroup(of: Void.self) { group in
        for part in 0..<4 {
          group.addTask {
            for id in ids where Int(id.rawValue) % 4 == part { center.withdraw(id) }
          }
        }
      }
      for id in ids { #expect(await order.first { $0 == id } != nil) }
    }
    #expect(order.elements == bench.endings)
  }
}

/// Posts an alert whose end posts the next one.
private func postNext(
  _ center: AlertCenter, _ round: Int, of last: Int, _ rounds: Recording<Int>
) {
  _ = try? center.post(
    Alert("\(round)"),
    onEnd: { _ in
      rounds.append(round)
      if round < last { postNext(center, round + 1, of: last, rounds) }
    })
}
