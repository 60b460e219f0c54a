import DBus
import Glibc
import TestBus
import Testing

@testable import PealCommand

extension Desk {
  /// Runs Peal's notify-send to its end.
  func notifySend(_ arguments: String...) async throws -> ChildProcess.Result {
    try await Programs.peal(["notify-send"] + arguments, environment: bus.environment)
  }

  /// Starts Peal's notify-send.
  func startNotifySend(_ arguments: String...) async throws -> ChildProcess {
    try await ChildProcess.start(
      Programs.peal, ["notify-send"] + arguments, environment: bus.environment)
  }
}

/// What Peal's notify-send does beside what the original does; the comparison is in `ComparisonTests`.
struct NotifySendTests {
  // MARK: Names

  @Test func aLinkOfThatNameIsNotifySend() async throws {
    try await withDesk { desk in
      let link = desk.bus.folder.file("notify-send")
      #expect(symlink(Programs.peal, link) == 0)
      let result = try await ChildProcess.run(
        link, ["-p", "notify-send", "send"], environment: desk.bus.environment)
      #expect(result.output == "1\n")
      #expect(result.status == 0)
      let notification = try await desk.nextPopup().notification
      #expect(notification.summary == "notify-send")
      #expect(notification.body == "send")
    }
  }

  @Test func everyWayToAskForHelpGivesTheGoldenText() async throws {
    let ways = [
      ["notify-send", "-?"], ["notify-send", "--help"], ["notify-send", "--help-all", "-q"],
      ["notify-send", "x", "-p?"], ["help", "notify-send"],
    ]
    for words in ways {
      let result = try await Programs.peal(words)
      #expect(result.output == (try Golden.text("notify-send")), "\(words)")
      #expect(result.status == 0)
    }
  }

  // MARK: The queue

  @Test func whatItSendsIsQueued() async throws {
    try await withDesk { desk in
      #expect(try await desk.notifySend("A").status == 0)
      #expect(try await desk.nextPopup().notification.summary == "A")
      try await desk.untilStage("A", "shown")
      #expect(try await desk.notifySend("B").status == 0)
      #expect(try await desk.notifySend("-u", "critical", "Fire").status == 0)
      #expect(try await desk.nextPopup().notification.summary == "Fire")
      let fire = try Object.lines(try await desk.peal("list", "--json").output)
        .first { $0.text("summary") == "Fire" }
      #expect(fire?.text("priority") == "critical")
      #expect(fire?.text("app") == "notify-send")
      #expect(desk.server.notifications.all.count == 2)
    }
  }

  @Test(arguments: [([], 2), (["-u", "normal"], 1)] as [([String], UInt8)])
  func aQuestionStaysOnAScreenThatKeepsOnlyWhatIsCriticalUnlessTheCallerSaysOtherwise(
    options: [String], urgency: UInt8
  ) async throws {
    try await withDesk(.gnome) { desk in
      let process = try await ChildProcess.start(
        Programs.peal, ["notify-send", "-A", "go=Go"] + options + ["x"],
        environment: desk.bus.environment)
      let popup = try await desk.nextPopup()
      #expect(popup.notification.hints["urgency"] == .byte(urgency))
      try await desk.server.press(popup.id, labelled: "Go")
      #expect(try await process.result().output == "go\n")
    }
  }

  @Test func withoutAServerAPlainOneIsQueued() async throws {
    try await withBus { bus in
      let result = try await bus.peal("notify-send", "-p", "Later")
      #expect(result.output == "1\n")
      #expect(result.errors == "")
      #expect(result.status == 0)
      let server = try await ScriptedServer.start(on: bus)
      #expect(try await server.notifications.next().summary == "Later")
    }
  }

  @Test func aRelativeIconIsFoundWhereTheCallerStands() async throws {
    try await withDesk { desk in
      let file = try desk.bus.folder.write("P1 1 1 0", to: "picture.pbm")
      let script = #"cd "$1" && exec "$0" notify-send -i ./picture.pbm -n other x"#
      let result = try await ChildProcess.run(
        "sh", ["-c", script, Programs.peal, desk.bus.folder.path],
        environment: desk.bus.environment)
      #expect(result.status == 0)
      let notification = try await desk.nextPopup().notification
      #expect(notification.appIcon == "other")
      #expect(notification.hints["image-path"] == .string(file))
    }
  }

