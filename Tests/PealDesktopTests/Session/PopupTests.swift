import DBus
import Peal
import Testing

@testable import PealDesktop

/// One owner's popups: calls and signals in, calls and reports out.
struct PopupTests {
  private let a = PresentRequest.make(
    id: 1, "A", actions: [("yes", "Yes"), ("no", "No"), ("default", "Open")])
  private let b = PresentRequest.make(id: 2, "B", actions: [("ok", "OK")])
  private var script = Script(.made())

  // MARK: Closing

  @Test(arguments: [
    (Alert.Expiry.never, 3600, CloseReason.dismissed),
    (.after(.seconds(60)), 4, .dismissed),
    (.after(.seconds(60)), 60, .expired),
    (.serverDefault, 4, .expired),
  ])
  mutating func aCloseThatNobodyWaitedForIsThePersonsWhereTheServerSaysExpiredOfBoth(
    expiry: Alert.Expiry, seconds: Int, reason: CloseReason
  ) {
    let request = PresentRequest.make("A") { $0.expiry = expiry }
    for (vendor, meaning) in [("MATE", reason), ("other", .expired)] {
      script = Script(.made(named: "Notification Daemon", vendor: vendor))
      script.show(request, id: 7)
      script.now = script.now + .seconds(seconds)
      let reports = script.signal(.closed(id: 7, .expired)).reports
      #expect(reports.contains(.closed(request.presentation, meaning)))
    }
  }

