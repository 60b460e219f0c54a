import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// What belongs to a client goes with it, and nothing else (SEMANTICS R11, R16).
struct OwnershipTests {
  /// The next ending that a client learns of.
  private func ending(
    of id: AlertID, by client: ControlClient
  ) throws(ControlError) -> Outcome? {
    try client.ending(try client.startWaiting(for: id), within: .seconds(10))?.ending?.outcome
  }

  @Test func aQuestionIsAbandonedWhenItsClientLeaves() async throws {
    try await withHost { fixture in
      let other = try fixture.client()
      let id = try fixture.client().post(PostRequest("Well?") { $0.isWaiting = true })
      #expect(try ending(of: id, by: other) == .abandoned)
    }
  }

  @Test func aDetachedOneStays() async throws {
    try await withHost { fixture in
      let other = try fixture.client()
      let kept = try fixture.client().post(
        PostRequest("kept") {
          $0.isWaiting = true
          $0.isDetached = true
        })
      let sent = try fixture.client().post(PostRequest("sent"))
      let lost = try fixture.client().post(PostRequest("lost") { $0.isWaiting = true })
      #expect(try ending(of: lost, by: other) == .abandoned)
      #expect(try other.list().map(\.id) == [kept, sent])
    }
  }

  @Test func whoOnlyWaitsNeitherOwnsNorAbandons() async throws {
    try await withHost { fixture in
      let other = try fixture.client()
      let id = try other.post(PostRequest("sent"))
      do {
        let waiter = try fixture.client()
        _ = try waiter.startWaiting(for: id)
        _ = try waiter.list()
      }
      let mark = try fixture.client().post(PostRequest("mark") { $0.isWaiting = true })
      #expect(try ending(of: mark, by: other) == .abandoned)
      #expect(try other.list().map(\.id) == [id])
    }
  }

  @Test func aPauseWithoutANameGoesWithItsClient() async throws {
    try await withHost { fixture in
      let other = try fixture.client()
      do {
        let pausing = try fixture.client()
        #expect(try pausing.pause(PauseRequest()))
        #expect(try other.status().isPaused == true)
      }
      let id = try other.post(PostRequest("x"))
      #expect(await fixture.presenter.popup("x") != nil)
      #expect(try other.status().isPaused == false)
      #expect(try other.withdraw(id))
    }
  }

  @Test func aPauseWithANameStays() async throws {
    try await withHost { fixture in
      _ = try fixture.client().pause(PauseRequest(name: "peal"))
      let other = try fixture.client()
      let mark = try fixture.client().post(PostRequest("mark") { $0.isWaiting = true })
      #expect(try ending(of: mark, by: other) == .abandoned)
      #expect(try other.status().isPaused == true)
      #expect(try other.release("peal"))
      #expect(try other.release("peal") == false)
      #expect(try other.status().isPaused == false)
    }
  }

  @Test func nobodyNamesATokenLikeAClients() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      let error = refusal { () throws(ControlError) in
        try client.pause(PauseRequest(name: ":1.5"))
      }
      #expect(error?.exitStatus == 64)
    }
  }

  @Test func pauseTokensAreLimited() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      for number in 1...Limits.pauseTokens {
        _ = try client.pause(PauseRequest(name: "\(number)"))
      }
      let error = refusal { () throws(ControlError) in
        try client.pause(PauseRequest(name: "more"))
      }
      #expect(error?.refusal == .full)
      #expect(try client.pause(PauseRequest(name: "1")))
    }
  }

  @Test func theLossOfTheBusAbandonsNothingAtOnce() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      _ = try client.post(PostRequest("Well?") { $0.isWaiting = true })
      try await fixture.bus.kill()
      await fixture.connection.untilClosed()
      fixture.host.detach()
      try await fixture.bus.restart()
      let connection = try await Connection.open(
        BusAddress(fixture.bus.address), on: fixture.connection.loop)
      await fixture.host.attach(connection)
      #expect(try await connection.requestName(Alerts1.name) == .primaryOwner)
      #expect(try fixture.client().list().map(\.summary) == ["Well?"])
    }
  }
}
