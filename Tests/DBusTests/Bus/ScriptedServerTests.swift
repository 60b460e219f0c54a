import DBus
import TestBus
import Testing

/// The scripted notification server, seen from a client.
struct ScriptedServerTests {
  @Test func notifyIsRecordedWithAllEightArguments() async throws {
    try await withServer { server, client in
      let id = try await client.notify(
        "s", "b", replaces: 0, actions: ["a", "A", "b", "B"], hints: ["urgency": .byte(2)],
        expiry: 123_456)
      let seen = try await server.notifications.next()
      #expect(id == 1)
      #expect(seen.id == 1)
      #expect(seen.appName == "test" && seen.appIcon == "icon" && seen.replacesID == 0)
      #expect(seen.summary == "s" && seen.body == "b" && seen.expireTimeout == 123_456)
      #expect(seen.keys == ["a", "b"] && seen.labels == ["A", "B"] && seen.isCritical)
      #expect(seen.sender == client.name)
      #expect(server.popups.value.map(\.id) == [1])
    }
  }

  @Test func aPressIsAnActionThenAClose() async throws {
    try await withServer { server, client in
      let id = try await client.notify("s", actions: ["0", "Yes"])
      try await server.press(id, labelled: "Yes")
      #expect(try await client.signal() == "ActionInvoked 1 0")
      #expect(try await client.signal() == "NotificationClosed 1 2")
      #expect(server.popups.value.isEmpty)
      await #expect(throws: ScriptedServer.NotUp.self) { try await server.press(id) }
    }
  }

  @Test(arguments: [
    (Behaviour.AfterAction.closes(reason: 3), ["ActionInvoked 1 k", "NotificationClosed 1 3"]),
    (.closesFirst(reason: 2), ["NotificationClosed 1 2", "ActionInvoked 1 k"]),
    (.vanishes, ["ActionInvoked 1 k"]), (.nothing, ["ActionInvoked 1 k"]),
  ])
  func whatFollowsAnAction(_ after: Behaviour.AfterAction, _ signals: [String]) async throws {
    try await withServer(.with { $0.afterAction = after }) { server, client in
      let id = try await client.notify("s")
      try await server.press(id, "k")
      try await client.settle()
      #expect(client.signals.drain() == signals)
      #expect(server.popups.value.isEmpty == (after != .nothing))
    }
  }

  @Test func closingsAreReportedAsTold() async throws {
    try await withServer(.with { $0.reports = .allButExpiry }) { server, client in
      let first = try await client.notify("1")
      let second = try await client.notify("2")
      try await server.expire(first)
      try await server.close(second)
      try await client.settle()
      #expect(client.signals.drain() == ["NotificationClosed 2 2"])
      await server.change { $0.reports = .none }
      try await server.close(try await client.notify("3"))
      try await client.settle()
      #expect(client.signals.drain() == [])
    }
  }

  @Test func expiryIsObeyedOrNot() async throws {
    try await withServer { server, client in
      _ = try await client.notify("s", expiry: 1)
      #expect(try await client.signal() == "NotificationClosed 1 1")
      await server.change { $0.expiry = .ignoredForCritical }
      _ = try await client.notify("s", hints: ["urgency": .byte(2)], expiry: 1)
      _ = try await client.notify("s", expiry: 1)
      #expect(try await client.signal() == "NotificationClosed 3 1")
      await server.change { $0.expiry = .fixed(.milliseconds(1)) }
      _ = try await client.notify("s", expiry: 0)
      #expect(try await client.signal() == "NotificationClosed 4 1")
    }
  }

  @Test func repliesComeWhenTold() async throws {
    try await withServer(.with { $0.reply = .whenTold }) { server, client in
      async let id = client.notify("s")
      _ = try await server.notifications.next()
      try await server.press(1, "early")
      #expect(try await client.signal() == "ActionInvoked 1 early")
      await server.releaseReplies()
      #expect(try await id == 1)
    }
  }

  @Test func errorsComeAsOftenAsTold() async throws {
    let name: ErrorName = "org.example.Busy"
    try await withServer(.with { $0.reply = .error(name, times: 2) }) { server, client in
      for _ in 0..<2 {
        let error = await #expect(throws: DBusError.self) { try await client.notify("s") }
        #expect(error == .remote(name: name, text: "as the test wants it"))
      }
      let id = try await client.notify("s")
      #expect(id == 1)
      #expect(server.notifications.all.map(\.id) == [nil, nil, 1])
    }
  }

  @Test func idsFollowThePolicy() async throws {
    try await withServer(.with { $0.firstID = .max }) { server, client in
      #expect(try await client.notify("1") == .max)
      #expect(try await client.notify("2") == 1)
      #expect(try await client.notify("2b", replaces: 1) == 1)
      #expect(try await client.notify("3", replaces: 77) == 2)
      await server.change { $0.unknownReplacesID = .adopted }
      #expect(try await client.notify("4", replaces: 77) == 77)
      await server.change {
        $0.firstID = 1
        $0.reusesIDs = true
      }
      try await server.close(1)
      #expect(try await client.notify("5") == 1)
      await server.change { $0.answersZero = true }
      #expect(try await client.notify("6") == 0)
    }
  }

  @Test func equalTextIsMergedDroppedOrRefused() async throws {
    try await withServer(.with { $0.equalText = .merged }) { server, client in
      _ = try await client.notify("same")
      #expect(try await client.notify("same") == 2)
      #expect(client.signals.drain() == ["NotificationClosed 1 1"])
      await server.change { $0.equalText = .dropped }
      #expect(try await client.notify("same") == 3)
      #expect(server.popups.value.map(\.place) == [.screen, .nowhere])
      await server.change { $0.equalText = .refused }
      await #expect(throws: DBusError.self) { try await client.notify("same") }
    }
  }

  @Test func aStackTagClosesTheOldOneBeforeTheReply() async throws {
    try await withServer(.with { $0.stacksByTag = true }) { server, client in
      _ = try await client.notify("1", hints: ["x-dunst-stack-tag": .string("t")])
      #expect(try await client.notify("2", hints: ["x-dunst-stack-tag": .string("t")]) == 2)
      #expect(client.signals.drain() == ["NotificationClosed 1 1"])
      #expect(await server.mostOnScreen == 1)
    }
  }

  @Test func tooManyAreRefused() async throws {
    try await withServer(.with { $0.limit = 1 }) { server, client in
      let id = try await client.notify("1")
      await #expect(throws: DBusError.self) { try await client.notify("2") }
      #expect(try await client.notify("1b", replaces: id) == id)
      #expect(server.popups.value.map(\.notification.summary) == ["1b"])
    }
  }

  @Test func earlySignalsPrecedeTheReply() async throws {
    try await withServer(
      .with {
        $0.beforeReply = [.action("k"), .closed(reason: 1)]
        $0.copies = 2
      }
    ) { _, client in
      let id = try await client.notify("1")
      #expect(id == 1)
      let closed = "NotificationClosed 1 1"
      let expected = ["ActionInvoked 1 k", "ActionInvoked 1 k", closed, closed]
      #expect(client.signals.drain() == expected)
    }
  }
}
