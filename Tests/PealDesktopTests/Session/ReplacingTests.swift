import DBus
import Peal
import Testing

@testable import PealDesktop

/// Updates and take-overs: one popup, several calls, and servers that have their own idea of it.
struct ReplacingTests {
  private let a = PresentRequest.make(id: 1, "A", actions: [("yes", "Yes")])
  private let b = PresentRequest.make(
    id: 2, "B", actions: [("ok", "OK")],
    replacing: Presentation(id: AlertID(rawValue: 1), attempt: 1))
  private let c = PresentRequest.make(
    id: 3, "C", replacing: Presentation(id: AlertID(rawValue: 2), attempt: 1))
  private var script = Script(.made())

  private func alert(_ summary: String) -> Alert {
    var alert = a.alert
    alert.summary = summary
    return alert
  }

  // MARK: Updates

  @Test mutating func anUpdateReplacesInPlaceAndReportsNothing() {
    script.show(a, id: 7)
    let effects = script.play(.update(a.presentation, alert("A2"), count: 1))
    #expect(effects.shown == ["A2"] && effects.replaced == [7])
    #expect(script.answer(1, .shown(7)).isEmpty)
  }

  @Test mutating func ofSeveralUpdatesMeanwhileTheLatestGoesOut() {
    script.show(a, id: 7)
    #expect(script.play(.update(a.presentation, alert("A2"), count: 1)).shown == ["A2"])
    #expect(script.play(.update(a.presentation, alert("A3"), count: 1)).isEmpty)
    #expect(script.play(.update(a.presentation, alert("A4"), count: 1)).isEmpty)
    #expect(script.answer(1, .shown(7)).shown == ["A4"])
    #expect(script.answer(1, .shown(7)).isEmpty)
  }

