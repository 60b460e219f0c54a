import DBus
import TestBus
import Testing

extension ProcessTests {
  /// `peal send`: what the server gets, what is printed, and what a script waits for.
  struct SendTests {
    @Test func itPrintsNothingAndTheServerGetsIt() async throws {
      try await withDesk { desk in
        let result = try await desk.peal(
          "send", "Backup", "12 <GiB> & more", "-a", "backup", "-u", "critical", "-t", "5s", "-c",
          "transfer.complete", "-e", "--progress", "40", "-h", "string:note:x:y", "-A", "open=Open")
        #expect(result.output == "")
        #expect(result.errors == "")
        #expect(result.status == 0)
        let popup = try await desk.nextPopup().notification
        #expect(popup.appName == "backup")
        #expect(popup.replacesID == 0)
        #expect(popup.summary == "Backup")
        #expect(popup.body == "12 &lt;GiB&gt; &amp; more")
        #expect(popup.labels == ["Open"])
        #expect(popup.expireTimeout == 5000)
        #expect(popup.hints["urgency"] == .byte(2))
        #expect(popup.hints["value"] == .int32(40))
        #expect(popup.hints["transient"] == .boolean(true))
        #expect(popup.hints["category"] == .string("transfer.complete"))
        #expect(popup.hints["note"] == .string("x:y"))
      }
    }

    @Test func theIdIsPrintedOrAnObject() async throws {
      try await withDesk { desk async throws in
        #expect(try await desk.peal("send", "-p", "One").output == "1\n")
        #expect(try await desk.peal("send", "--json", "Two").output == "{\"id\":2}\n")
        #expect(try await desk.peal("send", "--json", "-p", "Three").output == "{\"id\":3}\n")
      }
    }

    @Test func actionsAloneDoNotWait() async throws {
      try await withDesk { desk async throws in
        #expect(try await desk.peal("send", "-A", "yes=Yes", "Hm?").status == 0)
      }
    }

    @Test(.field(17)) func withoutAServerItReturnsAndTheServerThatComesGetsAllInOrder() async throws
    {
      try await withBus { bus in
        for name in ["A", "B", "C"] {
          let result = try await bus.peal("send", name)
          #expect(result.status == 0)
          #expect(result.errors == "")
        }
        let server = try await ScriptedServer.start(on: bus)
        for name in ["A", "B", "C"] {
          let notification = try await server.notifications.next()
          #expect(notification.summary == name)
          let popup = try await server.popups.first("popup") { $0.last }
          try await server.close(popup.id)
        }
        #expect(await server.mostOnScreen == 1)
      }
    }

