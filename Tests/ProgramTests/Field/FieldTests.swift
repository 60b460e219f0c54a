import DBus
import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// Faults that people have reported of tools that do this job, on a server that has them; each test
  /// names the number of its fault.
  struct FieldTests {
    private func expect(
      _ peal: ChildProcess, prints output: String, exit status: Int32,
      at location: SourceLocation = #_sourceLocation
    ) async throws {
      let result = try await peal.result()
      #expect(result.output == output, sourceLocation: location)
      #expect(result.status == status, sourceLocation: location)
    }

    @Test(.bug(id: 2)) func aKilledServerIsNoticedAndTheQuestionAskedAgain() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        try await desk.untilStage("Deploy?", "shown")
        try await desk.server.restart()
        let again = try await desk.nextPopup()
        #expect(again.notification.summary == "Deploy?")
        try await desk.server.press(again.id, labelled: "Yes")
        try await expect(peal, prints: "yes\n", exit: 0)
      }
    }

    @Test(.bug(id: 3)) func aServerThatTellsNoClosingHoldsNobodyBeyondItsTime() async throws {
      try await withDesk(.with { $0.reports = .none }, settings: "[queue]\ngap = 0\n") { desk in
        let (peal, popup) = try await desk.ask("First?", "--timeout", "1s")
        #expect(try await desk.peal("send", "Second").status == 0)
        try await expect(peal, prints: "", exit: 3)
        #expect(try await desk.server.closeRequests.next() == popup.id)
        #expect(try await desk.nextPopup().notification.summary == "Second")
      }
    }

    /// Do-not-disturb: an id, then nothing for ever. A late answer counts, once.
    @Test(.bug(id: 4)) func aSilentServerHoldsTheQueueNoLongerThanItsWatch() async throws {
      let settings = "[queue]\ngap = 0\n[presenter]\nslot-timeout = 100ms\n"
      try await withDesk(.with { $0.isQuiet = true }, settings: settings) { desk in
        var asked: [ChildProcess] = []
        for number in 1...10 { asked.append(try await desk.start("ask", "\(number)?")) }
        var popups: [Popup] = []
        for _ in 1...10 { popups.append(try await desk.nextPopup()) }
        for popup in popups {
          try await desk.untilStage(popup.notification.summary, "parked")
          try await desk.server.press(popup.id, labelled: "No")
        }
        for peal in asked { try await expect(peal, prints: "no\n", exit: 1) }
        #expect(try await desk.listed() == [])
        let history = try await desk.peal("history", "--json").output
        #expect(history.split(separator: "\n").count == 10)
      }
    }

    @Test(.bug(id: 5)) func whatOnlyMovesToTheTrayEndsByOurClock() async throws {
      try await withDesk(.with { $0.hasTray = true }) { desk in
        let peal = try await desk.start("ask", "Quick?", "-t", "500")
        try await expect(peal, prints: "", exit: 3)
        try await desk.untilEmpty()
      }
    }

    @Test(
      .bug(id: 6), .bug(id: 7),
      arguments: [
        (Behaviour.AfterAction.nothing, 1), (.vanishes, 1), (.closes(reason: 2), 2),
        (.closes(reason: 3), 1), (.closesFirst(reason: 2), 1), (.closesFirst(reason: 1), 2),
      ])
    func thePressWinsWhateverComesWithIt(after: Behaviour.AfterAction, copies: Int) async throws {
      let behaviour = Behaviour.with {
        $0.afterAction = after
        $0.copies = copies
      }
      try await withDesk(behaviour) { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.untilStage("Deploy?", "shown")
        try await desk.server.press(popup.id, labelled: "Yes")
        try await expect(peal, prints: "yes\n", exit: 0)
        let history = try await desk.peal("history", "--json").output
        #expect(history.split(separator: "\n").count == 1)
      }
    }

    @Test(.bug(id: 9)) func aCloseLongBeforeItsTimeIsToldWithTheTimeItHad() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "-w", "--json", "-t", "60s", "News")
        let popup = try await desk.nextPopup()
        try await desk.untilStage("News", "shown")
        try await desk.server.close(popup.id, reason: 1)
        let ended = try Object(line: try await peal.result().output)
        #expect(ended.text("outcome") == "expired")
        #expect(try #require(ended.number("shown")) < 30)
      }
    }

    @Test(.bug(id: 10)) func anExpiredQuestionThatIsAskedAgainHasLiveButtons() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        #expect(try await desk.peal("ask", "Deploy?", "-t", "50").status == 3)
        _ = try await desk.server.notifications.next()
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.server.press(popup.id, labelled: "Yes")
        try await expect(peal, prints: "yes\n", exit: 0)
      }
    }

    @Test(.bug(id: 11)) func aPressBetweenTwoCommandsIsDelivered() async throws {
      try await withDesk { desk in
        let sent = try await desk.peal("send", "-p", "-A", "go=Go", "Ready")
        #expect(sent.output == "1\n")
        _ = try await desk.nextPopup()
        try await desk.untilStage("Ready", "shown")
        #expect(try await desk.peal("update", "1", "Ready now").status == 0)
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Go")
        let waited = try await desk.peal("wait", "1")
        #expect(waited.output == "go\n")
        #expect(waited.status == 0)
      }
    }

    @Test(.bug(id: 14)) func aCallThatIsLostWithTheBusIsMadeAgain() async throws {
      try await withDesk(.with { $0.reply = .never }) { desk in
        let peal = try await desk.start("ask", "Deploy?")
        _ = try await desk.server.notifications.next()
        try await desk.bus.restart()
        await desk.server.change { $0.reply = .atOnce }
        try await desk.server.restart()
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Yes")
        try await expect(peal, prints: "yes\n", exit: 0)
      }
    }

    @Test(.bug(id: 24)) func nothingIsClosedByAnIdOfAFormerServer() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?", "--tag", "t")
        try await desk.untilStage("Deploy?", "shown")
        await desk.server.change { $0.firstID = 100 }
        try await desk.server.restart()
        let again = try await desk.nextPopup()
        #expect(again.notification.replacesID == 0)
        #expect(try await desk.peal("withdraw", "--tag", "t").status == 0)
        try await expect(peal, prints: "", exit: 4)
        #expect(try await desk.server.closeRequests.next() == again.id)
        #expect(!desk.server.closeRequests.all.contains(popup.id))
      }
    }

    @Test(.bug(id: 27), arguments: [Behaviour.dunst, .lxqt, .plasma])
    func twoEqualQuestionsGetAnAnswerEach(behaviour: Behaviour) async throws {
      let settings = "[queue]\ndisplay = slots 2\n"
      try await withDesk(behaviour, settings: settings) { desk in
        let first = try await desk.start("ask", "Deploy?")
        let second = try await desk.start("ask", "Deploy?")
        let popups = [try await desk.nextPopup(), try await desk.nextPopup()]
        try await desk.server.press(popups[0].id, labelled: "Yes")
        try await desk.server.press(popups[1].id, labelled: "No")
        let answers = [try await first.result().output, try await second.result().output]
        #expect(answers.sorted() == ["no\n", "yes\n"])
      }
    }

    @Test(.bug(id: 31)) func brokenOrUnsafeMarkupIsRefusedBeforeAnythingIsShown() async throws {
      try await withDesk { desk in
        for body in ["<b>x", "<script>x</script>", #"<a href="file:///etc/passwd">x</a>"#] {
          #expect(try await desk.peal("send", "--markup", "Hm", body).status == 64)
        }
        let plain = #"<a href="file:///etc/passwd">OK</a><img src="http://x">"#
        #expect(try await desk.peal("send", "Hm", plain).status == 0)
        let body = try await desk.nextPopup().notification.body
        #expect(body.hasPrefix("&lt;a href="))
        #expect(!body.contains("<"))
      }
    }

    @Test(.bug(id: 38)) func aClickBesideTheButtonsIsNoAnswer() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?", "-A", "approve=Approve")
        #expect(popup.notification.actions.count == 2)
        try await desk.untilStage("Deploy?", "shown")
        try await desk.server.press(popup.id)
        try await expect(peal, prints: "", exit: 1)
        #expect(try Object(line: try await desk.history()).text("outcome") == "dismissed")
      }
    }

    @Test(.bug(id: 37), .bug(id: 39), arguments: [["actions"], ["body", "body-markup"]])
    func fiveActionsKeepTheirOrder(capabilities: [String]) async throws {
      let names = ["One", "Two", "Three", "Four", "Five"]
      let takesActions = capabilities.contains("actions")
      try await withDesk(.with { $0.capabilities = capabilities }) { desk in
        let peal = try await ChildProcess.start(
          Programs.peal, ["ask", "Which?"] + names.flatMap { ["-A", $0] },
          environment: desk.bus.environment)
        let popup = try await desk.nextPopup()
        #expect(popup.notification.labels == (takesActions ? names : []))
        #expect(popup.notification.actions.count.isMultiple(of: 2))
        #expect(
          popup.notification.body
            == (takesActions ? "" : "Choices: One · Two · Three · Four · Five"))
        try await desk.untilStage("Which?", "shown")
        #expect(try await desk.peal("answer", "--top", "3").status == 0)
        try await expect(peal, prints: "3\n", exit: 0)
      }
    }

    @Test(.bug(id: 40)) func closingIsNeitherApprovalNorDenial() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        var ends: [String?] = []
        for label in ["Approve", "Deny", nil] {
          let (peal, popup) = try await desk.ask(
            "Deploy?", "--json", "-A", "approve=Approve", "-A", "deny=Deny")
          try await desk.untilStage("Deploy?", "shown")
          if let label {
            try await desk.server.press(popup.id, labelled: label)
          } else {
            try await desk.server.close(popup.id)
          }
          let ended = try Object(line: try await peal.result().output)
          ends.append(ended.text("action") ?? ended.text("outcome"))
          try await desk.untilEmpty()
        }
        #expect(ends == ["approve", "deny", "dismissed"])
      }
    }

    @Test(.bug(id: 41), arguments: ["", "one line", "two\nlines"])
    func aReplyIsPrintedOnce(text: String) async throws {
      try await withDesk(.plasma) { desk in
        let (peal, popup) = try await desk.ask("Who?", "--reply", "Name")
        #expect(popup.notification.keys == ["inline-reply"])
        try await desk.untilStage("Who?", "shown")
        try await desk.server.reply(popup.id, text)
        try await expect(peal, prints: text + "\n", exit: 0)
      }
    }

    /// At once where the server is known not to obey, else a little later.
    @Test(.bug(id: 43), arguments: [Behaviour.xfce, .with { $0.expiry = .ignoredForCritical }])
    func aCriticalOneThatTheServerKeepsIsTakenDown(behaviour: Behaviour) async throws {
      try await withDesk(behaviour) { desk in
        let sent = try await desk.peal("send", "-w", "-u", "critical", "-t", "500", "Fire")
        #expect(sent.status == 0)
        #expect(sent.duration < .seconds(5))
        _ = try await desk.server.closeRequests.next()
        try await desk.untilEmpty()
      }
    }

    @Test(
      .bug(id: 44),
      arguments: [
        ("default", Int32(-1)), ("never", 0), ("-1", -1), ("0", 0), ("1", 1), ("1500ms", 1500),
      ])
    func theTimesOnScreenAreThreeDifferentThings(text: String, onWire: Int32) async throws {
      try await withDesk { desk async throws in
        #expect(try await desk.peal("send", "-t", text, "x").status == 0)
        #expect(try await desk.server.notifications.next().expireTimeout == onWire)
        for wrong in ["2147483648", "-2", "1.5s"] {
          #expect(try await desk.peal("send", "-t", wrong, "x").status == 64, "\(wrong)")
        }
      }
    }

    /// As data each is 1.5 MiB; none waits in memory.
    @Test(.bug(id: 48)) func manyPicturesAreInMemoryOneAtATime() async throws {
      let settings = "[queue]\ngap = 0\n[presenter]\npictures = data\n"
      try await withDesk(settings: settings) { desk in
        let picture = desk.bus.folder.file("picture.png")
        try await ChildProcess.run("convert", ["-size", "1024x512", "xc:red", picture])
        var lines = ""
        for number in 1...50 {
          lines += #"{"summary":"\#(number)","image":"\#(picture)","tag":"\#(number)"}"# + "\n"
        }
        #expect(try await desk.peal("send", "--batch", input: .text(lines)).status == 0)
        for _ in 1...50 {
          let popup = try await desk.nextPopup()
          #expect(popup.notification.hints["image-data"]?.type == "(iiibiiay)")
          try await desk.server.close(popup.id)
        }
        let status = try await ChildProcess.run(
          "grep", ["VmHWM", "/proc/\(try await desk.daemon())/status"])
        let kilobytes = status.output.split(separator: " ").compactMap { Int($0) }.first
        #expect(try #require(kilobytes) < 200 * 1024)
      }
    }
  }
}
