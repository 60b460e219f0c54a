import DBus
import TestBus
import Testing

extension ProcessTests {
  /// The verbs that act on alerts: withdraw, answer, update, snooze, activate, clear.
  struct ActingTests {
    @Test func withdrawTakesSeveralAndSaysWhichAreNotThere() async throws {
      try await withDesk { desk in
        for name in ["A", "B", "C"] { #expect(try await desk.peal("send", name).status == 0) }
        let result = try await desk.peal("withdraw", "1", "77", "2", "88")
        #expect(result.status == 66)
        #expect(
          result.errors == """
            peal: error: there is no alert 77; 'peal list' shows those that live
            peal: error: there is no alert 88; 'peal list' shows those that live

            """)
        #expect(try await desk.listed() == ["C"])
      }
    }

    @Test func withdrawByTagTakesAllOfTheTag() async throws {
      try await withDesk { desk in
        for name in ["A", "B"] {
          let result = try await desk.peal("send", "--tag", "t", "--on-duplicate", "allow", name)
          #expect(result.status == 0)
        }
        #expect(try await desk.peal("send", "C").status == 0)
        #expect(try await desk.peal("withdraw", "--tag", "t", "--app", "other").status == 66)
        #expect(try await desk.peal("withdraw", "--tag", "t").status == 0)
        #expect(try await desk.listed() == ["C"])
        let result = try await desk.peal("withdraw", "--tag", "t")
        #expect(result.status == 66)
        #expect(result.errors == "peal: error: no live alert has the tag \"t\"\n")
      }
    }

    @Test func whoWaitsForAnAlertThatAnotherWithdrawsByTagIsTold() async throws {
      try await withDesk { desk in
        let (waiting, _) = try await desk.ask("Battery low", "--tag", "battery")
        #expect(try await desk.peal("withdraw", "--tag", "battery").status == 0)
        let result = try await waiting.result()
        #expect(result.output == "")
        #expect(result.status == 4)
        try await desk.untilStage("Battery low", "ended")
        try await desk.untilEmpty()
        #expect(try await desk.listed() == [])
      }
    }

    @Test func whatIsBeingTakenDownIsInTheHistoryAndNotInTheList() async throws {
      try await withDesk(.with { $0.closeReply = .never }) { desk in
        #expect(try await desk.peal("send", "--tag", "t", "A").status == 0)
        try await desk.untilStage("A", "shown")
        #expect(try await desk.peal("withdraw", "1").status == 0)
        #expect(try await desk.server.closeRequests.next() == 1)
        #expect(try await desk.listed() == [])
        #expect(try await desk.peal("update", "--tag", "t", "B").status == 66)
        #expect(try await desk.peal("show", "1").output.contains("withdrawn"))
      }
    }

