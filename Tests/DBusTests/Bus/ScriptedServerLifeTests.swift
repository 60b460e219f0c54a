import DBus
import TestBus
import Testing

/// The scripted server's life, its audience, and whom it is to resemble.
struct ScriptedServerLifeTests {
  @Test func signalsGoToTheCallerAloneOrTwice() async throws {
    try await withServer(.with { $0.audience = .caller }) { server, client in
      let other = try await NotificationClient.join(client.bus)
      try await server.close(try await client.notify("1"))
      #expect(try await client.signal() == "NotificationClosed 1 2")
      try await other.settle()
      #expect(other.signals.drain() == [])
    }
    try await withServer(.with { $0.audience = .callerAndEverybody }) { server, client in
      let other = try await NotificationClient.join(client.bus)
      try await server.close(try await client.notify("1"))
      for _ in 0..<2 { #expect(try await client.signal() == "NotificationClosed 1 2") }
      #expect(try await other.signal() == "NotificationClosed 1 2")
      #expect(Set(client.senders.all).count == 2)
    }
  }

  @Test func closeNotificationTakesDownOrIsIgnoredOrNeverAnswered() async throws {
    try await withServer { server, client in
      try await client.close(try await client.notify("1"))
      #expect(try await client.signal() == "NotificationClosed 1 3")
      try await client.close(77)
      await server.change { $0.unknownClose = .reported(reason: 3) }
      try await client.close(78)
      #expect(client.signals.drain() == ["NotificationClosed 78 3"])
      await server.change { $0.unknownClose = .error("org.example.InvalidId") }
      await #expect(throws: DBusError.self) { try await client.close(79) }
      await server.change { $0.ignoresClose = true }
      try await client.close(try await client.notify("2"))
      #expect(server.popups.value.count == 1)
      await server.change { $0.closeReply = .never }
      await #expect(throws: DBusError.timedOut) { try await client.close(2, .milliseconds(10)) }
      #expect(server.closeRequests.all == [1, 77, 78, 79, 2, 2])
    }
  }

  @Test func deathTakesEverythingAndANewLifeCountsAnew() async throws {
    try await withServer { server, client in
      let before = await server.uniqueName
      _ = try await client.notify("1")
      await server.die()
      #expect(server.popups.value.isEmpty)
      let error = await #expect(throws: DBusError.self) { try await client.notify("2") }
      #expect(error.map(isNoOwner) == true)
      try await server.restart()
      #expect(await server.uniqueName != before)
      #expect(try await client.notify("3") == 1)
    }
  }

  @Test func textTokenTrayQuietAndOrphans() async throws {
    try await withServer(
      .with {
        $0.activationToken = "token"
        $0.hasTray = true
        $0.dropsOrphans = true
      }
    ) { server, client in
      let id = try await client.notify("1")
      try await server.expire(id)
      #expect(server.popups.value.map(\.place) == [.tray])
      try await server.press(id, "k")
      #expect(try await client.signal() == "ActivationToken 1 token")
      #expect(try await client.signal() == "ActionInvoked 1 k")
      let second = try await client.notify("2")
      try await server.reply(second, "an answer")
      #expect(try await client.signals.next("reply") { $0.hasSuffix("answer") } != "")
      await server.change { $0.isQuiet = true }
      _ = try await client.notify("3")
      #expect(server.popups.value.map(\.place) == [.nowhere])
      await client.leave()
      try await server.popups.until("no popup") { $0.isEmpty }
    }
  }

  @Test func aStrangersSignalsHaveItsOwnName() async throws {
    try await withServer { server, client in
      let stranger = try await Stranger.join(client.bus)
      try await stranger.claimPress(1, "k", to: client.name)
      try await stranger.claimClosed(1)
      #expect(try await client.signal() == "ActionInvoked 1 k")
      #expect(try await client.signal() == "NotificationClosed 1 2")
      #expect(Set(client.senders.all) == [stranger.connection.uniqueName])
      for (member, body) in Stranger.oddSignals(around: 1) { try await stranger.emit(member, body) }
    }
  }

  @Test(arguments: Behaviour.realServers)
  func aRealServersDoubleSaysWhoItIs(_ behaviour: Behaviour) async throws {
    try await withServer(behaviour) { server, client in
      let facts = try await client.ask("GetServerInformation")
      let expected = [behaviour.name, behaviour.vendor, behaviour.version, "1.2"]
      #expect(facts == expected.map(Value.string))
      let capabilities = try await client.ask("GetCapabilities")
      #expect(capabilities == [.strings(behaviour.capabilities)])
      let id = try await client.notify("s", actions: ["k", "K"])
      try await server.press(id, labelled: "K")
      #expect(try await client.signal() == "ActionInvoked 1 k")
    }
  }

  @Test func aServerThatIsNotAskedInTimeOrRefusesSaysNothingOfItself() async throws {
    try await withServer(.with { $0.information = .error("org.example.No", times: 1) }) {
      server, client in
      await #expect(throws: DBusError.self) { try await client.ask("GetCapabilities") }
      let capabilities = try await client.ask("GetCapabilities")
      #expect(capabilities == [.strings(Behaviour().capabilities)])
      await server.change { $0.information = .never }
      await #expect(throws: DBusError.timedOut) {
        try await client.ask("GetCapabilities", .milliseconds(10))
      }
      let asked = server.events.all.map(\.event)
      #expect(asked == Array(repeating: .asked("GetCapabilities"), count: 3))
    }
  }

  @Test func theInhibitedPropertyIsReadAndItsChangeSaid() async throws {
    try await withServer(.with { $0.isInhibited = false }) { server, client in
      #expect(try await client.inhibited() == .variant(.boolean(false)))
      try await server.setInhibited(true)
      #expect(try await client.inhibited() == .variant(.boolean(true)))
    }
  }

  private func isNoOwner(_ error: DBusError) -> Bool {
    if case .remote(.nameHasNoOwner, _) = error { true } else { false }
  }
}

/// Runs a test with a scripted server and a client on a bus of their own.
func withServer(
  _ behaviour: Behaviour = Behaviour(),
  _ body: (ScriptedServer, NotificationClient) async throws -> Void
) async throws {
  try await withBus { bus in
    let server = try await ScriptedServer.start(on: bus, behaviour)
    try await body(server, try await NotificationClient.join(bus))
  }
}
