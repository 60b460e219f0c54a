import Peal

/// Puts a presenter to the trial of the laws in the doc comment of `Presenter`.
///
/// ```swift
/// @Test func keepsTheLaws() async throws {
///   let violations = try await checkPresenterLaws {
///     let server = try await ScriptedServer()
///     return PresenterHarness(presenter: MyPresenter(server.address), press: …, close: …, …)
///   }
///   #expect(violations == [])
/// }
/// ```
///
/// - Parameters:
///   - limit: how long to wait for an answer before it counts as missing.
///   - makeHarness: makes a fresh presenter with an empty screen; called once per trial.
/// - Returns: what was broken, in the order of the trials; empty for a presenter that keeps the laws.
/// - Throws: what `makeHarness` throws.
public func checkPresenterLaws(
  within limit: Duration = .seconds(60),
  _ makeHarness: @Sendable () async throws -> PresenterHarness
) async rethrows -> [PresenterLawViolation] {
  var violations: [PresenterLawViolation] = []
  for scenario in PresenterTrial.scenarios {
    let trial = PresenterTrial(try await makeHarness(), limit: limit)
    violations += await trial.run(scenario)
  }
  return violations
}

extension PresenterTrial {
  /// What the laws are tried with. Laws 1, 3, 5 and 6 are looked for in the whole transcript of
  /// every one of them.
  static var scenarios: [@Sendable (PresenterTrial) async -> Void] {
    [
      answersAndOrder, updates, takingOver, pressing, closing, withdrawing,
      withdrawingBeforeTheAnswer, withdrawingAgainstTheClock, losing, strangers, notWaiting,
    ]
  }

  /// Laws 1 and 2: several at once.
  static func answersAndOrder(_ trial: PresenterTrial) async {
    let requests = ["one", "two", "three"].map { trial.present($0) }
    for request in requests { await trial.answer(to: request) }
    await trial.expectScreen(2, ["one", "two", "three"])
  }

  /// Law 2: the last of several updates stays, and one after the end does not bring a popup back.
  static func updates(_ trial: PresenterTrial) async {
    let request = trial.present("before")
    await trial.answer(to: request)
    for summary in ["first", "second", "third"] { trial.update(request, to: summary) }
    await trial.fence()
    await trial.expectScreen(2, ["third"])
    trial.update(request, to: "last")
    trial.withdraw(request)
    await trial.fence()
    await trial.expectScreen(2, [])
  }

  /// Law 2: what takes a popup over stands in its place, alone, and answers for itself.
  static func takingOver(_ trial: PresenterTrial) async {
    let old = trial.present("old")
    await trial.answer(to: old)
    let new = trial.present("new", replacing: old)
    await trial.answer(to: new)
    await trial.expectScreen(2, ["new"])
    await trial.harness.press(new, "yes")
    await trial.expectReport(1, "the press of what took a popup over") {
      $0 == .actionInvoked(new.presentation, key: "yes")
    }
  }

  /// Law 3: a press is reported with the alert's own key, and nothing after a close.
  static func pressing(_ trial: PresenterTrial) async {
    let request = trial.present("question")
    await trial.answer(to: request)
    await trial.harness.press(request, "no, thanks")
    await trial.expectReport(3, "the press, with the alert's own key") {
      $0 == .actionInvoked(request.presentation, key: "no, thanks")
    }
    await trial.harness.close(request)
    await trial.harness.press(request, "yes")
    await trial.fence()
  }

  /// Law 3: a close is reported once, and what comes after it is not.
  static func closing(_ trial: PresenterTrial) async {
    let request = trial.present("news")
    await trial.answer(to: request)
    await trial.harness.close(request)
    await trial.expectReport(3, "the close by the person") {
      $0 == .closed(request.presentation, .dismissed)
    }
    await trial.harness.close(request)
    await trial.harness.press(request, "yes")
    await trial.fence()
    trial.withdraw(request)
    trial.update(request, to: "news again")
    await trial.fence()
    await trial.expectScreen(7, [])
  }

  /// Law 4: what was withdrawn is gone and says nothing more.
  static func withdrawing(_ trial: PresenterTrial) async {
    let request = trial.present("withdrawn")
    await trial.answer(to: request)
    trial.withdraw(request)
    await trial.fence()
    await trial.expectScreen(4, [])
    await trial.harness.press(request, "yes")
    await trial.harness.close(request)
    trial.withdraw(request)
    await trial.fence()
  }

  /// Law 4: what was withdrawn on its way to the screen does not stay there.
  static func withdrawingBeforeTheAnswer(_ trial: PresenterTrial) async {
    let request = trial.present("hasty")
    trial.withdraw(request)
    await trial.answer(to: request)
    await trial.fence()
    await trial.expectScreen(4, [])
  }

  /// Law 4: the person closes what is being withdrawn.
  static func withdrawingAgainstTheClock(_ trial: PresenterTrial) async {
    let request = trial.present("contested")
    await trial.answer(to: request)
    trial.withdraw(request)
    await trial.harness.close(request)
    await trial.fence()
    await trial.expectScreen(4, [])
  }

  /// Laws 5 and 6: nothing survives a loss, and things go on after it.
  static func losing(_ trial: PresenterTrial) async {
    let requests = ["up", "up as well"].map { trial.present($0) }
    for request in requests { await trial.answer(to: request) }
    let start = trial.transcript.count
    await trial.harness.lose()
    await trial.expectReport(5, "the loss", from: start) { $0 == .lost }
    await trial.harness.restore()
    await trial.expectReport(6, "that something is there again", from: start) {
      if case .available = $0 { true } else { false }
    }
    for request in requests {
      await trial.harness.press(request, "yes")
      await trial.harness.close(request)
    }
    await trial.fence()
  }

  /// Law 7: calls about what is not on the screen.
  static func strangers(_ trial: PresenterTrial) async {
    let stranger = trial.request("stranger")
    trial.update(stranger, to: "stranger")
    trial.withdraw(stranger)
    await trial.fence()
    await trial.expectScreen(7, [])
  }

  /// Law 8: a presenter that hears nothing still takes every call at once.
  static func notWaiting(_ trial: PresenterTrial) async {
    guard let stall = trial.harness.stall else { return }
    await stall()
    // The quickest call of each kind: whoever waits, waits each time; a busy machine does not.
    var quickest: [String: Duration] = [:]
    func timed<Result>(_ kind: String, _ call: () -> Result) -> Result {
      let start = ContinuousClock.now
      defer { quickest[kind] = min(quickest[kind] ?? .seconds(60), ContinuousClock.now - start) }
      return call()
    }
    for number in 1...100 {
      let request = timed("present") { trial.present("unheard \(number)") }
      timed("update") { trial.update(request, to: "unheard") }
      timed("withdraw") { trial.withdraw(request) }
      timed("summon") { trial.harness.presenter.summon() }
    }
    for (kind, time) in quickest.sorted(by: { $0.key < $1.key }) {
      trial.expect(8, time < .milliseconds(10), "\(kind) took \(time) while nothing answered")
    }
    trial.owesNothing()
  }
}
