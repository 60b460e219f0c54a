import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// What a client sees: lists, history, properties, changes.
struct LookingTests {
  @Test func listsGoByTheirQuery() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      for (app, tag) in [("a", "x"), ("a", "y"), ("b", "x")] {
        var alert = Alert("\(app)\(tag)", appName: app)
        alert.tag = tag
        _ = try await client.post(PostRequest(alert))
      }
      let second = AlertID(rawValue: 2)
      #expect(try await client.list().map(\.summary) == ["ax", "ay", "bx"])
      #expect(try await client.list { $0.appName = "a" }.map(\.summary) == ["ax", "ay"])
      #expect(try await client.list { $0.tag = "x" }.map(\.summary) == ["ax", "bx"])
      #expect(try await client.list { $0.id = second }.map(\.summary) == ["ay"])
      #expect(try await client.list { $0.limit = 1 }.map(\.summary) == ["ax"])
      #expect(try await client.list { $0.after = second }.map(\.summary) == ["bx"])
    }
  }

  @Test func thePropertiesAreReadOnceItIsKnownWhatIsKept() async throws {
    try await withHost { fixture in
      fixture.host.awaitOpening()
      let peer = try await Peer.join(fixture.bus)
      let replies = Recording<Message?>()
      let name = Value.string(Alerts1.interface.text)
      let reads: [(MemberName, [Value])] = [
        ("GetAll", [name]), ("Get", [name, .string("Paused")]),
      ]
      for (member, body) in reads {
        let call = Message.call(
          member, on: Alerts1.path, of: Alerts1.name, interface: .properties, body)
        peer.connection.call(call, timeout: .defaultLimit) { replies.append(try? $0.get()) }
      }
      // Replies come in the order of the calls, but for those that wait.
      let ping = Message.call("Ping", on: Alerts1.path, of: Alerts1.name, interface: .peer)
      _ = try await peer.connection.call(ping, timeout: .defaultLimit)
      #expect(replies.elements.isEmpty)
      try fixture.host.center.pause("p")
      fixture.host.openWithoutArchive()
      _ = try #require(await replies.first(from: 1))
      #expect(replies.elements[0]?.body.first?.options?["Paused"] == .boolean(true))
      #expect(replies.elements[1]?.body == [.variant(.boolean(true))])
    }
  }

  @Test func historyGoesByItsQueryAndKeepsTheLatest() async throws {
    var settings = ControlHost.Settings()
    settings.history = 3
    try await withHost(settings: settings) { fixture in
      let client = try await fixture.client()
      for number in 1...5 {
        let id = try await client.post("\(number)")
        #expect(try await client.withdraw(id))
      }
      let later = WallTime(milliseconds: HostFixture.time.milliseconds + 1)
      #expect(try await client.history().map(\.summary) == ["3", "4", "5"])
      #expect(try await client.history { $0.limit = 2 }.map(\.summary) == ["4", "5"])
      #expect(try await client.history { $0.since = HostFixture.time }.count == 3)
      #expect(try await client.history { $0.since = later }.isEmpty)
    }
  }

  @Test func aLongHistoryForgetsTheOldestFirst() async throws {
    var settings = ControlHost.Settings()
    settings.history = 10
    try await withHost(settings: settings) { fixture in
      let client = try await fixture.client()
      for _ in 1...200 { _ = try await client.withdraw(try await client.post("x")) }
      #expect(try await client.history().map(\.id.rawValue) == Array(191...200))
      #expect(try await client.outcome(of: AlertID(rawValue: 195)) == .withdrawn)
    }
  }

  @Test func aListThatIsTooLargeForOneReplyIsCutShort() async throws {
    try await withHost(isAvailable: false) { fixture in
      let client = try await fixture.client()
      let body = String(repeating: "ä", count: Limits.text / 2)
      for number in 1...40 {
        _ = try await client.post(PostRequest("\(number)") { $0.alert.body = body })
      }
      let reports = try await client.list()
      #expect(reports.count == 40)
      #expect(reports.first?.body == body)
      #expect(reports.last?.body == String(body.prefix(Limits.summary / 2)) + "…")
    }
  }

  @Test func aSignalHoldsNoMoreTextThanIsShown() async throws {
    try await withHost(isAvailable: false) { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      let body = String(repeating: "x", count: Limits.text)
      _ = try await fixture.client().post(PostRequest("long") { $0.alert.body = body })
      guard case .changed(let report) = try #require(try await watcher.nextEvent()) else { return }
      #expect(report.body == String(body.prefix(Limits.body)) + "…")
    }
  }

  @Test func thePropertiesSayHowThingsStand() async throws {
    try await withHost { fixture in
      let client = try await fixture.client()
      for summary in ["a", "b", "c"] { _ = try await client.post(summary) }
      #expect(await fixture.presenter.popup("a") != nil)
      let status = try await client.status()
      #expect(status.version == "1.2.3")
      #expect(status.waiting == 2)
      #expect(status.shown == 1)
      #expect(status.isPaused == false)
      #expect(status.server == "in memory")
    }
  }

  @Test func whoWatchesIsToldEveryStage() async throws {
    try await withHost { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      let client = try await fixture.client()
      let id = try await client.post("a")
      var stages: [String] = []
      while stages.last != "ended" {
        guard case .changed(let report) = try #require(try await watcher.nextEvent()) else {
          continue
        }
        #expect(report.id == id)
        stages.append(report.stage)
        if report.stage == "shown" { #expect(try await client.withdraw(id)) }
      }
      #expect(stages == ["waiting", "presenting", "shown", "ended"])
    }
  }

  @Test func whoWatchesAFloodIsToldOfEveryAlert() async throws {
    try await withHost(.closing(.dismissed)) { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      let requests = (1...300).map { PostRequest("\($0)") }
      _ = try await fixture.client().run { client throws(ControlError) in
        try client.postMany(requests)
      }
      var ended: [UInt32] = []
      while ended.count < requests.count {
        guard case .changed(let report) = try #require(try await watcher.nextEvent()) else {
          continue
        }
        if report.stage == "ended" { ended.append(report.id.rawValue) }
      }
      #expect(ended == Array(1...300))
    }
  }

  @Test func whoWatchesIsToldTheCounts() async throws {
    try await withHost(isAvailable: false) { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      _ = try await fixture.client().post("a")
      var change = StatusChange([:])
      while change.waiting != 1 {
        let event = try #require(try await watcher.nextEvent())
        if case .status(let news) = event { change = news }
      }
      #expect(change.server == nil || change.server == "")
    }
  }

  @Test func whoWatchesIsToldThatTheDaemonLeaves() async throws {
    try await withHost { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      try await fixture.connection.releaseName(Alerts1.name)
      while try await watcher.nextEvent() != .daemon(isThere: false) {}
      let list = await watcher.refusal { client throws(ControlError) in try client.list() }
      #expect(list == .noDaemon)
      let start = await watcher.refusal { client throws(ControlError) in
        try client.startDaemon()
      }
      #expect(start == .noDaemon)
    }
  }

  @Test func aStrangersSignalIsNotTheDaemons() async throws {
    try await withHost { fixture in
      let watcher = try await fixture.client()
      try await watcher.startWatching()
      let name = await watcher.name
      let report = try ReportTests.report()
      var forged = Message.signal(
        Alerts1.changed, from: Alerts1.path, interface: Alerts1.interface,
        [.uint32(7), .string("held"), report.value])
      forged.destination = name
      let stranger = try await Peer.join(fixture.bus)
      try stranger.connection.send(forged)
      try await stranger.settle()
      _ = try await fixture.client().post("true")
      guard case .changed(let first) = try #require(try await watcher.nextEvent()) else { return }
      #expect(first.summary == "true")
    }
  }
}
