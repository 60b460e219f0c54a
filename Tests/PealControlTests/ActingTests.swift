import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// The verbs that act on one alert, or on many, over a real bus.
struct ActingTests {
  private static let nobody = AlertID(rawValue: 99)

  /// Posts alerts of which the first is on screen and the others wait.
  private func post(
    _ summaries: [String], to fixture: HostFixture, _ client: TestClient
  ) async throws -> [AlertID] {
    var ids: [AlertID] = []
    for summary in summaries { ids.append(try await client.post(summary)) }
    #expect(await fixture.presenter.popup(summaries[0]) != nil)
    return ids
  }

  @Test func withdrawingEndsAnAlert() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let ids = try await post(["a", "b"], to: fixture, client)
      #expect(try await client.withdraw(ids[1]))
      #expect(try await client.withdraw(ids[1]) == false)
      #expect(try await client.withdrawTop() == ids[0])
      #expect(try await client.history().map(\.ending?.outcome) == [.withdrawn, .withdrawn])
    }
  }

  @Test func thereIsNoTopWhereNothingIsShown() async throws {
    try await withHost { fixture in
      let top = try await fixture.client().withdrawTop()
      #expect(top == nil)
    }
  }

  @Test func actingOnNobodySaysSo() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      #expect(try await client.withdraw(Self.nobody) == false)
      #expect(try await client.update(Self.nobody, AlertChange(summary: "x")) == false)
      #expect(try await client.activate(Self.nobody) == false)
      #expect(try await client.snooze(Self.nobody, for: .seconds(1)) == false)
      #expect(try await client.answer(Self.nobody, key: "yes") == false)
    }
  }

  @Test func answeringIsAPress() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      var question = Alert("Deploy?")
      question.actions = [try Action("yes", "Yes"), try Action("no", "No")]
      let id = try await client.post(PostRequest(question))
      #expect(await fixture.presenter.popup("Deploy?") != nil)
      let error = await client.refusal { client throws(ControlError) in
        try client.answer(id, key: "maybe")
      }
      #expect(
        error == .refused(.invalidArgs, #"alert 1 has no such action: there are "yes", "no""#))
      #expect(try await client.answer(id, key: "no"))
      #expect(try await client.history().map(\.ending?.outcome) == [.action(key: "no")])
    }
  }

  @Test func anUpdateChangesWhatIsShown() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await post(["a"], to: fixture, client)[0]
      #expect(try await client.update(id, AlertChange(summary: "", body: "one\ntwo")))
      let report = try #require(try await client.list().first)
      #expect((report.summary, report.body) == ("one", "two"))
      let error = await client.refusal { client throws(ControlError) in
        try client.update(id, AlertChange(summary: "", body: " "))
      }
      #expect(error == .refused(.invalidArgs, "an alert needs a summary or a body"))
    }
  }

  @Test func aManualAlertComesWhenItIsActivated() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await client.post(PostRequest("later") { $0.alert.arrival = .manual })
      // Until the presenter has been heard of, it is held for want of one as well.
      #expect(try await client.list().map { $0.reasons.contains("manual") } == [true])
      #expect(try await client.activate(id))
      #expect(await fixture.presenter.popup("later") != nil)
      let error = await client.refusal { client throws(ControlError) in
        try client.activate(id)
      }
      #expect(error?.exitStatus == 64)
    }
  }

  @Test func aSnoozedAlertIsHeld() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await post(["a"], to: fixture, client)[0]
      #expect(try await client.snooze(id, for: .seconds(60)))
      let report = try #require(try await client.list().first)
      #expect((report.stage, report.reasons) == ("held", ["snoozed"]))
      let error = await client.refusal { client throws(ControlError) in
        try client.snooze(id, for: .zero)
      }
      #expect(error?.exitStatus == 64)
    }
  }

  @Test func clearEndsWhatWaits() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let ids = try await post(["a", "b", "c"], to: fixture, client)
      #expect(try await client.clear() == 2)
      #expect(try await client.list().map(\.id) == [ids[0]])
      #expect(try await client.clear { $0.includesShown = true } == 1)
      #expect(try await client.history().map(\.ending?.outcome) == [.cleared, .cleared, .cleared])
    }
  }

  @Test func aQueryThatMakesNoSenseIsRefused() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let error = await client.refusal { client throws(ControlError) in
        try client.clear(Query { $0.limit = 1 })
      }
      #expect(error?.exitStatus == 64)
    }
  }
}
