import DBus
import TestBus
import Testing

extension ProcessTests {
  /// The verbs that look, and those about the queue as a whole.
  struct LookingTests {
    @Test func listIsATableInTheOrderOfShowing() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("list").output == "")
        #expect(try await desk.peal("send", "Up").status == 0)
        try await desk.untilStage("Up", "shown")
        for (priority, name) in [("low", "L\n\u{1B}[31m"), ("high", "日本")] {
          #expect(try await desk.peal("send", "--priority", priority, name).status == 0)
        }
        #expect(
          try await desk.peal("list").output == """
            ID  STAGE    PRIORITY  APP   SUMMARY
            1   shown    normal    peal  Up
            3   waiting  high      peal  日本
            2   waiting  low       peal  L  [31m

            """)
        #expect(try await desk.peal("list", "--app", "other").output == "")
      }
    }

    @Test func everyMemberOfAnObjectIsDocumented() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?", "--tag", "t", "--json")
        let live: Set = [
          "id", "stage", "app", "summary", "body", "priority", "tag", "count", "actions", "posted",
          "waited", "shown", "attempts", "by",
        ]
        #expect(try Object(line: try await desk.peal("list", "--json").output).names == live)
        #expect(try Object(line: try await desk.peal("show", "--json", "1").output).names == live)
        try await desk.server.press(popup.id, labelled: "Yes")
        let ended = live.union(["outcome", "action", "ended", "server"])
        #expect(try Object(line: try await peal.result().output).names == ended)
        #expect(try Object(line: try await desk.history()).names == ended)
      }
    }

    @Test func heldAlertsSayWhy() async throws {
      try await withBus { bus in
        #expect(try await bus.peal("pause").status == 0)
        #expect(try await bus.peal("send", "--delay", "1h", "x").status == 0)
        let list = try await bus.peal("list")
        #expect(list.output.contains("held (paused, delayed, no presenter)"))
        let line = try await bus.peal("list", "--json").output
        #expect(line.contains(#""stage":"held","why":["paused","delayed","no presenter"]"#))
      }
    }

    @Test func showSaysItForPeople() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?", "to\nproduction")
        try await desk.untilStage("Deploy?", "shown")
        let card = try await desk.peal("show", "1").output
        for line in [
          "stage:    shown", "summary:  Deploy?", "body:     to production",
          "actions:  yes=Yes, no=No", "by:       \(Programs.peal) (",
        ] { #expect(card.contains(line)) }
        #expect(try await desk.peal("show", "9").status == 66)
        #expect(peal.exit == nil)
      }
    }

    @Test(.field(55)) func everyOutcomeIsInTheHistoryOnce() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\nmax-waiting = 1\n") { desk in
        func ended(_ outcome: String, action: String? = nil) async throws {
          let lines = try Object.lines(try await desk.peal("history", "--json").output)
          let last = lines.max { $0.number("id") ?? 0 < $1.number("id") ?? 0 }
          #expect(last?.text("outcome") == outcome)
          #expect(last?.text("action") == action)
          #expect(last?.text("ended")?.hasSuffix("Z") == true)
        }
        let (acted, actedPopup) = try await desk.ask("A?")
        try await desk.server.press(actedPopup.id, labelled: "Yes")
        #expect(try await acted.result().status == 0)
        try await ended("action", action: "yes")
        let (closed, closedPopup) = try await desk.ask("B?")
        try await desk.server.close(closedPopup.id)
        #expect(try await closed.result().status == 1)
        try await ended("dismissed")
        #expect(try await desk.peal("ask", "-t", "50", "C?").status == 3)
        try await ended("expired")
        #expect(try await desk.peal("ask", "--timeout", "50ms", "D?").status == 3)
        try await ended("timed-out")
        #expect(try await desk.peal("ask", "--delay", "1h", "--ttl", "50ms", "E?").status == 3)
        try await ended("lapsed")
        let (withdrawn, _) = try await desk.ask("F?")
        #expect(try await desk.peal("withdraw", "6").status == 0)
        #expect(try await withdrawn.result().status == 4)
        try await ended("withdrawn")
        let held = try await desk.start("ask", "--arrival", "manual", "--priority", "low", "G?")
        try await desk.untilStage("G?", "held")
        let evictor = try await desk.start("ask", "--arrival", "manual", "-p", "H?")
        #expect(try await held.result().status == 4)
        #expect(try await evictor.output.nextLine() == "8")
        let all = try Object.lines(try await desk.peal("history", "--json").output)
        #expect(all.contains { $0.text("summary") == "G?" && $0.text("outcome") == "evicted" })
        #expect(try await desk.peal("clear").output == "1\n")
        #expect(try await evictor.result().status == 4)
        try await ended("cleared")
        #expect(Set(all.compactMap { $0.number("id") }).count == all.count)
      }
    }

    @Test func historyIsFilteredAndCounted() async throws {
      try await withDesk { desk in
        for app in ["a", "b", "a"] {
          #expect(try await desk.peal("send", "--app", app, "x").status == 0)
        }
        #expect(try await desk.peal("clear", "--all").output == "3\n")
        let all = try await desk.peal("history", "--json")
        #expect(try Object.lines(all.output).compactMap { $0.number("id") }.sorted() == [1, 2, 3])
        let some = try await desk.peal("history", "--json", "--app", "a")
        #expect(try Object.lines(some.output).count == 2)
        #expect(try Object.lines(try await desk.peal("history", "--json", "-n1").output).count == 1)
        #expect(try await desk.peal("history", "--since", "1h").output.contains("cleared"))
        #expect(try await desk.peal("history", "--since", "0").output == "")
      }
    }

    @Test func statusSaysItForPeopleProgramsAndBars() async throws {
      try await withDesk { desk in
        for name in ["A", "B", "C"] { #expect(try await desk.peal("send", name).status == 0) }
        try await desk.untilStage("A", "shown")
        #expect(
          try await desk.peal("status").output == """
            waiting: 2
            shown:   1
            paused:  no
            server:  Scripted Server
            daemon:  peald 0.1.0

            """)
        #expect(
          try await desk.peal("status", "--json").output == """
            {"version":"0.1.0","waiting":2,"shown":1,"paused":false,"server":"Scripted Server"}

            """)
        #expect(
          try await desk.peal("status", "--format", "waybar").output == """
            {"text":"2","alt":"waiting","tooltip":"2 waiting, 1 on screen (Scripted Server)",\
            "class":"waiting"}

            """)
      }
    }

    @Test func watchPrintsALineForEachChange() async throws {
      try await withDesk { desk in
        // Once one has come up, the server is known, and nothing is held for want of it.
        #expect(try await desk.peal("send", "First").status == 0)
        try await desk.server.close(try await desk.nextPopup().id)
        try await desk.untilStage("First", "ended")
        #expect(try await desk.peal("send", "--arrival", "manual", "Held").status == 0)
        let plain = try await desk.start("watch")
        let json = try await desk.start("watch", "--json")
        #expect(try await plain.output.nextLine() == "2  held (manual)  Held")
        #expect(try Object(line: try await json.output.nextLine()).text("summary") == "Held")
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().status == 0)
        while try await plain.output.nextLine() != "3  waiting  Deploy?" {}
        while try await plain.output.nextLine() != "3  ended (action yes)  Deploy?" {}
        var last = try Object(line: try await json.output.nextLine())
        while last.text("summary") != "Deploy?" || last.text("stage") != "ended" {
          last = try Object(line: try await json.output.nextLine())
        }
        #expect(last.text("action") == "yes")
      }
    }

    @Test func watchFollowsWhatIsMerged() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "--arrival", "manual", "--tag", "t", "A").status == 0)
        let watch = try await desk.start("watch", "--json")
        var line = try Object(line: try await watch.output.nextLine())
        #expect(line.text("summary") == "A")
        let merged = try await desk.peal("send", "--on-duplicate", "merge", "--tag", "t", "B")
        #expect(merged.status == 0)
        while line.text("summary") == "A" {
          line = try Object(line: try await watch.output.nextLine())
        }
        #expect(line.number("id") == 1)
        #expect(line.text("stage") == "held")
        #expect(line.number("count") == 2)
        #expect(try await desk.peal("clear").status == 0)
        while line.number("id") == 1 {
          line = try Object(line: try await watch.output.nextLine())
        }
        #expect(line.text("stage") == "ended")
      }
    }

    @Test(.field(51)) func aPauseHoldsAllButWhatIsCritical() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("pause").status == 0)
        for priority in ["low", "critical", "high", "normal"] {
          #expect(try await desk.peal("send", "--priority", priority, priority).status == 0)
        }
        #expect(try await desk.nextPopup().notification.summary == "critical")
        #expect(try await desk.peal("status").output.contains("paused:  yes"))
        #expect(try await desk.peal("status").output.contains("waiting: 3"))
        try await desk.untilStage("critical", "shown")
        #expect(try await desk.peal("withdraw", "--top").status == 0)
        #expect(try await desk.peal("resume").status == 0)
        #expect(try await desk.peal("resume").status == 0)
        for name in ["high", "normal", "low"] {
          let popup = try await desk.nextPopup()
          #expect(popup.notification.summary == name)
          try await desk.server.close(popup.id)
        }
      }
    }

    @Test func aPauseEndsByItselfOrLetsNothingPass() async throws {
      try await withDesk { desk async throws in
        #expect(try await desk.peal("pause", "--for", "3s", "--except", "none").status == 0)
        #expect(try await desk.peal("send", "--priority", "critical", "x").status == 0)
        #expect(try await desk.peal("list").output.contains("held (paused)"))
        #expect(try await desk.nextPopup().notification.summary == "x")
      }
    }

    @Test func reloadNamesEveryFault() async throws {
      try await withDesk(settings: "[queue]\ngap = 0\n") { desk in
        #expect(try await desk.peal("status").status == 0)
        #expect(try await desk.peal("reload").status == 0)
        try desk.bus.folder.write(
          "[queue]\ngap = soon\norder = best\n", to: "config/peal/peal.conf")
        let result = try await desk.peal("reload")
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.contains("peal.conf:2: "))
        #expect(result.errors.contains("peal.conf:3: "))
        #expect(result.errors.hasSuffix("the old configuration stays\n"))
      }
    }

    @Test func doctorNamesTheBusTheDaemonAndTheServer() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "x").status == 0)
        try await desk.untilStage("x", "shown")
        let result = try await desk.peal("doctor")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("bus: "))
        #expect(result.output.contains(desk.bus.address))
        #expect(result.output.contains("Scripted Server"))
        let object = try Object(line: try await desk.peal("doctor", "--json").output)
        #expect(object.text("bus") == desk.bus.address)
        #expect(object.names.allSatisfy { $0 == $0.lowercased() })
      }
    }
  }
}
