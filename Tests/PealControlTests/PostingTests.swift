import DBus
import Glibc
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// `Post`, `PostMany` and `Wait` over a real bus.
struct PostingTests {
  @Test func anAcceptedAlertIsShown() async throws {
    try await withHost { fixture in
      let id = try fixture.client().post(PostRequest("Done"))
      #expect(id.rawValue == 1)
      #expect(await fixture.presenter.popup("Done") != nil)
    }
  }

  @Test func whoWaitsIsToldTheAction() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      var question = Alert("Deploy?")
      question.actions = [try Action("yes", "Yes"), try Action("no", "No")]
      let id = try client.post(PostRequest(question))
      let pending = try client.startWaiting(for: id)
      #expect(try client.takeEnding(pending) == nil)
      #expect(await fixture.presenter.popup("Deploy?") != nil)
      while !fixture.presenter.press(id, key: "yes") { await Task.yield() }
      let report = try #require(try client.ending(pending, within: .seconds(10)))
      #expect(report.ending?.outcome == .action(key: "yes"))
      #expect(report.ending?.server == "in memory")
      #expect(report.attempts == 1)
      #expect(report.stage == "ended")
      #expect(report.posted == HostFixture.time)
    }
  }

  @Test func whoAsksLateIsToldAtOnce() async throws {
    try await withHost(.closing(.dismissed)) { fixture in
      let first = try fixture.client()
      let id = try first.post(PostRequest("Done"))
      let report = try #require(
        try first.ending(try first.startWaiting(for: id), within: .seconds(10)))
      #expect(report.ending?.outcome == .dismissed)
      let late = try fixture.client()
      let again = try late.ending(try late.startWaiting(for: id), within: .seconds(10))
      #expect(again == report)
    }
  }

  @Test func nobodyWaitsForAnAlertThatIsNotThere() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      let pending = try client.startWaiting(for: AlertID(rawValue: 9))
      let error = refusal { () throws(ControlError) in
        try client.ending(pending, within: .seconds(10))
      }
      #expect(error == .refused(.noSuchAlert, "there is no alert 9"))
    }
  }

  @Test func aRetryWithTheSameTokenGivesTheSameID() async throws {
    try await withHost { fixture in
      let request = PostRequest("Once") { $0.token = "t1" }
      let id = try fixture.client().post(request)
      #expect(try fixture.client().post(request) == id)
      #expect(try fixture.client().list().count == 1)
      #expect(try fixture.client().post(PostRequest("Other") { $0.token = "t2" }) != id)
    }
  }

  @Test func aTokenHoldsAfterTheEnd() async throws {
    try await withHost(.closing(.dismissed)) { fixture in
      let client = try fixture.client()
      let request = PostRequest("Once") { $0.token = "t1" }
      let id = try client.post(request)
      _ = try client.ending(try client.startWaiting(for: id), within: .seconds(10))
      #expect(try client.post(request) == id)
    }
  }

  @Test func manyAreTakenInOrderAndEachHasItsResult() async throws {
    try await withHost { fixture in
      let requests = [
        PostRequest("a"), PostRequest(""), PostRequest("c"),
        PostRequest("d") { $0.alert.body = "x" },
      ]
      let results = try fixture.client().postMany(requests)
      let ids = results.map { try? $0.get().rawValue }
      #expect(ids == [1, nil, 2, 3])
      #expect(
        results[1]
          == .failure(.refused(.invalidArgs, "an alert needs a summary or a body")))
    }
  }

  @Test func whatIsTooLargeForOneCallIsSplit() async throws {
    try await withHost { fixture in
      let body = String(repeating: "x", count: Limits.text)
      let requests = (0..<20).map { number in PostRequest("\(number)") { $0.alert.body = body } }
      let client = try fixture.client()
      client.timeout = .seconds(30)
      let results = try client.postMany(requests)
      #expect(results.map { try? $0.get().rawValue } == (1...20).map { $0 })
    }
  }

  @Test func theReportNamesTheProcessThatPosted() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      _ = try client.post(PostRequest("Mine"))
      let poster = try #require(try client.list().first?.poster)
      #expect(poster.pid == UInt32(getpid()))
      #expect(poster.executable.hasPrefix("/"))
    }
  }

  @Test func anAlertReplacesAnotherByItsID() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      let old = try client.post(PostRequest("old"))
      #expect(await fixture.presenter.popup("old") != nil)
      let new = try client.post(PostRequest("new") { $0.replacing = old })
      let report = try client.ending(try client.startWaiting(for: old), within: .seconds(10))
      #expect(report?.ending?.outcome == .replaced)
      #expect(try client.list().map(\.id) == [new])
    }
  }

  @Test func anUnknownPriorityIsTakenAndTold() async throws {
    try await withHost { fixture in
      let body: [Value] = [.string("x"), .string(""), .options(["priority": .string("urgent")])]
      let reply = try await fixture.connection.call(
        .call("Post", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface, body),
        timeout: .seconds(10))
      #expect(reply.body == [.uint32(1)])
      #expect(fixture.deeds.elements == [#"priority "urgent" is unknown and counts as normal"#])
    }
  }

  @Test func aQuestionIsBoundedUnlessTheCallerSaysOtherwise() async throws {
    var settings = ControlHost.Settings()
    settings.answerTimeout = .milliseconds(100)
    try await withHost(settings: settings) { fixture in
      let client = try fixture.client()
      var question = Alert("Well?")
      question.actions = [try Action("yes", "Yes")]
      let unlimited = try client.post(PostRequest(question))
      let report = try client.ending(try client.startWaiting(for: unlimited), within: .seconds(10))
      #expect(report?.ending?.outcome == .timedOut)
      var request = PostRequest(question)
      request.isUnlimited = true
      _ = try client.post(request)
      let news = try client.post(PostRequest("News"))
      #expect(try client.list().map(\.id).contains(news))
    }
  }

  @Test func theRulesAmendWhatIsPosted() async throws {
    var settings = ControlHost.Settings()
    settings.amend = { $0.priority = .critical }
    try await withHost(settings: settings) { fixture in
      let client = try fixture.client()
      _ = try client.post(PostRequest("x"))
      #expect(try client.list().map(\.priority) == [.critical])
    }
  }
}
