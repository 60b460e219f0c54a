import DBus
import Peal
import PealControl
import TestBus
import Testing

/// A session bus passes on replies that nobody asked for: nobody but the daemon may answer for it.
struct ForgedReplyTests {
  @Test func aStrangersReplyToWaitAnswersNoQuestion() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await client.post("Deploy?")
      let pending = try await client.startWaiting(for: id)
      let stranger = try await Peer.join(fixture.bus)
      var lie = AlertReport(id: id, stage: "ended", summary: "Deploy?", posted: HostFixture.time)
      lie.ending = .init(.action(key: "yes"), ended: HostFixture.time)
      for serial in UInt32(1)..<100 {
        try stranger.connection.send(
          Message(.reply(to: serial), to: await client.name, body: [lie.value]))
      }
      try await stranger.settle()
      let other = try await fixture.client()
      _ = try await other.run { other throws(ControlError) in try other.withdraw(id) }
      let report = try await client.run { client throws(ControlError) in
        try client.ending(pending, within: .defaultLimit)
      }
      #expect(report?.ending?.outcome == .withdrawn)
    }
  }
}
