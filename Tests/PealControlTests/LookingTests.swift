import DBus
import Peal
import PealControl
import PealTestKit
import TestBus
import Testing

/// What a client sees: lists, history, properties, changes, and a host that is asked for oddities.
struct LookingTests {
  @Test func listsGoByTheirQuery() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      for (app, tag) in [("a", "x"), ("a", "y"), ("b", "x")] {
        var alert = Alert("\(app)\(tag)", appName: app)
        alert.tag = tag
        _ = try client.post(PostRequest(alert))
      }
      func summaries(_ change: (inout Query) -> Void) throws -> [String] {
        var query = Query()
        change(&query)
        return try client.list(query).map(\.summary)
      }
      #expect(try summaries { _ in } == ["ax", "ay", "bx"])
      #expect(try summaries { $0.appName = "a" } == ["ax", "ay"])
      #expect(try summaries { $0.tag = "x" } == ["ax", "bx"])
      #expect(try summaries { $0.id = AlertID(rawValue: 2) } == ["ay"])
      #expect(try summaries { $0.limit = 1 } == ["ax"])
      #expect(try summaries { $0.after = AlertID(rawValue: 2) } == ["bx"])
    }
  }

  @Test func historyGoesByItsQueryAndKeepsTheLatest() async throws {
    var settings = ControlHost.Settings()
    settings.history = 3
    try await withHost(settings: settings) { fixture in
      let client = try fixture.client()
      for number in 1...5 {
        let id = try client.post(PostRequest("\(number)"))
        #expect(try client.withdraw(id))
      }
      #expect(try client.history().map(\.summary) == ["3", "4", "5"])
      var query = Query()
      query.limit = 2
      #expect(try client.history(query).map(\.summary) == ["4", "5"])
      query.since = WallTime(milliseconds: HostFixture.time.milliseconds + 1)
      #expect(try client.history(query).isEmpty)
    }
  }

  @Test func thePropertiesSayHowThingsStand() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      for summary in ["a", "b", "c"] { _ = try client.post(PostRequest(summary)) }
      #expect(await fixture.presenter.popup("a") != nil)
      var status = try client.status()
      while status.server == "" { status = try client.status() }
      #expect(status.version == "1.2.3")
      #expect(status.waiting == 2)
      #expect(status.shown == 1)
      #expect(status.isPaused == false)
      #expect(status.server == "in memory")
    }
  }

  @Test func whoWatchesIsToldEveryStage() async throws {
    try await withHost { fixture in
      let watcher = try fixture.client()
      try watcher.startWatching()
      let client = try fixture.client()
      let id = try client.post(PostRequest("a"))
      #expect(await fixture.presenter.popup("a") != nil)
      var stages: [String] = []
      while stages.last != "ended" {
        let event = try #require(try watcher.nextEvent(within: .seconds(10)))
        guard case .changed(let report) = event else { continue }
        #expect(report.id == id)
        stages.append(report.stage)
        if report.stage == "shown" { #expect(try client.withdraw(id)) }
      }
      #expect(stages == ["waiting", "presenting", "shown", "ended"])
    }
  }

  @Test func whoWatchesIsToldTheCounts() async throws {
    try await withHost(isAvailable: false) { fixture in
      let watcher = try fixture.client()
      try watcher.startWatching()
      _ = try fixture.client().post(PostRequest("a"))
      var change = StatusChange([:])
      while change.waiting != 1 {
        let event = try #require(try watcher.nextEvent(within: .seconds(10)))
        if case .status(let news) = event { change = news }
      }
      #expect(change.server == nil || change.server == "")
    }
  }

  @Test func whoWatchesIsToldThatTheDaemonLeaves() async throws {
    try await withHost { fixture in
      let watcher = try fixture.client()
      try watcher.startWatching()
      #expect(try watcher.daemonIsThere())
      try await fixture.connection.releaseName(Alerts1.name)
      #expect(try watcher.nextEvent(within: .seconds(10)) == .daemon(isThere: false))
      #expect(refusal { () throws(ControlError) in try watcher.list() } == .noDaemon)
      #expect(refusal { () throws(ControlError) in try watcher.startDaemon() } == .noDaemon)
    }
  }

  @Test func aStrangersSignalIsNotTheDaemons() async throws {
    try await withHost { fixture in
      let watcher = try fixture.client()
      try watcher.startWatching()
      let stranger = try fixture.client()
      let report = try ReportTests.report()
      var forged = Message.signal(
        Alerts1.changed, from: Alerts1.path, interface: Alerts1.interface,
        [.uint32(7), .string("held"), report.value])
      forged.destination = watcher.bus.uniqueName
      try stranger.bus.send(forged)
      _ = try stranger.post(PostRequest("true"))
      let event = try #require(try watcher.nextEvent(within: .seconds(10)))
      guard case .changed(let first) = event else { return }
      #expect(first.summary == "true")
    }
  }

  @Test func theHostHasOthersDoTheirDuties() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      #expect(try client.reload() == ["peal.conf:1: wrong"])
      #expect(try client.describe()["bus"] == .string("here"))
      #expect(try client.describe()["Version"] == .string("1.2.3"))
      try client.stop()
      #expect(await fixture.deeds.first { $0 == "stop" } != nil)
    }
  }

  @Test func aHostThatStopsTellsWhoWaits() async throws {
    try await withHost { fixture in
      let client = try fixture.client()
      let id = try client.post(PostRequest("a"))
      let pending = try client.startWaiting(for: id)
      _ = try client.list()
      await fixture.host.shutdown()
      let report = try client.ending(pending, within: .seconds(10))
      #expect(report?.ending?.outcome == .shutdown)
      #expect(fixture.presenter.popups.isEmpty)
      let error = refusal { () throws(ControlError) in try client.post(PostRequest("b")) }
      #expect(error?.exitStatus == 75)
    }
  }

  @Test func withoutAServerARequiredOneIsRefused() async throws {
    var settings = ControlHost.Settings()
    settings.serverPatience = .milliseconds(100)
    try await withHost(isAvailable: false, settings: settings) { fixture in
      let client = try fixture.client()
      let request = PostRequest("now") { $0.requiresServer = true }
      let error = refusal { () throws(ControlError) in try client.post(request) }
      #expect(error?.exitStatus == 69)
      #expect(fixture.deeds.elements == ["summon"])
      #expect(try client.list().isEmpty)
    }
  }

  @Test func aRequiredServerMayBeOnItsWay() async throws {
    try await withHost(isAvailable: false, comesWhenSummoned: true) { fixture in
      let id = try fixture.client().post(PostRequest("now") { $0.requiresServer = true })
      #expect(id.rawValue == 1)
    }
  }

  @Test func argumentsOfOtherTypesAreRefused() async throws {
    try await withHost { fixture in
      await #expect(throws: DBusError.self) {
        try await fixture.connection.call(
          .call(
            "Withdraw", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface,
            [.string("1")]), timeout: .seconds(10))
      }
    }
  }
}
