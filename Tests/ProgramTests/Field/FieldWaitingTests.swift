import DBus
import TestBus
import Testing

extension ProcessTests {
  /// Faults from the field about waiting: what servers leave unsaid, say twice, or in another order.
  struct FieldWaitingTests {
    @Test(.field(5)) func aPopupThatOnlyMovesToTheTrayIsEndedByOurClock() async throws {
      try await withDesk(.with { ($0.reports, $0.hasTray) = (.allButExpiry, true) }) { desk in
        let result = try await desk.peal("ask", "Quick?", "-t", "500")
        #expect(result.output == "")
        #expect(result.status == 3)
        #expect(try Object(line: try await desk.history()).text("outcome") == "expired")
        #expect(try await desk.server.closeRequests.next() == 1)
      }
    }

    @Test(.field(6)) func afterAPressTheNextOneComesThoughTheServerSaysNothingMore() async throws {
      try await withDesk(.with { $0.afterAction = .nothing }) { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        #expect(try await desk.peal("send", "Next").status == 0)
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
        #expect(try await desk.server.closeRequests.next() == popup.id)
        #expect(try await desk.nextPopup().notification.summary == "Next")
      }
    }

    /// Ways in which a press and its close may come.
    static let orders: [Behaviour] = [
      .with { $0.afterAction = .closes(reason: 2) },
      .with { $0.afterAction = .closesFirst(reason: 2) },
      .with { ($0.afterAction, $0.copies) = (.closes(reason: 3), 2) },
      .with { ($0.afterAction, $0.copies) = (.closesFirst(reason: 1), 2) },
    ]

    @Test(.field(7), arguments: orders)
    func aPressAndItsCloseInAnyOrderAndNumberAreOneAnswer(behaviour: Behaviour) async throws {
      try await withDesk(behaviour) { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        try await desk.server.press(popup.id, labelled: "No")
        let result = try await peal.result()
        #expect(result.output == "no\n")
        #expect(result.status == 1)
        let ended = try Object.lines(try await desk.peal("history", "--json").output)
        #expect(ended.map { $0.text("action") } == ["no"])
      }
    }

    @Test(.field(40), arguments: ["Approve": "approve\n", "Deny": "deny\n", "": ""])
    func approvingDenyingAndClosingAreThreeThings(label: String, output: String) async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask(
          "Deploy?", "-A", "approve=Approve", "--cancel", "deny=Deny")
        if label.isEmpty {
          try await desk.server.close(popup.id)
        } else {
          try await desk.server.press(popup.id, labelled: label)
        }
        let result = try await peal.result()
        #expect(result.output == output)
        #expect(result.status == (label == "Approve" ? 0 : 1))
      }
    }

    @Test(
      .field(41),
      arguments: ["one line", "several\nlines", "", "$(touch x) `y` \"z\""],
      [Behaviour.AfterAction.closes(reason: 2), .closesFirst(reason: 2), .nothing])
    func aReplyIsPrintedOnce(text: String, after: Behaviour.AfterAction) async throws {
      let behaviour = Behaviour.with {
        $0.capabilities.append("inline-reply")
        $0.afterAction = after
      }
      try await withDesk(behaviour) { desk in
        let (peal, popup) = try await desk.ask("Who is there?", "--reply", "Your name")
        #expect(popup.notification.keys == ["inline-reply"])
        try await desk.server.reply(popup.id, text)
        let result = try await peal.result()
        #expect(result.output == text + "\n")
        #expect(result.status == 0)
      }
    }

    @Test(.field(41)) func withoutReplyFieldsOnlyTheActionsAreOffered() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask(
          "Who is there?", "--reply", "Your name", "-A", "me=Me", "--json")
        #expect(popup.notification.keys == ["0"])
        try await desk.server.press(popup.id, labelled: "Me")
        let ended = try Object(line: try await peal.result().output)
        #expect(ended.text("action") == "me")
        #expect(ended.text("text") == nil)
      }
    }

    @Test(.field(43), arguments: [(Behaviour.xfce, 500), (Behaviour(), 1000)])
    func aCriticalOneThatTheServerKeepsGoesByOurClock(
      server: Behaviour, milliseconds: Int
    ) async throws {
      var behaviour = server
      behaviour.expiry = .ignoredForCritical
      try await withDesk(behaviour) { desk in
        let result = try await desk.peal("ask", "Fire?", "-u", "critical", "-t", "500")
        #expect(result.status == 3)
        try await desk.untilEmpty()
        let times = desk.server.events.all.compactMap { event, time in
          switch event {
          case .notify, .closeRequested: time
          case .asked, .gone, .died: ContinuousClock.Instant?.none
          }
        }
        let shown = try #require(times.first)
        let closed = try #require(times.last)
        #expect(closed - shown >= .milliseconds(milliseconds))
        // Nobody waits for a server that is known not to obey.
        if server.name == Behaviour.xfce.name { #expect(closed - shown < .seconds(1)) }
      }
    }

    @Test(.field(45)) func whatIsWithdrawnByItsTagLeavesQueueAndScreenAndItsWaiters() async throws {
      try await withDesk { desk in
        let (shown, popup) = try await desk.ask("Low?", "--tag", "battery")
        let waiting = try await desk.start(
          "ask", "Lower?", "--tag", "battery", "--on-duplicate", "allow")
        try await desk.untilStage("Lower?", "waiting")
        #expect(try await desk.peal("withdraw", "--tag", "battery").status == 0)
        #expect(try await shown.result().status == 4)
        #expect(try await waiting.result().status == 4)
        #expect(try await desk.server.closeRequests.next() == popup.id)
        // Its ending is told before its popup is down.
        try await desk.untilStage("Low?", "ended")
        #expect(try await desk.listed() == [])
        #expect(desk.server.notifications.all.count == 1)
      }
    }
  }
}
