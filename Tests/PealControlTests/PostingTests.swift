import DBus
import Glibc
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// `Post`, `PostMany` and `Wait` over a real bus.
struct PostingTests {
  private func question() throws -> Alert {
    var question = Alert("Deploy?")
    question.actions = [try Action("yes", "Yes"), try Action("no", "No")]
    return question
  }

  @Test func anAcceptedAlertIsShown() async throws {
    try await withHost { fixture in
      let id = try await fixture.client().post("Done")
      #expect(id.rawValue == 1)
      #expect(await fixture.presenter.popup("Done") != nil)
    }
  }

  @Test func whoWaitsIsToldTheAction() async throws {
    try await withHost(.pressing(key: "yes")) { fixture in
      let client = try await fixture.client()
      let id = try await client.post(PostRequest(try question()))
      let report = try #require(try await client.end(of: id))
      #expect(report.ending?.outcome == .action(key: "yes"))
      #expect(report.ending?.server == "in memory")
      #expect(report.attempts == 1)
      #expect(report.stage == "ended")
      #expect(report.posted == HostFixture.time)
    }
  }

  @Test func whoLooksBeforeTheEndSeesNone() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await client.post("Done")
      let pending = try await client.startWaiting(for: id)
      _ = try await client.list()
      let early = try await client.run { client throws(ControlError) in
        try client.takeEnding(pending)
      }
      #expect(early == nil)
      #expect(try await client.withdraw(id))
      #expect(try await client.ending(pending)?.ending?.outcome == .withdrawn)
    }
  }

  @Test func whoAsksLateIsToldAtOnce() async throws {
    try await withHost(.closing(.dismissed)) { fixture in
      let first = try await fixture.client()
      let id = try await first.post("Done")
      let report = try #require(try await first.end(of: id))
      #expect(report.ending?.outcome == .dismissed)
      #expect(try await fixture.client().end(of: id) == report)
    }
  }

  @Test func nobodyWaitsForAnAlertThatIsNotThere() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let pending = try await client.startWaiting(for: AlertID(rawValue: 9))
      let error = await client.refusal { client throws(ControlError) in
        try client.ending(pending, within: .seconds(20))
      }
      #expect(error == .refused(.noSuchAlert, "there is no alert 9"))
    }
  }

  @Test func aRetryWithTheSameTokenGivesTheSameID() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let request = PostRequest("Once") { $0.token = "t1" }
      let id = try await client.post(request)
      #expect(try await fixture.client().post(request) == id)
      #expect(try await client.list().count == 1)
      #expect(try await client.post(PostRequest("Other") { $0.token = "t2" }) != id)
    }
  }

  @Test func aTokenHoldsAfterTheEnd() async throws {
    try await withHost(.closing(.dismissed)) { fixture in
      let client = try await fixture.client()
      let request = PostRequest("Once") { $0.token = "t1" }
      let id = try await client.post(request)
      #expect(try await client.outcome(of: id) == .dismissed)
      #expect(try await client.post(request) == id)
    }
  }

  @Test func manyAreTakenInOrderAndEachHasItsResult() async throws {
    try await withHost { fixture in
      let requests = ["a", "", "c"].map { PostRequest($0) }
      let results = try await fixture.client().run { client throws(ControlError) in
        try client.postMany(requests)
      }
      #expect(results.map { try? $0.get().rawValue } == [1, nil, 2])
      let sentence = "an alert needs a summary or a body"
      #expect(results[1] == .failure(.refused(.invalidArgs, sentence)))
    }
  }

  @Test func whatIsTooLargeForOneCallIsSplit() async throws {
    try await withHost { fixture in
      let body = String(repeating: "x", count: Limits.text)
      let requests = (0..<20).map { number in PostRequest("\(number)") { $0.alert.body = body } }
      let results = try await fixture.client().run { client throws(ControlError) in
        try client.postMany(requests)
      }
      #expect(results.map { try? $0.get().rawValue } == (1...20).map { $0 })
    }
  }

  @Test func theReportNamesTheProcessThatPosted() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      _ = try await client.post("Mine")
      let poster = try #require(try await client.list().first?.poster)
      #expect(poster.pid == UInt32(getpid()))
      #expect(poster.executable.hasPrefix("/"))
    }
  }

  @Test func anAlertReplacesAnotherByItsID() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let old = try await client.post("old")
      #expect(await fixture.presenter.popup("old") != nil)
      let new = try await client.post(PostRequest("new") { $0.replacing = old })
      #expect(try await client.outcome(of: old) == .replaced)
      #expect(try await client.list().map(\.id) == [new])
    }
  }

  @Test func anUnknownPriorityIsTakenAndTold() async throws {
    try await withHost { fixture in
      let body: [Value] = [.string("x"), .string(""), .options(["priority": .string("urgent")])]
      let reply = try await fixture.connection.call(
        .call("Post", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface, body),
        timeout: .seconds(20))
      #expect(reply.body == [.uint32(1)])
      #expect(fixture.deeds.elements == [#"priority "urgent" is unknown and counts as normal"#])
    }
  }

  @Test func aQuestionIsBoundedByTheConfiguration() async throws {
    var settings = ControlHost.Settings()
    settings.answerTimeout = .milliseconds(100)
    try await withHost(settings: settings) { fixture in
      let client = try await fixture.client()
      let id = try await client.post(PostRequest(try question()))
      #expect(try await client.outcome(of: id) == .timedOut)
    }
  }

  @Test func aQuestionIsUnboundedIfItsCallerSaysSo() async throws {
    var settings = ControlHost.Settings()
    settings.answerTimeout = .milliseconds(100)
    try await withHost(settings: settings) { fixture in
      let client = try await fixture.client()
      var request = PostRequest(try question())
      request.isUnlimited = true
      let unlimited = try await client.post(request)
      let bounded = try await client.post(PostRequest(try question()))
      #expect(try await client.outcome(of: bounded) == .timedOut)
      #expect(try await client.list().map(\.id) == [unlimited])
    }
  }

  @Test func theRulesAmendWhatIsPosted() async throws {
    var settings = ControlHost.Settings()
    settings.amend = { $0.priority = .critical }
    try await withHost(settings: settings) { fixture in
      let client = try await fixture.client()
      _ = try await client.post("x")
      #expect(try await client.list().map(\.priority) == [.critical])
    }
  }
}
