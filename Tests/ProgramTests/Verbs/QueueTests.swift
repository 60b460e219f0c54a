import DBus
import TestBus
import Testing

extension ProcessTests {
  /// The queue's rules as a script sees them: whose turn it is, what covers what, and when.
  struct QueueTests {
    @Test func thoseThatWaitComeByPriorityThenByArrival() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        #expect(try await desk.peal("send", "Up").status == 0)
        var popup = try await desk.nextPopup()
        for (priority, name) in [
          ("low", "L"), ("high", "H1"), ("normal", "N"), ("high", "H2"),
        ] {
          #expect(try await desk.peal("send", "--priority", priority, name).status == 0)
        }
        for name in ["H1", "H2", "N", "L"] {
          try await desk.server.close(popup.id)
          popup = try await desk.nextPopup()
          #expect(popup.notification.summary == name)
        }
        #expect(await desk.server.mostOnScreen == 1)
      }
    }

    @Test func whatWaitsIsThereAfterTheGapAndNotBefore() async throws {
      try await withDesk { desk in
        for name in ["A", "B"] { #expect(try await desk.peal("send", name).status == 0) }
        let first = try await desk.nextPopup()
        try await desk.untilStage("A", "shown")
        let closed = ContinuousClock.now
        try await desk.server.close(first.id)
        let second = try await desk.server.notifications.next()
        #expect(second.time - closed >= .milliseconds(350))
      }
    }

    @Test func aHighOneThatComesInTheGapGoesFirst() async throws {
      try await withDesk(settings: "[queue]\ngap = 1s\n") { desk in
        #expect(try await desk.peal("send", "A").status == 0)
        let first = try await desk.nextPopup()
        #expect(try await desk.peal("send", "Normal").status == 0)
        try await desk.server.close(first.id)
        try await desk.untilStage("A", "ended")
        #expect(try await desk.peal("send", "--priority", "high", "High").status == 0)
        #expect(try await desk.nextPopup().notification.summary == "High")
      }
    }

    @Test func aCriticalOneIsSeenAtOnceBesideAQuestion() async throws {
      try await withDesk { desk in
        let (peal, question) = try await desk.ask("Deploy?")
        try await desk.untilStage("Deploy?", "shown")
        #expect(try await desk.peal("send", "-u", "critical", "Fire").status == 0)
        let fire = try await desk.nextPopup()
        #expect(fire.notification.summary == "Fire")
        #expect(desk.server.popups.value.map(\.id) == [question.id, fire.id])
        try await desk.untilStage("Deploy?", "covered")
        try await desk.server.press(question.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
      }
    }

    @Test func whatIsHiddenComesBackWithTheTimeItHadLeft() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "-w", "--json", "-t", "20s", "First")
        let first = try await desk.nextPopup()
        try await desk.untilStage("First", "shown")
        #expect(
          try await desk.peal("send", "--arrival", "barge", "--cover", "hide", "Second").status == 0
        )
        let second = try await desk.nextPopup()
        #expect(try await desk.server.closeRequests.next() == first.id)
        try await desk.untilStage("First", "hidden")
        try await desk.server.close(second.id)
        let again = try await desk.nextPopup()
        #expect(again.notification.summary == "First")
        #expect(again.notification.expireTimeout < 20_000)
        #expect(again.notification.expireTimeout > 3000)
        #expect(again.notification.hints["suppress-sound"] == .boolean(true))
        try await desk.server.expire(again.id)
        let ended = try Object(line: try await peal.result().output)
        #expect(ended.text("outcome") == "expired")
        #expect(ended.number("attempts") == 2)
      }
    }

    @Test func droppingWhileBusyIsExit4() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        let result = try await desk.peal("ask", "--json", "--arrival", "drop", "Also?")
        #expect(result.status == 4)
        #expect(try Object(line: result.output).text("outcome") == "suppressed")
        #expect(peal.exit == nil)
      }
    }

    @Test func whatDropsTheOneUnderItIsExit4ThereUnlessThatRefuses() async throws {
      try await withDesk { desk in
        let (first, _) = try await desk.ask("First?")
        try await desk.untilStage("First?", "shown")
        let (second, popup) = try await desk.ask(
          "Second?", "--arrival", "barge", "--cover", "drop", "--interruptible", "never")
        #expect(try await first.result().status == 4)
        #expect(try Object(line: try await desk.history()).text("outcome") == "preempted")
        try await desk.untilStage("Second?", "shown")
        #expect(try await desk.peal("send", "--arrival", "barge", "Third").status == 0)
        try await desk.untilStage("Third", "waiting")
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await second.result().status == 0)
        #expect(try await desk.nextPopup().notification.summary == "Third")
      }
    }

    @Test func aTagIsIgnoredMergedOrAllowedAsAsked() async throws {
      try await withDesk { desk in
        let (first, _) = try await desk.ask("Deploy?", "--tag", "t")
        try await desk.untilStage("Deploy?", "shown")
        let ignored = try await desk.peal("ask", "--tag", "t", "--on-duplicate", "ignore", "Again?")
        #expect(ignored.status == 4)
        let merged = try await desk.start(
          "ask", "--tag", "t", "--on-duplicate", "merge", "Once more?")
        let popup = try await desk.nextPopup()
        #expect(popup.notification.summary == "Once more? (×2)")
        #expect(try Object(line: try await desk.peal("list", "--json").output).number("count") == 2)
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await first.result().output == "yes\n")
        #expect(try await merged.result().output == "yes\n")
      }
    }

    @Test func anIdIsReplacedInPlace() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "-p", "One").output == "1\n")
        let popup = try await desk.nextPopup()
        try await desk.untilStage("One", "shown")
        #expect(try await desk.peal("send", "-p", "-r", "1", "Two").output == "2\n")
        let notification = try await desk.server.notifications.next()
        #expect(notification.replacesID == popup.id)
        #expect(try Object(line: try await desk.history()).text("outcome") == "replaced")
      }
    }

    @Test func aLowOneIsNotStarvedWhereItAges() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\naging = 50ms\n") { desk in
        #expect(try await desk.peal("send", "Up").status == 0)
        let up = try await desk.nextPopup()
        let low = try await desk.start("send", "-w", "--priority", "low", "--timeout", "30s", "Low")
        try await desk.untilStage("Low", "waiting")
        #expect(try await desk.peal("send", "--ttl", "150ms", "Sand").status == 0)
        try await desk.untilStage("Sand", "ended")
        #expect(try await desk.peal("send", "--priority", "high", "High").status == 0)
        try await desk.server.close(up.id)
        let next = try await desk.nextPopup()
        #expect(next.notification.summary == "Low")
        try await desk.server.close(next.id)
        #expect(try await low.result().status == 0)
      }
    }
  }
}