    @Test(arguments: [("close", 0), ("expire", 0), ("withdraw", 4)])
    func waitingForNewsIsExit0HoweverItLeavesTheScreen(way: String, status: Int32) async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "-w", "Build finished")
        let popup = try await desk.nextPopup()
        switch way {
        case "close": try await desk.server.close(popup.id)
        case "expire": try await desk.server.expire(popup.id)
        default: #expect(try await desk.peal("withdraw", "1").status == 0)
        }
        let result = try await peal.result()
        #expect(result.output == "")
        #expect(result.status == status)
      }
    }

    @Test func waitingWithActionsIsAsking() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "-w", "-A", "Go", "Ready")
        let popup = try await desk.nextPopup()
        try await desk.server.close(popup.id)
        #expect(try await peal.result().status == 1)
      }
    }

    @Test func aBodyOfADashIsStandardInputWithoutItsLastNewline() async throws {
      try await withDesk { desk in
        let result = try await desk.peal(
          "send", "Log", "-", input: .text("one\ntwo\u{0}three\n\n"))
        #expect(result.status == 0)
        #expect(try await desk.nextPopup().notification.body == "one\ntwo\u{FFFD}three\n")
      }
    }

    @Test func aLongStandardInputIsCutAndTheWriterIsNotEnded() async throws {
      try await withDesk { desk in
        let text = String(repeating: "é", count: 1_000_000)
        let result = try await desk.peal("send", "-p", "Log", "-", input: .text(text))
        #expect(result.status == 0)
        #expect(
          result.errors == "peal: warning: the text on standard input is cut at 1048576 bytes\n")
        let shown = try Object(line: try await desk.peal("show", "--json", "1").output)
        #expect(shown.text("body") == String(repeating: "é", count: 524_288))
      }
    }

    @Test(.field(32)) func badTextIsRepairedEverywhere() async throws {
      try await withDesk { desk in
        let script =
          #"exec "$0" send "$(printf 'a\377b')" "$(printf '\355\240\200')" -A "$(printf 'k\300=\301')""#
        let result = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal], environment: desk.bus.environment)
        #expect(result.status == 0)
        let notification = try await desk.nextPopup().notification
        #expect(notification.summary == "a\u{FFFD}b")
        #expect(notification.body.allSatisfy { $0 == "\u{FFFD}" })
        #expect(notification.labels == ["\u{FFFD}"])
      }
    }

    @Test(.field(35)) func theFirstLineOfABodyAloneIsItsHeadline() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "", "one\ntwo").status == 0)
        let notification = try await desk.nextPopup().notification
        #expect(notification.summary == "one")
        #expect(notification.body == "two")
      }
    }

    @Test(.field(35)) func nothingToSayIsExit64() async throws {
      try await withDesk { desk in
        for words in [["", ""], [" ", "\n\t"]] {
          let result = try await desk.peal("send", words[0], words[1])
          #expect(result.status == 64)
          #expect(result.errors == "peal: error: an alert needs a summary or a body\n")
        }
      }
    }

    @Test(.field(47), .field(50)) func picturesAreFoundWhereTheCallerStands() async throws {
      try await withDesk { desk in
        let file = try desk.bus.folder.write("P1 1 1 0", to: "picture.pbm")
        let script = #"cd "$1" && exec "$0" send -i ./picture.pbm --image picture.pbm Look"#
        let result = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal, desk.bus.folder.path],
          environment: desk.bus.environment)
        #expect(result.errors == "")
        let notification = try await desk.nextPopup().notification
        #expect(notification.appIcon.hasSuffix(file))
        guard case .string(let image) = notification.hints["image-path"] else {
          Issue.record("no image-path")
          return
        }
        #expect(image.hasSuffix(file))
      }
    }

    /// A shell that sees it in quotes leaves it alone.
    @Test(.field(50)) func aTildeIsTheCallersHome() async throws {
      try await withDesk { desk in
        let file = try desk.bus.folder.write("P1 1 1 0", to: "picture.pbm")
        let result = try await ChildProcess.run(
          "env",
          [
            "HOME=\(desk.bus.folder.path)", Programs.peal, "send", "-n", "~/picture.pbm", "--image",
            "~/picture.pbm", "x",
          ], environment: desk.bus.environment)
        #expect(result.errors == "")
        let notification = try await desk.nextPopup().notification
        #expect(notification.appIcon.hasSuffix(file))
        #expect(notification.hints["image-path"]?.string?.hasSuffix(file) == true)
      }
    }

    @Test(.field(50)) func aMissingPictureIsAWarning() async throws {
      try await withDesk { desk in
        let result = try await desk.peal("send", "-i", "./no/such.png", "--image", "none.png", "x")
        #expect(result.status == 0)
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(result.errors.contains("--icon \"./no/such.png\" is not there"))
        #expect(try await desk.nextPopup().notification.appIcon == "")
      }
    }

    @Test func anUnknownPriorityIsNormalWithAWarning() async throws {
      try await withDesk { desk in
        let result = try await desk.peal("send", "--priority", "urgent", "x")
        #expect(result.status == 0)
        #expect(result.errors.contains("taken as normal"))
      }
    }

    @Test(arguments: [
      (["--priority", "low"], UInt8(0), "low"), (["--priority", "high"], 1, "high"),
      (["--priority", "critical"], 2, "critical"), (["-u", "low"], 0, "low"),
      (["-u", "critical", "--priority", "low"], 2, "low"), ([], 1, "normal"),
    ])
    func urgencyAndPriorityFollowEachOther(
      options: [String], urgency: UInt8, priority: String
    ) async throws {
      try await withDesk { desk in
        let arguments = ["send"] + options + ["x"]
        let result = try await Programs.peal(arguments, environment: desk.bus.environment)
        #expect(result.status == 0)
        #expect(try await desk.nextPopup().notification.hints["urgency"] == .byte(urgency))
        let shown = try Object(line: try await desk.peal("list", "--json").output)
        #expect(shown.text("priority") == priority)
      }
    }
  }
}
