import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// What belongs to a client goes with it, and nothing else (SEMANTICS R11, R16).
struct OwnershipTests {
  /// Returns once the host has noticed that every client which is gone by now is gone.
  private func settle(_ fixture: HostFixture, by client: TestClient) async throws {
    let mark = try await fixture.client().post(PostRequest("mark") { $0.isWaiting = true })
    #expect(try await client.outcome(of: mark) == .abandoned)
  }

  @Test func aQuestionIsAbandonedWhenItsClientLeaves() async throws {
    try await withHost { fixture in
      let other = try await fixture.client()
      let id = try await fixture.client().post(PostRequest("Well?") { $0.isWaiting = true })
      #expect(try await other.outcome(of: id) == .abandoned)
    }
  }

  @Test func aDetachedOneStays() async throws {
    try await withHost { fixture in
      let other = try await fixture.client()
      let detached = PostRequest("kept") { request in
        request.isWaiting = true
        request.isDetached = true
      }
      let kept = try await fixture.client().post(detached)
      let sent = try await fixture.client().post("sent")
      try await settle(fixture, by: other)
      #expect(try await other.list().map(\.id) == [kept, sent])
    }
  }

  @Test func whoOnlyWaitsNeitherOwnsNorAbandons() async throws {
    try await withHost { fixture in
      let other = try await fixture.client()
      let id = try await other.post("sent")
      do {
        let waiter = try await fixture.client()
        _ = try await waiter.startWaiting(for: id)
        _ = try await waiter.list()
      }
      try await settle(fixture, by: other)
      #expect(try await other.list().map(\.id) == [id])
    }
  }

  @Test func aPauseWithoutANameGoesWithItsClient() async throws {
    try await withHost { fixture in
      let other = try await fixture.client()
      do {
        let pausing = try await fixture.client()
        #expect(
          try await pausing.run { client throws(ControlError) in
            try client.pause(PauseRequest())
          })
        #expect(try await other.status().isPaused == true)
      }
      _ = try await other.post("x")
      #expect(await fixture.presenter.popup("x") != nil)
      #expect(try await other.status().isPaused == false)
    }
  }

  @Test func aPauseWithANameStays() async throws {
    try await withHost { fixture in
      let other = try await fixture.client()
      _ = try await fixture.client().run { client throws(ControlError) in
        try client.pause(PauseRequest(name: "peal"))
      }
      try await settle(fixture, by: other)
      #expect(try await other.status().isPaused == true)
      let released = try await other.run { client throws(ControlError) in
        [try client.release("peal"), try client.release("peal")]
      }
      #expect(released == [true, false])
      #expect(try await other.status().isPaused == false)
    }
  }

  @Test func nobodyNamesATokenLikeAClients() async throws {
    try await withHost { fixture in
      let error = try await fixture.client().refusal { client throws(ControlError) in
        try client.pause(PauseRequest(name: ":1.5"))
      }
      #expect(error?.exitStatus == 64)
    }
  }

  @Test func pauseTokensAreLimited() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let error = await client.refusal { client throws(ControlError) in
        for number in 0...Limits.pauseTokens {
          _ = try client.pause(PauseRequest(name: "\(number)"))
        }
      }
      #expect(error?.refusal == .full)
      let isRenewed = try await client.run { client throws(ControlError) in
        try client.pause(PauseRequest(name: "1"))
      }
      #expect(isRenewed)
    }
  }

  /// Takes the bus away from under a host, and gives it another one.
  private func changeBus(of fixture: HostFixture) async throws {
    try await fixture.bus.kill()
    await fixture.connection.untilClosed()
    fixture.host.detach()
    try await fixture.bus.restart()
    let connection = try await Connection.open(
      try fixture.bus.busAddress, on: fixture.connection.loop)
    await fixture.host.attach(connection)
    #expect(try await connection.requestName(Alerts1.name) == .primaryOwner)
  }

  @Test func theLossOfTheBusAbandonsWhatNobodyClaims() async throws {
    let time = ManualTime()
    try await withHost(time: time.source) { fixture in
      let kept = PostRequest("kept") { request in
        request.isWaiting = true
        request.token = "t"
      }
      let clients = [try await fixture.client(), try await fixture.client()]
      let ids = [
        try await clients[0].post(kept),
        try await clients[1].post(PostRequest("lost") { $0.isWaiting = true }),
      ]
      try await changeBus(of: fixture)
      let back = try await fixture.client()
      #expect(try await back.post(kept) == ids[0])
      #expect(try await back.list().map(\.id) == ids)
      time.advance(by: .seconds(10))
      #expect(try await back.outcome(of: ids[1]) == .abandoned)
      #expect(try await back.list().map(\.id) == [ids[0]])
    }
  }
}