    @Test func theTopIsWhatWasShownLast() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("withdraw", "--top").status == 66)
        #expect(try await desk.peal("answer", "--top").errors.contains("no alert is on screen"))
        let (below, _) = try await desk.ask("Below?")
        let (top, _) = try await desk.ask("Top?", "--arrival", "barge")
        try await desk.untilStage("Top?", "shown")
        #expect(try await desk.peal("answer", "--top").output == "yes\tYes\nno\tNo\n")
        #expect(try await desk.peal("answer", "--top", "no").status == 0)
        #expect(try await top.result().output == "no\n")
        try await desk.untilStage("Below?", "shown")
        #expect(try await desk.peal("update", "--top", "Beneath?").status == 0)
        _ = try await desk.server.notifications.next("Beneath?") { $0.summary == "Beneath?" }
        #expect(try await desk.peal("withdraw", "--top").status == 0)
        #expect(try await below.result().status == 4)
      }
    }

    @Test func anAnswerIsChecked() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        let unknown = try await desk.peal("answer", "1", "maybe")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("\"yes\", \"no\""))
        #expect(try await desk.peal("answer", "9", "yes").status == 66)
        #expect(try await desk.peal("answer", "1", "yes").status == 0)
        #expect(try await peal.result().output == "yes\n")
        #expect(try await desk.peal("answer", "1", "yes").status == 66)
        #expect(try Object(line: try await desk.history()).text("action") == "yes")
      }
    }

    @Test func aReplyIsTypedAtThePopupOnly() async throws {
      var behaviour = Behaviour()
      behaviour.capabilities.append("inline-reply")
      try await withDesk(behaviour) { desk in
        let (peal, popup) = try await desk.ask("Who is there?", "--reply", "Your name")
        let listed = try await desk.peal("answer", "1")
        #expect(listed.status == 0)
        #expect(listed.output == "")
        #expect(listed.errors == "peal: warning: alert 1 takes typed text, only at its popup\n")
        let pressed = try await desk.peal("answer", "1", "inline-reply")
        #expect(pressed.status == 64)
        #expect(pressed.errors.contains("it takes typed text only, at its popup"))
        try await desk.server.reply(popup.id, "Ada")
        #expect(try await peal.result().output == "Ada\n")
      }
    }

    @Test func mergedSubmissionsAreCountedOnThePopup() async throws {
      try await withDesk { desk in
        for (name, seen) in [("a1", "a1"), ("a2", "a2 (×2)"), ("a3", "a3 (×3)")] {
          let result = try await desk.peal("send", "--tag", "t", "--on-duplicate", "merge", name)
          #expect(result.status == 0)
          #expect(try await desk.server.notifications.next().summary == seen)
        }
      }
    }

    @Test func anUpdateChangesWhatItSaysInPlace() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "--tag", "copy", "Copying", "0 of 9").status == 0)
        let popup = try await desk.nextPopup()
        try await desk.untilStage("Copying", "shown")
        let result = try await desk.peal(
          "update", "--tag", "copy", "Copied", "-", "--progress", "100", "-u", "low",
          input: .text("9 of 9\n"))
        #expect(result.status == 0)
        let notification = try await desk.server.notifications.next()
        #expect(notification.replacesID == popup.id)
        #expect(notification.summary == "Copied")
        #expect(notification.body == "9 of 9")
        #expect(notification.hints["value"] == .int32(100))
        #expect(notification.hints["urgency"] == .byte(0))
        #expect(try await desk.peal("update", "9", "x").status == 66)
      }
    }

    @Test(.field(53)) func aSnoozedQuestionComesBackWithItsWaiter() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.untilStage("Deploy?", "shown")
        #expect(try await desk.peal("snooze", "1", "200ms").status == 0)
        #expect(try await desk.server.closeRequests.next() == popup.id)
        let again = try await desk.nextPopup()
        try await desk.server.press(again.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
      }
    }

    @Test func activateLiftsAHold() async throws {
      try await withDesk { desk in
        let options = [["--arrival", "manual"], ["--delay", "1h"]]
        for (index, option) in options.enumerated() {
          let id = "\(index + 1)"
          #expect(try await desk.peal("send", option[0], option[1], id).status == 0)
          #expect(try await desk.peal("activate", id).status == 0)
          let popup = try await desk.nextPopup()
          #expect(popup.notification.summary == id)
          try await desk.server.close(popup.id)
        }
        #expect(try await desk.peal("activate", "9").status == 66)
      }
    }

    @Test func clearEndsWhatWaitsAndSaysHowMany() async throws {
      try await withDesk { desk in
        for app in ["a", "b", "b", "c"] {
          #expect(try await desk.peal("send", "--app", app, "of \(app)").status == 0)
        }
        try await desk.untilStage("of a", "shown")
        #expect(try await desk.peal("clear", "--app", "b").output == "2\n")
        #expect(try await desk.peal("clear").output == "1\n")
        #expect(try await desk.peal("clear").output == "0\n")
        #expect(try await desk.peal("clear", "--all").output == "1\n")
        try await desk.untilStage("of a", "ended")
        #expect(try await desk.listed() == [])
      }
    }

    @Test(.field(11)) func theAnswerIsKeptForWhoAsksLater() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "-p", "-A", "go=Go", "Ready?").output == "1\n")
        let popup = try await desk.nextPopup()
        #expect(try await desk.peal("update", "1", "Ready now?").status == 0)
        try await desk.server.press(popup.id, labelled: "Go")
        let result = try await desk.peal("wait", "1")
        #expect(result.output == "go\n")
        #expect(result.status == 0)
      }
    }

    @Test func waitGivesUpAfterItsOwnTimeAndLeavesTheAlert() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "-A", "go=Go", "Ready?").status == 0)
        let result = try await desk.peal("wait", "1", "--timeout", "100ms")
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(try await desk.listed() == ["Ready?"])
        #expect(try await desk.peal("wait", "9").status == 66)
      }
    }
  }
}
