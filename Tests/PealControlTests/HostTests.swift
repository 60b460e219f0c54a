import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// What the host has others do, how it stops, and what it does where there is no server.
struct HostTests {
  @Test func theHostHasOthersDoTheirDuties() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let faults = try await client.run { client throws(ControlError) in try client.reload() }
      #expect(faults == ["peal.conf:1: wrong"])
      let facts = try await client.run { client throws(ControlError) in try client.describe() }
      #expect(facts["bus"] == .string("here"))
      #expect(facts["Version"] == .string("1.2.3"))
      try await client.run { client throws(ControlError) in try client.stop() }
      #expect(await fixture.deeds.first { $0 == "stop" } != nil)
    }
  }

  @Test func aHostThatStopsTellsWhoWaits() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      let id = try await client.post("a")
      let pending = try await client.startWaiting(for: id)
      _ = try await client.list()
      await fixture.host.shutdown()
      #expect(try await client.ending(pending)?.ending?.outcome == .shutdown)
      #expect(fixture.presenter.popups.isEmpty)
      let error = await client.refusal { client throws(ControlError) in
        try client.post(PostRequest("b"))
      }
      #expect(error?.exitStatus == 75)
    }
  }

  @Test func withoutAServerARequiredOneIsRefused() async throws {
    var settings = ControlHost.Settings()
    settings.serverPatience = .milliseconds(100)
    try await withHost(isAvailable: false, settings: settings) { fixture in
      let client = try await fixture.client()
      let error = await client.refusal { client throws(ControlError) in
        try client.post(PostRequest("now") { $0.requiresServer = true })
      }
      #expect(error?.exitStatus == 69)
      #expect(fixture.deeds.elements == ["summon"])
      #expect(try await client.list().isEmpty)
    }
  }

  @Test func aRequiredServerMayBeOnItsWay() async throws {
    try await withHost(isAvailable: false, comesWhenSummoned: true) { fixture in
      let id = try await fixture.client().post(PostRequest("now") { $0.requiresServer = true })
      #expect(id.rawValue == 1)
    }
  }

  @Test func argumentsOfOtherTypesAreRefused() async throws {
    try await withHost { fixture in
      let call = Message.call(
        "Withdraw", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface,
        [.string("1")])
      await #expect(throws: DBusError.self) {
        try await fixture.connection.call(call, timeout: .seconds(20))
      }
    }
  }
}
