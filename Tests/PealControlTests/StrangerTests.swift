import DBus
import Peal
import PealControl
import PealTestKit
import Synchronization
import TestBus
import Testing

/// What programs may do that are not the person's own.
struct StrangerTests {
  /// Runs a test with clients that are known by these marks, in the order of their first calls.
  private func withClients(
    _ confinements: Confinement?...,
    run body: @Sendable (HostFixture, [TestClient]) async throws -> Void
  ) async throws {
    let rest = Mutex(confinements)
    let inspect: @Sendable (Message) -> Caller = { _ in
      Caller(Poster(pid: 1, executable: ""), rest.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }
    try await withHost(inspect: inspect) { fixture in
      var clients: [TestClient] = []
      for _ in confinements { clients.append(try await fixture.client()) }
      try await body(fixture, clients)
    }
  }

  private static let editor = Confinement.flatpak("org.example.Editor")

  @Test func aStrangersAlertIsItsOwnAndGoesByItsName() async throws {
    try await withClients(Self.editor, Self.editor, nil) { _, clients in
      let (stranger, sibling, person) = (clients[0], clients[1], clients[2])
      let request = PostRequest("saved") { $0.alert.appName = "backup" }
      let ids = [try await stranger.post(request), try await stranger.post(request)]
      #expect(try await sibling.withdraw(ids[1]))
      #expect(try await person.list().map(\.appName) == ["org.example.Editor"])
      #expect(try await stranger.withdraw(ids[0]))
      // The history knows it, and it is still its own.
      #expect(try await stranger.outcome(of: ids[0]) == .withdrawn)
    }
  }

  @Test(arguments: [
    Confinement.flatpak("other"), .snap("org.example.Editor"), .user(99), .unknown,
  ])
  func nobodyElsesAlertIsWaitedForWithdrawnOrReplaced(_ other: Confinement) async throws {
    try await withClients(Self.editor, nil, other) { _, clients in
      let ids = [try await clients[0].post("a"), try await clients[1].post("b")]
      for id in ids + [AlertID(rawValue: 99)] {
        let errors = [
          await clients[2].refusal { client throws(ControlError) in
            _ = try client.ending(try client.startWaiting(for: id), within: .seconds(20))
          },
          await clients[2].refusal { client throws(ControlError) in try client.withdraw(id) },
          await clients[2].refusal { client throws(ControlError) in
            try client.post(PostRequest("mine now") { $0.replacing = id })
          },
        ]
        #expect(errors.map { $0?.exitStatus } == [77, 77, 77])
      }
      #expect(try await clients[1].list().map(\.id) == ids)
    }
  }

  @Test func aTagIsNobodyElses() async throws {
    try await withClients(nil, Self.editor, .unknown) { _, clients in
      let request = PostRequest("tagged") { request in
        request.alert.appName = "backup"
        request.alert.tag = "t"
      }
      for client in clients.prefix(2) { _ = try await client.post(request) }
      let error = await clients[2].refusal { client throws(ControlError) in
        try client.post(request)
      }
      #expect(error?.refusal == .notPermitted)
      #expect(
        try await clients[0].list().map(\.appName) == ["backup", "org.example.Editor"])
    }
  }

  /// Calls a method that is about more than one's own alerts.
  private static func call(
    _ method: Alerts1.Method, _ client: ControlClient
  ) throws(ControlError) {
    let id = AlertID(rawValue: 1)
    switch method {
    case .post, .postMany, .wait, .withdraw: return
    case .update: _ = try client.update(id, AlertChange(summary: "x"))
    case .withdrawTop: _ = try client.withdrawTop()
    case .activate: _ = try client.activate(id)
    case .snooze: _ = try client.snooze(id, for: .seconds(1))
    case .answer: _ = try client.answer(id, key: "yes")
    case .clear: _ = try client.clear(Query())
    case .list: _ = try client.list()
    case .history: _ = try client.history()
    case .describe: _ = try client.describe()
    case .pause: _ = try client.pause(PauseRequest())
    case .release: _ = try client.release("peal")
    case .reload: _ = try client.reload()
    case .stop: try client.stop()
    }
  }

  @Test func allElseIsRefusedWithASentence() async throws {
    try await withClients(Self.editor) { fixture, clients in
      _ = try await clients[0].post("own")
      let own: Set<Alerts1.Method> = [.post, .postMany, .wait, .withdraw]
      for method in Set(Alerts1.Method.allCases).subtracting(own) {
        let error = await clients[0].refusal { client throws(ControlError) in
          try Self.call(method, client)
        }
        #expect(error?.exitStatus == 77, "\(method)")
        #expect(
          error?.description == "flatpak org.example.Editor may only post alerts, and wait for"
            + " and withdraw its own")
      }
      #expect(fixture.deeds.elements == [])
    }
  }

  @Test func oneThatIsNotKnownMayPost() async throws {
    try await withClients(.unknown, nil) { _, clients in
      let id = try await clients[0].post("hello")
      #expect(try await clients[1].list().map(\.id) == [id])
    }
  }
}
