import Peal
import Synchronization

/// One presenter on trial: what was asked of it, what it reported, and what was wrong with that.
final class PresenterTrial: Sendable {
  private struct State {
    var nextID: UInt32 = 1
    var violations: [PresenterLawViolation] = []
    var owesAnswers = true
  }

  let harness: PresenterHarness
  let transcript = Recording<PresenterTranscript.Entry>()
  private let limit: Duration
  private let state = Mutex(State())

  init(_ harness: PresenterHarness, limit: Duration) {
    self.harness = harness
    self.limit = limit
  }

  /// Runs the presenter through a scenario and says what it broke.
  func run(
    _ scenario: @escaping @Sendable (PresenterTrial) async -> Void
  ) async -> [PresenterLawViolation] {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.harness.presenter.run() }
      group.addTask {
        for await event in self.harness.presenter.events { self.transcript.append(.report(event)) }
      }
      await expectReport(6, "that something is there to show alerts") {
        if case .available = $0 { true } else { false }
      }
      await scenario(self)
      group.cancelAll()
    }
    await harness.tearDown()
    let (found, owesAnswers) = state.withLock { ($0.violations, $0.owesAnswers) }
    let entries = PresenterTranscript(entries: transcript.elements)
    return found + entries.violations(owesAnswers: owesAnswers)
  }

  // MARK: What is asked of the presenter. It is written down before, so that no report of it can
  // come first.

  /// A request with a number of its own and three buttons, one of them with an odd key.
  func request(_ summary: String, replacing old: PresentRequest? = nil) -> PresentRequest {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return AlertID(rawValue: state.nextID)
    }
    var alert = Alert(summary, body: "on trial", appName: "trial")
    alert.actions = [("yes", "Yes"), ("default", "Open"), ("no, thanks", "No")].compactMap {
      try? Action($0, $1)
    }
    alert.expiry = .never
    return PresentRequest(
      Presentation(id: id, attempt: 1), alert, replacing: old?.presentation)
  }

  func present(_ summary: String, replacing old: PresentRequest? = nil) -> PresentRequest {
    let request = request(summary, replacing: old)
    transcript.append(.call(.present(request)))
    harness.presenter.present(request)
    return request
  }

  func update(_ request: PresentRequest, to summary: String) {
    var alert = request.alert
    alert.summary = summary
    transcript.append(.call(.update(request.presentation, alert, count: request.count)))
    harness.presenter.update(request.presentation, to: alert, count: request.count)
  }

  func withdraw(_ request: PresentRequest) {
    transcript.append(.call(.withdraw(request.presentation)))
    harness.presenter.withdraw(request.presentation)
  }

  // MARK: What is expected of it.

  func expect(_ law: Int, _ condition: Bool, _ finding: String) {
    guard !condition else { return }
    state.withLock { $0.violations.append(PresenterLawViolation(law: law, finding: finding)) }
  }

  /// Waits until the presenter has answered a request.
  func answer(to request: PresentRequest) async {
    let presentation = request.presentation
    await expectReport(1, "an answer to the request for “\(request.alert.summary)”") { event in
      switch event {
      case .presented(presentation), .presentFailed(presentation, _): true
      default: false
      }
    }
  }

  /// Waits until everything asked and done before has had its effect, by law 2: until a further
  /// popup has come and gone.
  func fence() async {
    let request = present("fence")
    await answer(to: request)
    withdraw(request)
    let next = present("fence")
    await answer(to: next)
    withdraw(next)
  }

  func expectReport(
    _ law: Int, _ what: String, from start: Int = 0,
    where accepts: @escaping @Sendable (PresenterEvent) -> Bool
  ) async {
    let found = await transcript.first(from: start, within: limit) { entry in
      if case .report(let event) = entry { accepts(event) } else { false }
    }
    expect(law, found != nil, "\(what) is not reported within \(limit)")
  }

  /// Compares what is on the screen, the fences aside.
  func expectScreen(_ law: Int, _ summaries: [String]) async {
    let seen = await harness.screen().filter { $0 != "fence" }
    expect(law, seen == summaries, "on the screen are \(seen) instead of \(summaries)")
  }

  /// From here on nothing answers: missing answers do not count.
  func owesNothing() {
    state.withLock { $0.owesAnswers = false }
  }
}
