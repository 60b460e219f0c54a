import DBus
import Glibc
import Peal
import PealControl
import TestBus
import Testing

extension ProcessTests {
  /// What was accepted outlives the daemon (SEMANTICS R17).
  struct JournalTests {
    @Test(.field(54)) func aQuestionOnScreenIsAskedAgainInPlaceOfItsOldPopup() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.killDaemon()
        let again = try await desk.server.notifications.next()
        #expect(again.summary == "Deploy?")
        #expect(again.replacesID == popup.id)
        #expect(desk.server.popups.value.map(\.id) == [popup.id])
        try await desk.server.press(popup.id, labelled: "Yes")
        let result = try await peal.result()
        #expect(result.output == "yes\n")
        #expect(result.errors == "")
        #expect(try Object.lines(try await desk.peal("history", "--json").output).count == 1)
      }
    }

    @Test func whatWaitsComesBackWithItsIDAndInOrder() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        for summary in ["a", "b", "c"] {
          _ = try await desk.peal("send", "-u", summary == "b" ? "low" : "normal", summary)
        }
        let before = try await desk.list()
        #expect(before == ["a", "c", "b"])
        daemon.process.signal(SIGKILL)
        try await daemon.process.result()
        let restarted = try await RunningDaemon.start(on: desk.bus)
        #expect(try await desk.list() == before)
        try await desk.server.close(try await desk.untilUp(before[0]))
        try await desk.server.close(try await desk.untilUp(before[1]))
        try await desk.server.close(try await desk.untilUp(before[2]))
        try await desk.untilEmpty()
        withExtendedLifetime(restarted) {}
      }
    }

    @Test func theHistoryAnswersThoseWhoAskLate() async throws {
      try await withDesk { desk in
        let id = try await desk.peal("send", "-p", "-A", "go=Go", "x").output
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Go")
        try await desk.untilStage("x", "ended")
        try await desk.killDaemon()
        let wait = try await desk.peal("wait", String(id.dropLast()))
        #expect(wait.output == "go\n")
        #expect(wait.status == 0)
        let entry = try Object(line: try await desk.history())
        #expect(entry.text("outcome") == "action")
        #expect(entry.text("server") == "Scripted Server")
        #expect(entry.names.contains("by"))
        #expect(try await desk.peal("send", "-p", "next").output == "2\n")
      }
    }

    /// Closed by the person, and by us with the server's answer.
    @Test func whatIsKnownToBeGoneIsNotClosedByTheNextDaemon() async throws {
      try await withDesk { desk in
        _ = try await desk.peal("send", "a")
        try await desk.server.close(try await desk.nextPopup().id)
        try await desk.untilStage("a", "ended")
        _ = try await desk.peal("send", "b")
        let second = try await desk.nextPopup()
        try await desk.untilStage("b", "shown")
        #expect(try await desk.peal("withdraw", "2").status == 0)
        #expect(try await desk.server.closeRequests.next() == second.id)
        try await desk.untilEmpty()
        for round in 1...2 {
          try await desk.killDaemon()
          #expect(try await desk.peal("send", "c\(round)").status == 0)
          let popup = try await desk.nextPopup()
          #expect(desk.server.closeRequests.drain() == [])
          try await desk.server.close(popup.id)
          try await desk.untilStage("c\(round)", "ended")
        }
      }
    }

    @Test func anOrderlyStopTakesPopupsDownAndKeepsAlerts() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        let (peal, _) = try await desk.ask("Deploy?")
        _ = try await desk.peal("send", "later")
        daemon.process.signal(SIGTERM)
        #expect(try await daemon.process.result().status == 0)
        try await desk.untilEmpty()
        let again = try await desk.server.notifications.next()
        #expect(again.replacesID == 0)
        let id = try await desk.untilUp("Deploy?")
        try await desk.server.press(id, labelled: "No")
        #expect(try await peal.result().output == "no\n")
        _ = try await desk.untilUp("later")
      }
    }

    @Test func withoutAJournalNothingIsKept() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus, "--no-journal")
        _ = try await desk.peal("send", "x")
        #expect(access(desk.bus.folder.file("state/peal/journal.sqlite"), F_OK) != 0)
        daemon.process.signal(SIGTERM)
        try await daemon.process.result()
        let next = try await RunningDaemon.start(on: desk.bus, "--no-journal")
        #expect(try await desk.list() == [])
        withExtendedLifetime(next) {}
      }
    }

    @Test func aPauseOutlivesTheDaemon() async throws {
      try await withDesk { desk in
        _ = try await desk.peal("pause")
        try await desk.killDaemon()
        #expect(try await desk.peal("send", "x").status == 0)
        #expect(try await desk.peal("status", "--json").output.contains(#""paused":true"#))
        #expect(try await desk.peal("resume").status == 0)
        _ = try await desk.untilUp("x")
        try await desk.killDaemon()
        #expect(try await desk.peal("send", "y").status == 0)
        #expect(try await desk.peal("status", "--json").output.contains(#""paused":false"#))
      }
    }

    @Test func theFirstLookAfterACrashIsRight() async throws {
      try await withDesk { desk in
        _ = try await desk.peal("pause")
        _ = try await desk.peal("send", "x")
        let status = #""waiting":1,"shown":0,"paused":true"#
        for _ in 1...3 {
          try await desk.killDaemon()
          #expect(try await desk.peal("status", "--json").output.contains(status))
        }
        try await desk.killDaemon()
        let watch = try await desk.start("watch", "--format", "waybar")
        #expect(try await watch.output.nextLine().contains(#""alt":"paused""#))
      }
    }

    @Test func aRepeatedPostWithItsTokenIsTheSameAlertAfterARestart() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        let peer = try await Peer.join(desk.bus)
        var request = PostRequest(Alert("once"))
        request.token = "0123456789abcdef"
        let first = try await peer.daemon(.post, request.arguments)
        daemon.process.signal(SIGKILL)
        try await daemon.process.result()
        let restarted = try await RunningDaemon.start(on: desk.bus)
        #expect(try await peer.daemon(.post, request.arguments) == first)
        #expect(try await desk.list() == ["once"])
        withExtendedLifetime(restarted) {}
      }
    }

    @Test func whatRanOutWhileNobodyRanIsFiledAndNotShown() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        _ = try await desk.peal("pause")
        _ = try await desk.peal("send", "--ttl", "1ms", "too late")
        daemon.process.signal(SIGKILL)
        try await daemon.process.result()
        let restarted = try await RunningDaemon.start(on: desk.bus)
        #expect(try Object(line: try await desk.history()).text("outcome") == "lapsed")
        withExtendedLifetime(restarted) {}
      }
    }
  }
}

extension Desk {
  /// Kills the daemon, and returns when the bus knows that it is gone.
  func killDaemon() async throws {
    let peer = try await Peer.join(bus)
    let isGone = Watched(false)
    let watch = try await peer.connection.onOwnerChange(of: Alerts1.name) { change in
      if change.new == nil { isGone.change { $0 = true } }
    }
    defer { watch.cancel() }
    kill(try await daemon(), SIGKILL)
    try await isGone.until("end of the daemon") { $0 }
  }

  /// The summaries of the live alerts, as `list` orders them.
  func list() async throws -> [String] {
    try Object.lines(try await peal("list", "--json").output).compactMap { $0.text("summary") }
  }

  /// Waits until an alert is on screen; returns its popup's id.
  func untilUp(_ summary: String) async throws -> UInt32 {
    try await server.popups.first("popup \(summary)") { popups in
      popups.last { $0.notification.summary == summary }?.id
    }
  }
}
