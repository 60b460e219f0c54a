import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// `peal ask`: what is printed and which exit status a script gets.
  struct AskTests {
    @Test func yesIsPrintedAndIsExit0() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?", "to production")
        #expect(popup.notification.summary == "Deploy?")
        #expect(popup.notification.body == "to production")
        #expect(popup.notification.labels == ["Yes", "No"])
        #expect(popup.notification.expireTimeout == 0)
        try await desk.server.press(popup.id, labelled: "Yes")
        let result = try await peal.result()
        #expect(result.output == "yes\n")
        #expect(result.errors == "")
        #expect(result.status == 0)
      }
    }

    @Test func noIsPrintedAndIsExit1() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.server.press(popup.id, labelled: "No")
        let result = try await peal.result()
        #expect(result.output == "no\n")
        #expect(result.status == 1)
      }
    }

    @Test(.field(40)) func closingIsExit1AndNothingIsPrinted() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask(
          "Deploy?", "-A", "approve=Approve", "-A", "deny=Deny")
        try await desk.server.close(popup.id)
        let result = try await peal.result()
        #expect(result.output == "")
        #expect(result.status == 1)
      }
    }

    @Test func aCancelStyleActionIsARefusalAndItsKeyIsPrinted() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Disk full", "-A", "Clean up", "--cancel", "Ignore")
        try await desk.server.press(popup.id, labelled: "Ignore")
        let result = try await peal.result()
        #expect(result.output == "1\n")
        #expect(result.status == 1)
      }
    }

    @Test(.field(13)) func theKeyComesBackAsItWasAndNothingIsExecuted() async throws {
      try await withDesk { desk in
        let mark = desk.bus.folder.file("executed")
        let key = "$(touch \(mark))`touch \(mark)`"
        let (peal, popup) = try await desk.ask("Open?", "-A", "\(key)=xdg-open https://example.org")
        #expect(popup.notification.labels == ["xdg-open https://example.org"])
        try await desk.server.press(popup.id, labelled: "xdg-open https://example.org")
        #expect(try await peal.result().output == key + "\n")
        #expect(access(mark, F_OK) != 0)
      }
    }

    @Test func anExpiryIsExit3() async throws {
      try await withDesk { desk in
        let result = try await desk.peal("ask", "Quick?", "-t", "50")
        #expect(result.output == "")
        #expect(result.status == 3)
        try await desk.untilEmpty()
      }
    }

    @Test func theOverallTimeIsExit3AndClosesThePopup() async throws {
      try await withDesk(.with { $0.reports = .none }) { desk in
        let result = try await desk.peal("ask", "Quick?", "--timeout", "200ms")
        #expect(result.status == 3)
        #expect(try await desk.server.closeRequests.next() == 1)
      }
    }

    @Test(.field(45)) func anAlertThatIsTakenAwayIsExit4() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?", "--tag", "deploy")
        #expect(try await desk.peal("withdraw", "--tag", "deploy").status == 0)
        let result = try await peal.result()
        #expect(result.output == "")
        #expect(result.status == 4)
        try await desk.untilEmpty()
      }
    }

    @Test(.field(1)) func aSecondQuestionWithTheSameTagTakesThePlaceOfTheFirst() async throws {
      try await withDesk(.with { $0.reports = .none }) { desk in
        let (first, _) = try await desk.ask("One?", "--tag", "t")
        let (second, popup) = try await desk.ask("Two?", "--tag", "t")
        #expect(try await first.result().status == 4)
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await second.result().status == 0)
      }
    }

    @Test func theIdComesFirstOnItsOwnLine() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("ask", "-p", "Deploy?")
        let id = try await peal.output.nextLine()
        _ = try await desk.nextPopup()
        #expect(peal.exit == nil)
        #expect(try await desk.peal("answer", id, "no").status == 0)
        let result = try await peal.result()
        #expect(result.output == "\(id)\nno\n")
        #expect(result.status == 1)
        try await desk.untilEmpty()
      }
    }

    @Test func jsonSaysAllOfIt() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask(
          "Deploy?", "now", "--json", "--tag", "t", "-a", "app", "--destructive", "go=Go")
        try await desk.server.press(popup.id, labelled: "Go")
        let result = try await peal.result()
        let object = try Object(line: result.output)
        #expect(object.number("id") == 1)
        for (name, text) in [
          "stage": "ended", "outcome": "action", "action": "go", "app": "app", "tag": "t",
          "summary": "Deploy?", "body": "now", "priority": "normal", "server": "Scripted Server",
        ] { #expect(object.text(name) == text, "\(name)") }
        #expect(
          result.output.contains(#""actions":[{"key":"go","label":"Go","style":"destructive"}]"#))
        #expect(result.output.contains(#""exe":"\#(Programs.peal)""#))
        #expect(result.status == 0)
      }
    }

    @Test(.field(41)) func aReplyIsPrinted() async throws {
      var behaviour = Behaviour()
      behaviour.capabilities.append("inline-reply")
      try await withDesk(behaviour) { desk in
        let (peal, popup) = try await desk.ask("Who is there?", "--reply", "Your name")
        try await desk.server.reply(popup.id, "Ada Lovelace")
        let result = try await peal.result()
        #expect(result.output == "Ada Lovelace\n")
        #expect(result.status == 0)
      }
    }

    @Test(.field(39), .field(41)) func aReplyThatNobodyCanTypeFailsAtOnce() async throws {
      try await withDesk(.with { $0.capabilities = ["body", "actions"] }) { desk in
        let result = try await desk.peal("ask", "Who is there?", "--reply", "Your name")
        #expect(result.status == 69)
        #expect(result.errors.contains("inline-reply"))
        #expect(try await desk.peal("list").output == "")
      }
    }

    @Test(.field(12), arguments: [ChildProcess.Input.open, .closed, .nothing])
    func standardInputDoesNotMatter(input: ChildProcess.Input) async throws {
      try await withDesk { desk in
        let peal = try await desk.start("ask", "Deploy?", input: input)
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().status == 0)
      }
    }

    @Test(.field(6)) func aPressEndsItThoughTheServerSaysNothingMore() async throws {
      try await withDesk(.with { $0.afterAction = .nothing }) { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().status == 0)
        #expect(try await desk.server.closeRequests.next() == popup.id)
      }
    }

    @Test(.field(46)) func aQuestionThatNobodyAnswersIsBoundedByTheConfiguration() async throws {
      try await withDesk(settings: "[queue]\nanswer-timeout = 300ms\n") { desk in
        #expect(try await desk.peal("ask", "Anybody?").status == 3)
        #expect(try Object(line: try await desk.history()).text("outcome") == "timed-out")
        let (peal, popup) = try await desk.ask("For ever?", "--timeout", "0")
        #expect(try await desk.peal("ask", "--arrival", "barge", "Meanwhile?").status == 3)
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().status == 0)
      }
    }

    @Test(.field(16)) func withoutAServerNoQueueIsExit69InOneLine() async throws {
      try await withBus { bus in
        let result = try await bus.peal("ask", "--no-queue", "Deploy?")
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("peal: error: no notification server"))
        #expect(result.errors.split(separator: "\n").count == 1)
      }
    }

    @Test func aServerThatRefusesForGoodIsExit69() async throws {
      try await withDesk(.with { $0.answersZero = true }) { desk in
        let result = try await desk.peal("ask", "Deploy?")
        #expect(result.status == 69)
        #expect(result.errors.contains("did not take the alert"))
      }
    }
  }
}
