import DBus
import Foundation
import Glibc
import Peal
import PealControl
import TestBus
import Testing

/// `peald` from its start to its end, as a process.
struct DaemonTests {
  private func question() throws -> Alert {
    var alert = Alert("Deploy?", body: "to production", appName: "ci")
    alert.actions = [try Action("yes", "Yes"), try Action("no", "No")]
    alert.expiry = .never
    return alert
  }

  @Test func aQuestionGoesToTheScreenAndItsAnswerBack() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      let id = try await peer.post(question())
      let popup = try await server.notifications.next()
      #expect(popup.summary == "Deploy?")
      async let outcome = peer.outcome(of: id)
      try await server.press(try #require(popup.id), labelled: "No")
      #expect(try await outcome == .action(key: "no"))
      #expect(daemon.process.exit == nil)
    }
  }

  @Test func threeAlertsAreShownOneAtATime() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      for summary in ["A", "B", "C"] { _ = try await peer.post(Alert(summary)) }
      for summary in ["A", "B", "C"] {
        let popup = try await server.notifications.next()
        #expect(popup.summary == summary)
        try await server.close(try #require(popup.id))
      }
      #expect(await server.mostOnScreen == 1)
      #expect(daemon.process.exit == nil)
    }
  }

  @Test func aSecondDaemonLeavesAndSaysWhy() async throws {
    try await withBus { bus in
      let first = try await RunningDaemon.start(on: bus)
      let second = try await ChildProcess.run(Programs.peald, environment: bus.environment)
      #expect(second.exit == .status(0))
      #expect(
        second.errors == """
          <5>another daemon (process \(first.process.pid)) serves this bus already; \
          --replace takes its place

          """)
      #expect(first.process.exit == nil)
    }
  }

  @Test func replaceTakesTheOthersPlace() async throws {
    try await withBus { bus in
      let first = try await RunningDaemon.start(on: bus)
      let second = try await RunningDaemon.start(on: bus, "--replace")
      #expect(try await first.process.result().exit == .status(0))
      #expect(second.process.exit == nil)
      let peer = try await Peer.join(bus)
      #expect(try await peer.daemon(.list, [.options([:])]) == [.array(of: "a{sv}", [])])
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItInGoodOrder(signal: Int32) async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus, "--no-journal")
      let peer = try await Peer.join(bus)
      let ids = [try await peer.post(Alert("A")), try await peer.post(Alert("B"))]
      let popup = try await server.notifications.next()
      async let shown = peer.outcome(of: ids[0])
      async let waiting = peer.outcome(of: ids[1])
      // The daemon has both calls once it has answered a later one.
      _ = try await peer.daemon(.list, [.options([:])])
      daemon.process.signal(signal)
      #expect(try await shown == .shutdown)
      #expect(try await waiting == .shutdown)
      #expect(try await server.closeRequests.next() == popup.id)
      #expect(try await daemon.process.result().exit == .status(0))
    }
  }

  @Test func aServerThatDoesNotAnswerDoesNotKeepIt() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus, .with { $0.closeReply = .never })
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      _ = try await peer.post(Alert("A"))
      let popup = try await server.notifications.next()
      daemon.process.signal(SIGTERM)
      #expect(try await server.closeRequests.next() == popup.id)
      // It gives the server 0.7 s; the rest is for a busy machine.
      #expect(try await daemon.process.result(within: .seconds(5)).exit == .status(0))
    }
  }

  @Test func stopIsASignalByOtherMeans() async throws {
    try await withBus { bus in
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      #expect(try await peer.daemon(.stop) == [])
      #expect(try await daemon.process.result().exit == .status(0))
    }
  }

  @Test func whoAsksIsToldOfTheServerAndItsQuirks() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus, .mate)
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      _ = try await peer.post(Alert("A"))
      #expect(try await server.notifications.next().summary == "A")
      let facts = try #require(try await peer.daemon(.describe).first?.options)
      #expect(facts["pid"] == .uint32(UInt32(daemon.process.pid)))
      #expect(facts["bus"] == .string(bus.address))
      #expect(facts["server-vendor"] == .string("MATE"))
      #expect(facts["server-capabilities"]?.elements?.contains(.string("actions")) == true)
      #expect(facts["server-quirks"]?.elements?.allSatisfy { $0.string != nil } == true)
    }
  }

  @Test func withoutABusItSaysSoAndEnds() async throws {
    var environment = [String: String].minimal
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
    let result = try await ChildProcess.run(Programs.peald, environment: environment)
    #expect(result.exit == .status(69))
    #expect(result.errors.hasPrefix("<3>no bus at unix:path=/nonexistent/bus: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(.field(23)) func theQueueLivesThroughTheLossOfTheBus() async throws {
    try await withBus { bus in
      var server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus)
      var peer = try await Peer.join(bus)
      for summary in ["A", "B", "C"] { _ = try await peer.post(Alert(summary)) }
      _ = try await server.notifications.next()
      try await bus.kill()
      try await daemon.says("<4>the bus is gone; looking for it")
      try await bus.restart()
      try await daemon.says("<5>the bus is back")
      server = try await ScriptedServer.start(on: bus)
      peer = try await Peer.join(bus)
      for (number, summary) in zip([UInt32(1), 2, 3], ["A", "B", "C"]) {
        let popup = try await server.notifications.next()
        #expect(popup.summary == summary)
        try await server.close(try #require(popup.id))
        #expect(try await peer.outcome(of: AlertID(rawValue: number)) == .dismissed)
      }
    }
  }

  @Test func theBusStartsItAndItLeavesWhenThereIsNothingToDo() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let command = "\(Programs.peald) --idle-exit 200ms"
      try bus.addService(Alerts1.name.text, command: command)
      let peer = try await Peer.join(bus)
      let owners = Inbox<BusName?>(of: "owner")
      let watch = try await peer.connection.onOwnerChange(of: Alerts1.name) { owners.put($0.new) }
      defer { watch.cancel() }
      var post = Message.call(
        "Post", on: Alerts1.path, of: Alerts1.name, interface: Alerts1.interface,
        PostRequest(try question()).arguments)
      post.autoStart = true
      let body = try await peer.connection.call(post, timeout: .seconds(20)).body
      #expect(body == [.uint32(1)])
      #expect(try await owners.next() != nil)
      let popup = try await server.notifications.next()
      async let outcome = peer.outcome(of: AlertID(rawValue: 1))
      _ = try await peer.daemon(.list, [.options([:])])
      try await server.press(try #require(popup.id), labelled: "Yes")
      #expect(try await outcome == .action(key: "yes"))
      #expect(try await owners.next() == nil)
    }
  }

  @Test func theLogHoldsNoTextUnlessItIsForDebugging() async throws {
    for (level, isTold) in [("info", false), ("debug", true)] {
      try await withBus { bus in
        let server = try await ScriptedServer.start(on: bus)
        let daemon = try await RunningDaemon.start(on: bus, "--log-level", level)
        let peer = try await Peer.join(bus)
        let id = try await peer.post(Alert("private summary", body: "private body"))
        try await server.close(try #require(try await server.notifications.next().id))
        #expect(try await peer.outcome(of: id) == .dismissed)
        try await daemon.says(beginning: "<6>alert 1 ended: dismissed")
        #expect(daemon.process.errors.text.contains("private summary") == isTold)
        #expect(daemon.process.errors.text.contains("private body") == false)
      }
    }
  }

  @Test func everyEventIsALineWithItsPriority() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus, "--log-level", "debug")
      let peer = try await Peer.join(bus)
      _ = try await peer.post(Alert("two\nlines", body: "and\nmore"))
      _ = try await server.notifications.next()
      daemon.process.signal(SIGTERM)
      let result = try await daemon.process.result()
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count > 4)
      for line in lines { #expect(line.prefixMatch(of: /<[3-7]>[^ ]/) != nil, "\(line)") }
      #expect(lines.contains("<5>stopping: SIGTERM"))
    }
  }

  @Test func itRunsOnOneThread() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus)
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      var alert = Alert("A")
      alert.timeout = .seconds(1)
      let id = try await peer.post(alert)
      #expect(try await server.notifications.next().summary == "A")
      #expect(try await peer.outcome(of: id) == .timedOut)
      let threads = try FileManager.default.contentsOfDirectory(
        atPath: "/proc/\(daemon.process.pid)/task")
      #expect(threads.count == 1)
    }
  }
}