  @Test mutating func anUpdateBeforeTheAnswerGoesOutAfterIt() {
    script.play(.present(a))
    #expect(script.play(.update(a.presentation, alert("A2"), count: 1)).isEmpty)
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.presented(a.presentation)])
    #expect(effects.shown == ["A2"] && effects.replaced == [7])
  }

  @Test mutating func anUpdateBringsItsCount() {
    script.play(.present(a))
    #expect(script.play(.update(a.presentation, alert("A2"), count: 2)).isEmpty)
    #expect(script.answer(1, .shown(7)).shown == ["A2 (×2)"])
    #expect(script.play(.update(a.presentation, alert("A3"), count: 3)).isEmpty)
    #expect(script.answer(1, .shown(7)).shown == ["A3 (×3)"])
    script.answer(1, .shown(7))
    #expect(script.play(.update(a.presentation, alert("A4"), count: 4)).shown == ["A4 (×4)"])
  }

  @Test mutating func anUpdateOfWhatWaitsToTakeAPopupOverBringsItsCount() {
    script.play(.present(a))
    script.play(.present(b))
    #expect(script.play(.update(b.presentation, b.alert, count: 2)).isEmpty)
    #expect(script.answer(1, .shown(7)).shown == ["B (×2)"])
  }

  @Test mutating func anUpdateThatIsRefusedChangesNothing() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, alert("A2"), count: 1))
    #expect(script.answer(1, .refused(.permanent("no"))).isEmpty)
    #expect(script.signal(.actionInvoked(id: 7, key: "0")).reports.count == 1)
  }

  @Test mutating func aPressDuringAnUpdateBelongsToWhatIsOnScreen() {
    script.show(a, id: 7)
    var changed = a.alert
    changed.actions = b.alert.actions
    script.play(.update(a.presentation, changed, count: 1))
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports
        == [.actionInvoked(a.presentation, key: "yes")])
    script.answer(1, .shown(7))
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports
        == [.actionInvoked(a.presentation, key: "ok")])
  }

  /// dunst closes a popup, as expired, for a newcomer with its tag, and gives that a new id.
  @Test mutating func aNewIDAfterACloseAsExpiredIsTheSamePopup() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, alert("A2"), count: 1))
    #expect(script.signal(.closed(id: 7, .expired)).isEmpty)
    #expect(script.answer(1, .shown(8)).isEmpty)
    #expect(
      script.signal(.closed(id: 8, .dismissed)).reports == [.closed(a.presentation, .dismissed)])
  }

  @Test mutating func aNewIDWithoutACloseTakesTheOldPopupDown() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, alert("A2"), count: 1))
    #expect(script.answer(1, .shown(8)) == [.close(script.owner, 7, nil)])
    #expect(script.signal(.closed(id: 7, .closedByCall)).isEmpty)
    #expect(script.play(.withdraw(a.presentation)).closed == [8])
  }

  @Test mutating func aPopupThatThePersonClosesDuringAnUpdateStaysClosed() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, alert("A2"), count: 1))
    #expect(
      script.signal(.closed(id: 7, .dismissed)).reports == [.closed(a.presentation, .dismissed)])
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
    #expect(script.answer(1, .shown(8)) == [.close(script.owner, 8, script.handle(1))])
    #expect(script.play(.closeAnswered(script.handle(1))).isEmpty)
  }

  @Test mutating func aPopupThatExpiresDuringAnUpdateInPlaceHasEnded() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, alert("A2"), count: 1))
    script.signal(.closed(id: 7, .expired))
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.closed(a.presentation, .expired)])
    #expect(effects.closed == [7])
  }

  // MARK: Take-overs

  @Test mutating func aNewcomerTakesAPopupOverInPlace() {
    script.show(a, id: 7)
    let effects = script.play(.present(b))
    #expect(effects.shown == ["B"] && effects.replaced == [7])
    #expect(script.answer(1, .shown(7)) == [.report(.presented(b.presentation))])
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports
        == [.actionInvoked(b.presentation, key: "ok")])
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
  }

  @Test mutating func aPressBeforeTheTakeOverIsNoAnswerToTheNewcomer() {
    script.show(a, id: 7)
    script.play(.present(b))
    #expect(script.signal(.actionInvoked(id: 7, key: "0")).isEmpty)
    #expect(script.answer(1, .shown(7)).reports == [.presented(b.presentation)])
  }

  @Test mutating func aPopupClosedBeforeTheTakeOverIsShownAnew() {
    script.show(a, id: 7)
    script.play(.present(b))
    #expect(script.signal(.closed(id: 7, .dismissed)).isEmpty)
    // The server adopted the id: what was closed may be up again, or B may have been closed.
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports.isEmpty && effects.closed == [7])
    #expect(effects.shown == ["B"] && effects.replaced == [0])
    #expect(script.answer(1, .shown(8)).reports == [.presented(b.presentation)])
  }

  @Test mutating func aPopupClosedBeforeTheTakeOverMayGetANewID() {
    script.show(a, id: 7)
    script.play(.present(b))
    script.signal(.closed(id: 7, .dismissed))
    #expect(script.answer(1, .shown(8)) == [.report(.presented(b.presentation))])
  }

  @Test mutating func aTakeOverWaitsForTheAnswerOfWhatItReplaces() {
    script.play(.present(a))
    #expect(script.play(.present(b)).isEmpty)
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.presented(a.presentation)])
    #expect(effects.shown == ["B"] && effects.replaced == [7])
    #expect(script.answer(1, .shown(7)).reports == [.presented(b.presentation)])
  }

  @Test mutating func ofTwoThatWaitToTakeOverTheLatestDoes() {
    script.play(.present(a))
    script.play(.present(b))
    let failures = script.play(.present(c)).reports
    #expect(
      failures == [
        .presentFailed(b.presentation, .permanent("it ended before it could be shown"))
      ])
    #expect(script.answer(1, .shown(7)).shown == ["C"])
    #expect(script.answer(1, .shown(7)).reports == [.presented(c.presentation)])
  }

  @Test mutating func aNewcomerThatEndsFirstTakesThePopupWithIt() {
    script.play(.present(a))
    script.play(.present(b))
    #expect(
      script.play(.withdraw(b.presentation)).reports == [
        .presentFailed(b.presentation, .permanent("it ended before it could be shown"))
      ])
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.presented(a.presentation)] && effects.closed == [7])
  }

  @Test mutating func aNewcomerWhosePopupFailsIsShownByItself() {
    script.play(.present(a))
    script.play(.present(b))
    let effects = script.answer(1, .refused(.permanent("no")))
    #expect(effects.reports == [.presentFailed(a.presentation, .permanent("no"))])
    #expect(effects.shown == ["B"] && effects.replaced == [0])
  }

  @Test mutating func aTakeOverThatIsRefusedLeavesNoPopupBehind() {
    script.show(a, id: 7)
    script.play(.present(b))
    let effects = script.answer(1, .refused(.retryable("busy")))
    #expect(effects.reports == [.presentFailed(b.presentation, .retryable("busy"))])
    #expect(effects.closed == [7])
  }

  @Test mutating func whatIsLeavingIsNotTakenOver() {
    script.show(a, id: 7)
    script.play(.withdraw(a.presentation))
    let effects = script.play(.present(b))
    #expect(effects.shown == ["B"] && effects.replaced == [0])
  }

  // MARK: Joining

  @Test mutating func aServerThatJoinsTwoPopupsHasClosedTheFirst() {
    script.show(a, id: 7)
    script.play(.present(.make(id: 9, "A")))
    let effects = script.answer(2, .shown(7))
    #expect(effects.reports.first == .closed(a.presentation, .undefined))
    #expect(effects.reports.count == 2)
  }

  @Test(arguments: ["dunst", "lxqt-notificationd", "Plasma"])
  mutating func equalTextsAreToldApartWhereTheyWouldNotBeShown(server: String) {
    script = Script(.made(named: server))
    let bodies = (1...3).map { number in
      script.play(.present(.make(id: UInt32(number), "same", body: "same"))).bodies[0]
    }
    #expect(Set(bodies).count == 3)
    #expect(Set(bodies.map { $0.filter { $0 != "\u{200B}" } }) == ["same"])
  }

  @Test mutating func elsewhereEqualTextsStayAsTheyAre() {
    let bodies = (1...2).map { number in
      script.play(.present(.make(id: UInt32(number), "same", body: "same"))).bodies[0]
    }
    #expect(bodies == ["same", "same"])
  }
}

extension [Effect] {
  fileprivate var bodies: [String] {
    compactMap { if case .notify(_, _, let call) = $0 { call.body } else { nil } }
  }
}