  @Test func badTextIsRepairedWhereTheOriginalCrashes() async throws {
    try await withDesk { desk in
      let script =
        #"exec "$0" notify-send "$(printf 'a\377')" 'b\377' -h "string:n:$(printf '\300')" -c "$(printf '\355\240\200')""#
      let result = try await ChildProcess.run(
        "sh", ["-c", script, Programs.peal], environment: desk.bus.environment)
      #expect(result.status == 0)
      let notification = try await desk.nextPopup().notification
      #expect(notification.summary == "a\u{FFFD}")
      #expect(notification.body == "b\u{FFFD}")
      #expect(notification.hints["n"] == .string("\u{FFFD}"))
    }
  }

  // MARK: -r

  @Test func anIdThatWasPrintedIsReplacedInPlaceAgainAndAgain() async throws {
    try await withDesk { desk in
      #expect(try await desk.notifySend("-p", "0 %").output == "1\n")
      let popup = try await desk.nextPopup()
      for percent in ["40 %", "80 %"] {
        try await desk.untilAllIsShown()
        #expect(try await desk.notifySend("-r", "1", percent).status == 0)
        let notification = try await desk.server.notifications.next()
        #expect(notification.summary == percent)
        #expect(notification.replacesID == popup.id)
      }
      try await desk.untilAllIsShown()
      let id = try await desk.notifySend("-p", "-r", "1", "100 %").output.dropLast()
      #expect(try await desk.server.notifications.next().replacesID == popup.id)
      try await desk.untilAllIsShown()
      #expect(try await desk.notifySend("-r", String(id), "Done").status == 0)
      #expect(try await desk.server.notifications.next().replacesID == popup.id)
      #expect(desk.server.popups.value.count == 1)
    }
  }

  @Test(.field(28)) func anIdThatWasNeverGivenIsANameOfItsApp() async throws {
    try await withDesk(settings: "[queue]\ndisplay = slots 9\n") { desk in
      #expect(try await desk.peal("send", "-a", "notify-send", "Stranger").status == 0)
      #expect(try await desk.notifySend("-a", "other", "Other").status == 0)
      _ = try await (desk.nextPopup(), desk.nextPopup())
      for id in ["1", "2", "201839192"] {
        #expect(try await desk.notifySend("-r", id, "First \(id)").status == 0)
        let popup = try await desk.nextPopup()
        #expect(popup.notification.replacesID == 0)
        try await desk.untilStage("First \(id)", "shown")
        #expect(try await desk.notifySend("-r", id, "Second \(id)").status == 0)
        #expect(try await desk.server.notifications.next().replacesID == popup.id)
        try await desk.untilStage("Second \(id)", "shown")
      }
      #expect(try await desk.notifySend("-a", "", "-r", "2", "x").status == 0)
      #expect(try await desk.nextPopup().notification.replacesID == 0)
      #expect(try await desk.notifySend("-a", "other", "-r", "201839192", "x").status == 0)
      #expect(try await desk.nextPopup().notification.replacesID == 0)
      let listed = try await desk.listed()
      #expect(listed.contains("Stranger") && listed.contains("Other"))
      #expect(listed.count == 7)
    }
  }

  // MARK: File descriptors

  @Test func idAnswerAndTokenGoToTheirDescriptors() async throws {
    try await withDesk(.with { $0.activationToken = "a token" }) { desk in
      let script =
        #"cd "$1" && exec "$0" notify-send --id-fd=3 --selected-action-fd 4 --activation-token-fd 5 -A go=Go x 3>id 4>action 5>token"#
      let process = try await ChildProcess.start(
        "sh", ["-c", script, Programs.peal, desk.bus.folder.path],
        environment: desk.bus.environment)
      let popup = try await desk.nextPopup()
      try await desk.server.press(popup.id, labelled: "Go")
      let result = try await process.result()
      #expect(result.output == "go\n")
      #expect(result.status == 0)
      for (file, text) in [("id", "1\n"), ("action", "go\n"), ("token", "a token\n")] {
        let written = try await ChildProcess.run("cat", [desk.bus.folder.file(file)])
        #expect(written.output == text, "\(file)")
      }
    }
  }

  @Test func minusOneIsNoDescriptorAndOneThatIsNotOpenIsAMistake() async throws {
    try await withDesk { desk in
      let none = try await desk.notifySend("--id-fd=-1", "x")
      #expect(none.status == 0)
      for option in ["--id-fd=9", "--selected-action-fd=9", "--activation-token-fd=0"] {
        let result = try await desk.notifySend(option, "x")
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("is not open for writing\n"), "\(option)")
      }
      #expect(try await desk.listed() == ["x"])
    }
  }
}

extension Desk {
  /// Waits until the last popup is acknowledged.
  fileprivate func untilAllIsShown() async throws {
    _ = try await stages.until("all shown or ended") { stages in
      stages.values.allSatisfy { $0 == "shown" || $0 == "ended" }
        && stages.values.contains("shown")
    }
  }
}
