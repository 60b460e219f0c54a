import DBus
import Glibc
import Peal
import PealDesktop
import PealTestKit
import TestBus
import Testing

/// A presenter on a bus, with servers that come, go, stall, and are not who they say they are.
struct ServerTroubleTests {
  private let a = PresentRequest.make(id: 1, "A", actions: [("yes", "Yes"), ("no", "No")])

  // MARK: Coming and going

  @Test func aServerThatAppearsLaterIsMet() async throws {
    try await Desk.with { desk in
      desk.presenter.summon()
      let server = try await desk.server(.dunst)
      try await desk.show(a, at: server)
      let known = await desk.presenter.server
      #expect(known?.information.name == "dunst")
      #expect(known?.owner == (await server.uniqueName))
      // The question about the process went out before the popup did.
      #expect(known?.processID == UInt32(getpid()))
    }
  }

  @Test func aServerThatDiesWithACallOutIsLostAndTheNextIsNew() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.reply = .never })
      desk.presenter.present(a)
      _ = try await server.notifications.next()
      await server.die()
      try await desk.report(.lost)
      await server.change { $0.reply = .atOnce }
      try await desk.untilAvailable { try await server.restart() }
      #expect(desk.reports.elements.filter { $0 == .presented(a.presentation) } == [])
    }
  }

  @Test(.bug(id: 24)) func anIDThatANewServerUsesAgainIsNotTheOldPopup() async throws {
    try await Desk.with { desk in
      let server = try await desk.server()
      try await desk.show(a, at: server)
      await server.die()
      try await desk.report(.lost)
      try await desk.untilAvailable { try await server.restart() }
      let stranger = try await Peer.join(desk.bus)
      let theirs = try await stranger.notify("theirs")
      desk.presenter.withdraw(a.presentation)
      desk.presenter.update(a.presentation, to: a.alert, count: 1)
      try await desk.settle(server)
      #expect(server.popups.value.map(\.id).contains(theirs))
      #expect(server.notifications.all.filter { $0.replacesID != 0 }.isEmpty)
    }
  }

  @Test(.bug(id: 8)) func aServerThatGivesUpItsNameIsNotHeardAnyMore() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.afterAction = .nothing })
      let id = try #require(try await desk.show(a, at: server).id)
      try await server.releaseName()
      try await desk.report(.lost)
      let name = try #require(await server.uniqueName)
      try await server.press(id, labelled: "Yes")
      try await desk.untilAvailable { try await server.takeName() }
      try await server.close(id)
      try await desk.settle(server)
      #expect(await desk.presenter.server?.owner == name)
      #expect(desk.reports.elements.allSatisfy { !$0.isTouch })
    }
  }

  @Test func theBusGoesAndComesBack() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.reply = .never })
      desk.presenter.present(a)
      _ = try await server.notifications.next()
      try await desk.bus.restart()
      try await desk.report(.lost)
      await server.change { $0.reply = .atOnce }
      try await desk.untilAvailable { try await server.restart() }
      try await desk.settle(server)
    }
  }

  // MARK: Starting

  @Test func oneAttemptIsMadeToStartAServerHoweverManyAlertsWait() async throws {
    try await Desk.with { desk in
      let peer = try await Peer.join(desk.bus)
      let starts = Inbox<Message>(of: "start")
      _ = try await peer.connection.onSignal(MatchRule(interface: "org.peal.Test")) {
        starts.put($0)
      }
      try desk.bus.addService(
        "org.freedesktop.Notifications",
        command: "/usr/bin/dbus-send --session --type=signal / org.peal.Test.Started")
      for _ in 1...10 { desk.presenter.summon() }
      _ = try await starts.next()
      // The service leaves without taking the name; nothing is started any more until a server that
      // comes by itself has left again.
      for _ in 1...10 { desk.presenter.summon() }
      let server = try await desk.server()
      try await desk.show(a, at: server)
      #expect(starts.drain().isEmpty)
      await server.die()
      try await desk.report(.lost)
      desk.presenter.summon()
      _ = try await starts.next()
    }
  }

  @Test func aServiceThatStallsHoldsNothingUp() async throws {
    try await Desk.with { desk in
      try desk.bus.addService("org.freedesktop.Notifications", command: "/bin/sleep 1000")
      desk.presenter.summon()
      let server = try await desk.server()
      try await desk.show(a, at: server)
    }
  }

  // MARK: Stalling

  @Test func aServerThatDoesNotAnswerIsAskedUntilItDoes() async throws {
    try await Desk.with(replyTimeout: .milliseconds(50)) { desk in
      let server = try await desk.server(.with { $0.reply = .whenTold })
      await server.change { $0.information = .never }
      desk.presenter.present(a)
      try await desk.report(.presentFailed(a.presentation, .unresponsive))
      try await desk.untilAvailable { await server.change { $0.information = .atOnce } }
    }
  }

  @Test func aLateAnswerSaysWhereThePopupIs() async throws {
    try await Desk.with(replyTimeout: .milliseconds(50)) { desk in
      let server = try await desk.server(.with { $0.reply = .whenTold })
      await server.change { $0.information = .never }
      desk.presenter.present(a)
      try await desk.report(.presentFailed(a.presentation, .unresponsive))
      let id = try await server.notifications.next().id
      await server.change { $0.reply = .atOnce }
      try await desk.untilAvailable { await server.releaseReplies() }
      let again = PresentRequest.make(id: 1, attempt: 2, "A", replacing: a.presentation)
      let second = try await desk.show(again, at: server)
      #expect(second.replacesID == id)
      #expect(server.popups.value.count == 1)
    }
  }

  // MARK: Impostors

  @Test(.bug(id: 26)) func onlyTheOwnerOfTheNameIsHeard() async throws {
    try await Desk.with { desk in
      let server = try await desk.server()
      let shown = try await desk.show(a, at: server)
      let id = try #require(shown.id)
      let stranger = try await Stranger.join(desk.bus)
      for key in shown.keys + ["yes", "default"] {
        try await stranger.claimPress(id, key)
        try await stranger.claimPress(id, key, to: shown.sender)
      }
      try await stranger.claimClosed(id)
      try await stranger.claimClosed(id, to: shown.sender)
      for (member, body) in Stranger.oddSignals(around: id) {
        try await stranger.emit(member, body, to: shown.sender)
      }
      try await desk.settle(server)
      #expect(desk.reports.elements.allSatisfy { !$0.isTouch && !$0.isClose })
      try await server.press(id, labelled: "No")
      try await desk.report(.actionInvoked(a.presentation, key: "no"))
    }
  }

  @Test func signalsThatComeTwiceCountOnce() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.gnome)
      let id = try #require(try await desk.show(a, at: server).id)
      try await server.press(id, labelled: "Yes")
      try await desk.settle(server)
      #expect(desk.reports.elements.filter(\.isTouch).count == 1)
      #expect(desk.reports.elements.filter(\.isClose).count == 1)
    }
  }

  @Test func oddSignalsOfTheServersAreIgnoredAndCounted() async throws {
    try await Desk.with { desk in
      let server = try await desk.server()
      let id = try #require(try await desk.show(a, at: server).id)
      let odd = Stranger.oddSignals(around: id + 1)
      for (member, body) in odd { await server.emit(member, body, for: nil) }
      try await desk.settle(server)
      #expect(desk.reports.elements.allSatisfy { !$0.isClose })
      #expect(await desk.presenter.malformedSignals > odd.count / 2)
      try await server.press(id, labelled: "Yes")
      try await desk.report(.actionInvoked(a.presentation, key: "yes"))
    }
  }
}

extension PresenterEvent {
  /// Whether it is what a person does with a popup that is up.
  var isTouch: Bool {
    switch self {
    case .actionInvoked, .replied, .activationToken: true
    case .presented, .presentFailed, .closed, .withdrawn, .available, .lost: false
    }
  }

  var isClose: Bool {
    if case .closed = self { true } else { false }
  }
}

extension Peer {
  /// Shows a popup as any other program would.
  func notify(_ summary: String) async throws -> UInt32 {
    let body: [Value] = [
      .string("other"), .uint32(0), .string(""), .string(summary), .string(""), .strings([]),
      .options([:]), .int32(0),
    ]
    let message = Message.call(
      "Notify", on: "/org/freedesktop/Notifications", of: "org.freedesktop.Notifications",
      interface: "org.freedesktop.Notifications", body)
    return try await connection.call(message, timeout: .seconds(10)).body.first?.uint32 ?? 0
  }
}
