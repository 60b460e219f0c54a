import DBus
import Peal
import Testing

@testable import PealDesktop

/// Owners of the name that come, go, stall and change.
struct ServerLinkTests {
  private let a = PresentRequest.make(id: 1, "A", actions: [("yes", "Yes")])
  private let again = PresentRequest.make(
    id: 1, attempt: 2, "A", actions: [("yes", "Yes")],
    replacing: Presentation(id: AlertID(rawValue: 1), attempt: 1))
  private var script = Script(.made())

  /// An equal server under another name.
  private var successor: Server {
    let server = Server.made()
    return Server(
      owner: ":1.9", generation: 2, information: server.information,
      capabilities: server.capabilities, traits: server.traits)
  }

  // MARK: Meeting

  @Test mutating func anOwnerIsAskedWhoItIsAndThenAvailable() {
    var script = Script()
    #expect(
      script.play(.owner(":1.5")) == [
        .askInformation(":1.5", generation: 1), .askCapabilities(":1.5", generation: 1),
        .awaitReply(generation: 1),
      ])
    #expect(script.play(.capable(generation: 1, Capabilities(["actions"]))).isEmpty)
    let server = Server.made(["actions"], named: "dunst", vendor: "knopwob")
    let effects = script.play(.informed(generation: 1, server.information))
    #expect(effects.reports == [.available(server.presenterTraits)])
  }

  @Test mutating func anOwnerThatSaysNothingIsAskedAgain() {
    var script = Script()
    let questions = script.play(.owner(":1.5"))
    #expect(script.play(.patienceOver(generation: 1)) == questions)
    #expect(script.play(.patienceOver(generation: 1)) == questions)
    script.play(.informed(generation: 1, nil))
    let reports = script.play(.patienceOver(generation: 1)).reports
    #expect(reports.count == 1, "one answer is a sign of life, even an error")
  }

  @Test mutating func whatItCanDoIsLearntAlthoughItSaysSoLate() {
    var script = Script()
    script.play(.owner(":1.5"))
    let server = Server.made(["actions", "inhibitions"], named: "Plasma", vendor: "KDE")
    script.play(.informed(generation: 1, server.information))
    #expect(script.play(.patienceOver(generation: 1)).reports.count == 1)
    let property = InhibitionProperty(
      interface: "org.freedesktop.Notifications", name: "Inhibited")
    #expect(
      script.play(.capable(generation: 1, server.capabilities)) == [
        .askInhibition(":1.5", property, generation: 1)
      ])
    #expect(script.play(.capable(generation: 1, server.capabilities)).isEmpty)
    let reports = script.play(.inhibited(generation: 1, true)).reports
    guard case .available(let traits) = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(traits.isInhibited)
  }

  @Test mutating func whoItIsIsLearntAlthoughItSaysSoLate() {
    var script = Script()
    script.play(.owner(":1.5"))
    let server = Server.made(["actions"], named: "dunst", vendor: "knopwob")
    script.play(.capable(generation: 1, server.capabilities))
    #expect(script.play(.patienceOver(generation: 1)).reports.count == 1)
    let effects = script.play(.informed(generation: 1, server.information))
    #expect(effects.reports == [.available(server.presenterTraits)])
    let property = InhibitionProperty(interface: "org.dunstproject.cmd0", name: "paused")
    #expect(effects.last == .askInhibition(":1.5", property, generation: 1))
    #expect(script.play(.informed(generation: 1, server.information)).isEmpty)
  }

  @Test mutating func whatItShowedOfItselfOutweighsWhatIsKnownOfItsKind() {
    var seen = ServerTraits()
    seen.drawsButtons = .init(value: true, origin: .observed)
    seen.obeysExpiry = .assumed(.never)
    let traits = ServerTraits.known(of: Server.made(named: "dunst").information).corrected(by: seen)
    #expect(traits.drawsButtons == seen.drawsButtons)
    #expect(traits.closesAfterAction == .known(false))
    #expect(traits.obeysExpiry == .assumed(.always))
  }

  @Test mutating func withoutAServerNothingIsShown() {
    var script = Script()
    let reports = script.play(.present(a)).reports
    #expect(
      reports == [
        .presentFailed(a.presentation, .retryable("no notification server answers"))
      ])
    #expect(script.play(.withdraw(a.presentation)).isEmpty)
  }

  @Test mutating func theSameOwnerToldTwiceIsMetOnce() {
    #expect(script.play(.owner(script.owner)).isEmpty)
  }

  // MARK: Losing

  @Test mutating func theLossIsReportedOnce() {
    script.show(a, id: 7)
    #expect(script.play(.owner(nil)) == [.report(.lost)])
    #expect(script.play(.owner(nil)).isEmpty)
    #expect(script.play(.busLost).isEmpty)
  }

  @Test(.bug(id: 8), .bug(id: 24)) mutating func nothingOfAFormerOwnerIsUsedWithTheNext() {
    script.show(a, id: 7)
    let old = script.handle(1)
    #expect(script.introduce(successor).reports.first == .lost)
    #expect(script.play(.notified(old, .shown(8))).isEmpty)
    #expect(script.play(.closeAnswered(old)).isEmpty)
    #expect(script.play(.withdraw(a.presentation)).isEmpty, "7 is somebody else's now")
    #expect(script.play(.signal(from: ":1.5", .actionInvoked(id: 7, key: "0"))).isEmpty)
    #expect(script.play(.signal(from: ":1.9", .actionInvoked(id: 7, key: "0"))).isEmpty)
    #expect(script.play(.present(again)).replaced == [0])
  }

  @Test(.bug(id: 8)) mutating func aLateCloseByAFormerOwnerEndsNothingOfTheNext() {
    script.show(a, id: 7)
    script.introduce(successor)
    #expect(script.show(again, id: 7).reports == [.presented(again.presentation)])
    #expect(script.play(.signal(from: ":1.5", .closed(id: 7, .dismissed))).isEmpty)
    let reports = script.play(.signal(from: ":1.9", .closed(id: 7, .dismissed))).reports
    #expect(reports.count(where: \.isClose) == 1)
  }

  @Test mutating func anOwnerThatComesBackUnderItsNameIsANewOne() {
    script.show(a, id: 7)
    script.play(.owner(nil))
    let reports = script.introduce(.made()).reports
    guard case .available(let traits)? = reports.last else {
      Issue.record("\(reports)")
      return
    }
    #expect(traits.incarnation == ":1.5/2")
    #expect(script.play(.present(again)).replaced == [0])
  }

  @Test mutating func aLossWithACallOnItsWayIsOnlyTheLoss() {
    script.play(.present(a))
    let handle = script.handle(1)
    #expect(script.play(.notified(handle, .disconnected)).isEmpty)
    #expect(script.play(.busLost) == [.report(.lost)])
  }

  // MARK: Silence

  @Test mutating func aServerThatDoesNotAnswerCountsAsLostUntilItDoes() {
    script.play(.present(a))
    let effects = script.play(.overdue(script.handle(1)))
    #expect(effects.reports == [.presentFailed(a.presentation, .unresponsive)])
    #expect(
      Array(effects.dropFirst()) == [
        .askInformation(script.owner, generation: 1), .awaitReply(generation: 1),
      ])
    #expect(
      script.play(.patienceOver(generation: 1)) == [
        .askInformation(script.owner, generation: 1), .awaitReply(generation: 1),
      ])
    let traits = Server.made().presenterTraits
    #expect(script.play(.informed(generation: 1, nil)) == [.report(.available(traits))])
    #expect(script.play(.patienceOver(generation: 1)).isEmpty)
  }

  @Test mutating func aLateAnswerIsASignOfLifeAndItsPopupIsTakenOver() {
    script.play(.present(a))
    script.play(.overdue(script.handle(1)))
    let reports = script.answer(1, .shown(7)).reports
    #expect(reports == [.available(Server.made().presenterTraits)])
    #expect(script.signal(.actionInvoked(id: 7, key: "0")).isEmpty, "it was given up")
    #expect(script.play(.present(again)).replaced == [7])
    #expect(script.answer(1, .shown(7)).reports == [.presented(again.presentation)])
    #expect(script.signal(.actionInvoked(id: 7, key: "0")).reports.count == 1)
  }

  /// The queue asks, and only then hears of the loss of the server before this one.
  @Test mutating func whatIsAskedForAgainAfterALateWordOfALossHasOnePopup() {
    let second = PresentRequest.make(id: 1, attempt: 2, "A", actions: [("yes", "Yes")])
    #expect(script.play(.present(a)).shown == ["A"])
    #expect(script.play(.present(second)).isEmpty)
    let effects = script.answer(1, .shown(7))
    #expect(effects.reports == [.presented(second.presentation)])
    #expect(effects.replaced == [7])
    #expect(
      script.signal(.actionInvoked(id: 7, key: "0")).reports == [
        .actionInvoked(second.presentation, key: "yes")
      ])
  }

  @Test mutating func whatIsUpAndAskedForAgainIsTakenOver() {
    let second = PresentRequest.make(id: 1, attempt: 2, "A", actions: [("yes", "Yes")])
    script.show(a, id: 7)
    #expect(script.play(.present(second)).replaced == [7])
    #expect(script.answer(1, .shown(7)).reports == [.presented(second.presentation)])
  }

  @Test mutating func aPopupThatNobodyTakesOverIsWithdrawnWithoutAReport() {
    script.show(a, id: 7)
    script.play(.present(.make(id: 2, "B")))
    script.play(.overdue(script.handle(2)))
    script.play(.informed(generation: 1, nil))
    #expect(script.play(.withdraw(a.presentation)).closed == [7])
    #expect(script.play(.closeAnswered(script.handle(1))).isEmpty)
  }

  @Test mutating func whatIsShownAgainDoesNotWaitForAnAnswerThatMayNeverCome() {
    script.play(.present(a))
    script.play(.overdue(script.handle(1)))
    script.play(.informed(generation: 1, nil))
    let effects = script.play(.present(again))
    #expect(effects.shown == ["A"] && effects.replaced == [0])
    #expect(script.answer(2, .shown(8)).reports == [.presented(again.presentation)])
    #expect(script.answer(1, .shown(7)) == [.close(script.owner, 7, script.handle(1))])
  }

  @Test mutating func anUpdateWithoutAnAnswerIsTheLossOfTheServer() {
    script.show(a, id: 7)
    script.play(.update(a.presentation, a.alert, count: 1))
    #expect(script.play(.overdue(script.handle(1))).reports == [.lost])
    #expect(script.play(.owner(nil)).isEmpty, "lost already")
  }

  @Test mutating func everyRequestOnItsWayIsAnsweredWhenTheServerFallsSilent() {
    script.play(.present(a))
    script.play(.present(.make(id: 2, "B")))
    script.play(.present(.make(id: 3, "C", replacing: a.presentation)))
    let reports = script.play(.overdue(script.handle(1))).reports
    #expect(reports.count == 3)
    #expect(script.play(.overdue(script.handle(2))).isEmpty)
  }

  @Test mutating func anAnswerOfTheBusIsNoSignOfLife() {
    script.play(.present(a))
    script.play(.overdue(script.handle(1)))
    #expect(script.answer(1, .unanswered("no reply")).isEmpty)
  }

  // MARK: Starting a server

  @Test mutating func oneAttemptIsMadeToStartAServer() {
    var script = Script()
    #expect(script.play(.summon).isEmpty, "no bus yet")
    #expect(script.play(.owner(nil)) == [.startServer])
    #expect(script.play(.summon).isEmpty)
    #expect(script.play(.summon).isEmpty)
    script.introduce(.made())
    #expect(script.play(.summon).isEmpty, "there is one")
    script.play(.owner(nil))
    #expect(script.play(.summon) == [.startServer], "another vacancy")
  }

  @Test mutating func withoutASummonsNothingIsStarted() {
    var script = Script()
    #expect(script.play(.owner(nil)).isEmpty)
  }

  @Test mutating func onAnotherBusTheAttemptIsMadeAgain() {
    var script = Script()
    script.play(.owner(nil))
    #expect(script.play(.summon) == [.startServer])
    script.play(.busLost)
    #expect(script.play(.owner(nil)) == [.startServer])
  }

  // MARK: What changes

  @Test mutating func inhibitionIsAskedForAndFollowed() {
    let server = Server.made(["actions", "inhibitions"])
    var script = Script()
    let property = InhibitionProperty(interface: Notifications.interface.text, name: "Inhibited")
    #expect(
      script.introduce(server).last == .askInhibition(":1.5", property, generation: 1))
    #expect(script.play(.inhibited(generation: 1, false)).isEmpty)
    #expect(Self.isInhibited(script.play(.inhibited(generation: 1, true))) == true)
    let change = ["Inhibited": Value.boolean(false)]
    let interface = Notifications.interface.text
    #expect(script.play(.changed(by: ":1.6", interface: interface, change)).isEmpty)
    #expect(script.play(.changed(by: ":1.5", interface: "other", change)).isEmpty)
    #expect(
      Self.isInhibited(script.play(.changed(by: ":1.5", interface: interface, change))) == false)
  }

  private static func isInhibited(_ effects: [Effect]) -> Bool? {
    guard case .available(let traits)? = effects.reports.first else { return nil }
    return traits.isInhibited
  }

  @Test mutating func capabilitiesAreAskedForAgainNowAndThen() {
    script.show(a, id: 7)
    script.now = script.now + .seconds(11)
    let effects = script.play(.present(.make(id: 2, "B", actions: [("k", "K")])))
    #expect(effects.first == .askCapabilities(script.owner, generation: 1))
    // B went out with a button; the server takes none any more.
    #expect(script.play(.capable(generation: 1, Capabilities(["body"]))).isEmpty)
    let correction = script.answer(2, .shown(8))
    guard case .notify(_, _, let call)? = correction.last else {
      Issue.record("\(correction)")
      return
    }
    #expect(call.replaces == 8 && call.actions == [] && call.body == "Choices: K")
  }
}
