import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterChangeTests {
  let bench = AlertCenterBench()

  @Test func theObserverIsToldEveryStageInOrder() async throws {
    try await bench.run { center in
      let id = try center.post(Alert("A"))
      let presentation = try #require(await bench.shown(id))
      bench.presenter.close(id)
      _ = await bench.ended(id)
      #expect(
        bench.changes.elements.map(\.word) == [
          "presenter in memory", "posted 1", "presenting 1", "shown 1", "dismissed 1",
        ])
      #expect(presentation == Presentation(id: id, attempt: 1))
    }
  }

  @Test func theObserverIsToldBeforeTheHandlers() async throws {
    let seen = Recording<Int>()
    try await bench.run { center in
      let id = try center.post(Alert("A"), onEnd: { _ in seen.append(bench.endings.count) })
      center.withdraw(id)
      #expect(seen.elements == [1])
    }
  }

  @Test func everyReaderHasAStreamOfItsOwn() async throws {
    let streams = [bench.center.changes(), bench.center.changes()]
    try await bench.run { center in
      let id = try center.post(Alert("A"))
      center.withdraw(id)
      for stream in streams {
        var words: [String] = []
        for await change in stream {
          words.append(change.word)
          if case .ended = change { break }
        }
        #expect(words.first == "presenter in memory")
        #expect(words.last == "withdrawn 1")
      }
    }
  }

  @Test func aReaderThatFallsBehindLosesTheOldest() async throws {
    let stream = bench.center.changes(keeping: 2)
    for summary in ["A", "B", "C"] { try bench.center.post(Alert(summary)) }
    var iterator = stream.makeAsyncIterator()
    let last = bench.changes.elements.suffix(2)
    #expect(await iterator.next() == last.first)
    #expect(await iterator.next() == last.last)
  }

  @Test func theStreamsEndWithTheCenter() async {
    let stream = AlertCenter(presenter: InMemoryPresenter()).changes()
    for await change in stream { Issue.record("\(change)") }
  }

  @Test func anUpdateIsReportedAndReachesTheScreen() async throws {
    try await bench.run { center in
      let id = try center.post(Alert("before"))
      let presentation = try #require(await bench.shown(id))
      #expect(center.update(id, AlertChange(summary: "after")) == .done)
      let call = await bench.presenter.calls.first { call in
        guard case .update(presentation, let alert, 1) = call else { return false }
        return alert.summary == "after"
      }
      #expect(call != nil)
      #expect(bench.changes.elements.contains { $0.word == "updated 1 after" })
      #expect(center.status(of: id)?.alert.summary == "after")
    }
  }

  @Test func aMergedSubmissionIsReportedAsAnUpdateOfItsAlert() throws {
    var alert = Alert("before")
    alert.tag = "t"
    alert.duplicates = .merge
    try bench.center.post(alert)
    alert.summary = "after"
    let id = try bench.center.post(alert)
    #expect(bench.changes.elements.map(\.word).suffix(2) == ["posted 2", "updated 1 after"])
    #expect(bench.center.status(of: id)?.count == 2)
  }

  @Test func pausesAndTheComingAndGoingOfThePresenterAreReported() async throws {
    try await bench.run { center in
      let token = try center.pause()
      try center.pause("other")
      center.resume(token)
      center.resume(PauseToken(rawValue: "other"))
      bench.presenter.lose()
      #expect(await bench.changes.first { $0 == .presenter(nil) } != nil)
      #expect(
        bench.changes.elements.map(\.word) == [
          "presenter in memory", "paused", "resumed", "no presenter",
        ])
    }
  }
}

extension AlertCenter.Change {
  /// The change in a few words.
  fileprivate var word: String {
    switch self {
    case .posted(let id, _, _): "posted \(id.rawValue)"
    case .updated(let id, let alert): "updated \(id.rawValue) \(alert.summary)"
    case .moved(let id, let stage): "\(stage.word) \(id.rawValue)"
    case .acted(let id, let key, _): "acted \(id.rawValue) \(key)"
    case .activation(let id, _): "activation \(id.rawValue)"
    case .ended(let ending): "\(ending.outcome.word) \(ending.id.rawValue)"
    case .paused(true): "paused"
    case .paused(false): "resumed"
    case .presenter(let name?): "presenter \(name)"
    case .presenter(nil): "no presenter"
    }
  }
}
