import TestBus
import Testing

/// What `peal doctor` says of why a popup did not appear, and of what is in force.
struct WhyTests {
  private func doctor(_ desk: Desk) async throws -> String {
    try await desk.peal("doctor").output
  }

  @Test func everySettingAndRuleIsToldWithTheLineItComesFrom() async throws {
    let settings = """
      [queue]
      gap = 0

      [rule backups]
      app = backup*
      set-priority = low
      """
    try await withDesk(settings: settings) { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      let facts = try Object(line: try await desk.peal("doctor", "--json").output)
      #expect(facts.text("queue.gap") == "0 (peal.conf:2)")
      #expect(facts.text("queue.aging") == "60s (default)")
      #expect(facts.text("journal.history") == "1000 (default)")
      #expect(
        facts.text("rule.backups") == "app = backup*, set-priority = low (peal.conf:5)")
      #expect(facts.text("configuration") == desk.bus.folder.file("config/peal/peal.conf"))
      // What a faulty file says is not in force, and the old file's lines are.
      try desk.bus.folder.write("[queue]\ngap = 5s\nnonsense\n", to: "config/peal/peal.conf")
      #expect(try await desk.peal("reload").status == 64)
      let later = try Object(line: try await desk.peal("doctor", "--json").output)
      #expect(later.text("queue.gap") == "0 (peal.conf:2)")
      try desk.bus.folder.write("\n[queue]\ngap = 5s\n", to: "config/peal/peal.conf")
      #expect(try await desk.peal("reload").status == 0)
      let last = try Object(line: try await desk.peal("doctor", "--json").output)
      #expect(last.text("queue.gap") == "5s (peal.conf:3)")
    }
  }

  @Test func anEmptyDeskHasNoObstacles() async throws {
    try await withDesk { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      let popup = try await desk.nextPopup()
      try await desk.server.close(popup.id)
      try await desk.untilStage("x", "ended")
      #expect(try await doctor(desk).contains("obstacles:                 none\n"))
    }
  }

  @Test func whatOthersWaitForIsNamed() async throws {
    try await withDesk { desk in
      for name in ["A", "B", "C"] { #expect(try await desk.peal("send", name).status == 0) }
      try await desk.untilStage("A", "shown")
      #expect(
        try await doctor(desk).contains(
          "2 alerts wait for the end of alert 1, which is on screen"))
    }
  }

  @Test func aPauseAndHeldAlertsAreNamed() async throws {
    try await withDesk { desk in
      #expect(try await desk.peal("pause").status == 0)
      #expect(try await desk.peal("send", "--delay", "1h", "x").status == 0)
      let told = try await doctor(desk)
      #expect(told.contains("the queue is paused; 'peal resume' lets it go on"))
      #expect(told.contains("alert 1 is held (paused, delayed)"))
    }
  }

  @Test func aMissingServerIsNamed() async throws {
    try await withBus { bus in
      #expect(try await bus.peal("send", "x").status == 0)
      let told = try await bus.peal("doctor").output
      #expect(told.contains("nobody owns org.freedesktop.Notifications"))
      #expect(told.contains("alert 1 is held (no presenter)"))
    }
  }

  @Test(arguments: [true, false])
  func aServerThatHoldsPopupsBackIsNamed(isInhibited: Bool) async throws {
    var behaviour = Behaviour.plasma
    behaviour.isInhibited = isInhibited
    try await withDesk(behaviour) { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      try await desk.untilStage("x", "shown")
      let obstacle = "the notification server holds popups back now: do not disturb"
      #expect(try await doctor(desk).contains(obstacle) == isInhibited)
      let facts = try Object(line: try await desk.peal("doctor", "--json").output)
      #expect(facts.truth("server-inhibited") == isInhibited)
    }
  }

  @Test func aPopupThatTheServerHasNotAnsweredForIsNamed() async throws {
    let settings = "[presenter]\nreply-timeout = 60s\n"
    try await withDesk(.with { $0.reply = .whenTold }, settings: settings) { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      let popup = try await desk.nextPopup()
      let obstacle = "alert 1 is with the notification server, which has not answered yet"
      #expect(try await doctor(desk).contains(obstacle))
      await desk.server.releaseReplies()
      try await desk.untilStage("x", "shown")
      #expect(try await !doctor(desk).contains(obstacle))
      try await desk.server.close(popup.id)
    }
  }

  @Test func aServerThatDoesNotAnswerIsNotTakenForNone() async throws {
    let settings = "[queue]\ngap = 0\n[presenter]\nreply-timeout = 100ms\n"
    try await withDesk(settings: settings) { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      let popup = try await desk.nextPopup()
      try await desk.untilStage("x", "shown")
      await desk.server.change {
        $0.reply = .never
        $0.information = .never
      }
      try await desk.server.close(popup.id)
      #expect(try await desk.peal("send", "y").status == 0)
      try await desk.untilStage("y", "held")
      let told = try await doctor(desk)
      #expect(
        told.contains("the notification server does not answer, and alerts wait until it does"))
      #expect(!told.contains("nobody owns"))
    }
  }
}