  @Test mutating func aPopupThatNoCallTakesDownIsMadeToRunOutOfItsTime() {
    script = Script(.made(named: "Notification Daemon", vendor: "GNOME"))
    script.show(a, id: 7)
    #expect(
      script.play(.withdraw(a.presentation)) == [
        .fade(script.owner, 7), .close(script.owner, 7, script.handle(1)),
      ])
    let call = NotifyCall(fading: 7)
    #expect(call.replaces == 7 && call.expiry == 1 && call.actions == [] && call.summary == "")
  }

  // MARK: Presenting

  @Test mutating func aRequestIsOneCallAndItsAnswerOneReport() {
    let effects = script.play(.present(a))
    #expect(effects.count == 1 && effects.shown == ["A"] && effects.replaced == [0])
    #expect(script.answer(1, .shown(.max)) == [.report(.presented(a.presentation))])
  }

  @Test(arguments: [
    (NotifyAnswer.shown(0), PresentFailure.permanent("the server answered with id 0")),
    (.refused(.retryable("busy")), .retryable("busy")),
    (.refused(.permanent("no")), .permanent("no")),
    (.unanswered("gone"), .retryable("gone")),
  ])
  mutating func whatIsNotShownFails(answer: NotifyAnswer, failure: PresentFailure) {
    script.play(.present(a))
    #expect(script.answer(1, answer) == [.report(.presentFailed(a.presentation, failure))])
    #expect(script.signal(.closed(id: 0, .dismissed)).isEmpty)
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
  }

  @Test mutating func anAnswerThatComesTwiceCountsOnce() {
    script.show(a, id: 7)
    #expect(script.answer(1, .shown(8)).isEmpty)
    #expect(script.signal(.closed(id: 8, .dismissed)).isEmpty)
    #expect(script.signal(.closed(id: 7, .dismissed)).reports.count == 1)
  }

  // MARK: Signals

  @Test mutating func aPressIsReportedWithTheCallersKey() {
    script.show(a, id: 7)
    #expect(
      script.signal(.activationToken(id: 7, token: "t"))
        == [.report(.activationToken(a.presentation, token: "t"))])
    for (wire, key) in [("0", "yes"), ("1", "no"), ("default", "Open")] {
      let key = key == "Open" ? "default" : key
      #expect(
        script.signal(.actionInvoked(id: 7, key: wire)).reports
          == [.actionInvoked(a.presentation, key: key)])
    }
    #expect(
      script.signal(.replied(id: 7, text: "so")) == [.report(.replied(a.presentation, text: "so"))])
  }

  @Test(arguments: ["yes", "", "9", "no such key"])
  mutating func aKeyThatWasNeverSentIsNoKeyOfTheCallers(key: String) {
    script.show(a, id: 7)
    let reports = script.signal(.actionInvoked(id: 7, key: key)).reports
    #expect(reports == [.actionInvoked(a.presentation, key: "")])
  }

  @Test mutating func aPressOnTheReplyFieldWaitsForItsText() {
    script = Script(.made(["actions", "inline-reply"]))
    let request = PresentRequest.make("x") { $0.replyPlaceholder = "?" }
    script.show(request, id: 7)
    #expect(script.signal(.actionInvoked(id: 7, key: "inline-reply")).isEmpty)
    #expect(
      script.signal(.replied(id: 7, text: "")).reports
        == [.replied(request.presentation, text: "")])
  }

  @Test mutating func aPressJustAfterTheCloseIsStillReported() {
    script.show(a, id: 7)
    #expect(
      script.signal(.closed(id: 7, .dismissed)).reports == [.closed(a.presentation, .dismissed)])
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports
        == [.actionInvoked(a.presentation, key: "yes")])
    #expect(script.signal(.closed(id: 7, .dismissed)).isEmpty, "a second close")
  }

  @Test mutating func onlyTheOwnersSignalsCount() {
    script.show(a, id: 7)
    #expect(script.play(.signal(from: ":1.66", .actionInvoked(id: 7, key: "0"))).isEmpty)
    #expect(script.play(.signal(from: ":1.66", .closed(id: 7, .dismissed))).isEmpty)
    #expect(script.signal(.closed(id: 8, .dismissed)).isEmpty, "another program's popup")
    #expect(script.signal(.actionInvoked(id: 7, key: "1")).reports.count == 1)
  }

  // MARK: Early signals

  @Test mutating func signalsBeforeTheAnswerAreReportedAfterIt() {
    script.play(.present(a))
    #expect(script.signal(.actionInvoked(id: 7, key: "1")).isEmpty)
    #expect(script.signal(.closed(id: 9, .expired)).isEmpty)
    #expect(script.signal(.closed(id: 7, .dismissed)).isEmpty)
    #expect(
      script.answer(1, .shown(7)).reports == [
        .presented(a.presentation), .actionInvoked(a.presentation, key: "no"),
        .closed(a.presentation, .dismissed),
      ])
    script.play(.present(b))
    #expect(script.answer(2, .shown(9)).reports == [.presented(b.presentation)])
  }

  @Test mutating func onlySoManyEarlySignalsAreKept() {
    script.play(.present(a))
    script.signal(.actionInvoked(id: 7, key: "1"))
    for id in 100..<UInt32(100 + Session.maximumEarly) { script.signal(.closed(id: id, .expired)) }
    #expect(script.answer(1, .shown(7)).reports == [.presented(a.presentation)])
  }

  // MARK: Withdrawing

  @Test mutating func aWithdrawalIsConfirmedByTheAnswerOrTheSignalWhicheverIsFirst() {
    script.show(a, id: 7)
    #expect(script.play(.withdraw(a.presentation)).closed == [7])
    #expect(
      script.play(.closeAnswered(script.handle(1))) == [.report(.withdrawn(a.presentation))])
    #expect(script.signal(.closed(id: 7, .closedByCall)).isEmpty)

    script.show(b, popup: 2, id: 8)
    #expect(script.play(.withdraw(b.presentation)).closed == [8])
    #expect(script.play(.withdraw(b.presentation)).isEmpty)
    #expect(
      script.signal(.closed(id: 8, .closedByCall)) == [.report(.withdrawn(b.presentation))])
    #expect(script.play(.closeAnswered(script.handle(2))).isEmpty)
  }

  @Test mutating func whatIsWithdrawnOnItsWayIsTakenDownOnArrival() {
    script.play(.present(a))
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
    #expect(script.play(.update(a.presentation, b.alert, count: 1)).isEmpty)
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.presented(a.presentation)])
    #expect(effects.closed == [7] && effects.shown.isEmpty)
  }

  @Test mutating func aPressOnWhatIsBeingWithdrawnStillCounts() {
    script.show(a, id: 7)
    script.play(.withdraw(a.presentation))
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports
        == [.actionInvoked(a.presentation, key: "yes")])
    #expect(
      script.signal(.closed(id: 7, .dismissed)).reports == [.closed(a.presentation, .dismissed)])
  }

  @Test mutating func whatIsNotThereCannotBeChanged() {
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
    #expect(script.play(.update(a.presentation, a.alert, count: 1)).isEmpty)
    script.show(a, id: 7)
    script.signal(.closed(id: 7, .expired))
    #expect(script.play(.update(a.presentation, a.alert, count: 1)).isEmpty)
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
  }

  @Test mutating func onlySoManyPopupsAreKnown() {
    for number in 1...UInt32(Session.maximumPopups) + 1 {
      script.show(.make(id: number, "x"), popup: UInt64(number), id: number)
    }
    #expect(script.signal(.closed(id: 1, .expired)).isEmpty, "the oldest is forgotten")
    #expect(script.signal(.closed(id: 2, .expired)).reports.count == 1)
  }
}
