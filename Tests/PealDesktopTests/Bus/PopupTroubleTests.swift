import DBus
import Peal
import PealDesktop
import PealTestKit
import TestBus
import Testing

/// A presenter on a bus, with servers that misbehave about single popups.
struct PopupTroubleTests {
  private let a = PresentRequest.make(id: 1, "A", actions: [("yes", "Yes"), ("no", "No")])

  @Test(arguments: Behaviour.realServers)
  func everyServerShowsAQuestionAndItsAnswerComesBack(behaviour: Behaviour) async throws {
    try await Desk.with { desk in
      let server = try await desk.server(behaviour)
      let request = PresentRequest.make(
        id: 5, "Deploy?", body: "R&D <now>", actions: [("yes", "Yes"), ("no", "No")]
      ) { $0.progress = 50 }
      let shown = try await desk.show(request, at: server)
      #expect(shown.labels == ["Yes", "No"])
      #expect(shown.body.hasPrefix("R&amp;D &lt;now&gt;"))
      try await server.press(try #require(shown.id), labelled: "No")
      try await desk.report(.actionInvoked(request.presentation, key: "no"))
    }
  }

  @Test(.bug(id: 25)) func anAnswerOfZeroIsAFailure() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.answersZero = true })
      desk.presenter.present(a)
      try await desk.report(
        .presentFailed(a.presentation, .permanent("the server answered with id 0")))
      #expect(server.closeRequests.all.isEmpty)
    }
  }

  @Test(arguments: [
    ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", true),
    ("org.freedesktop.Notifications.MaxNotificationsExceeded", true),
    ("org.freedesktop.DBus.Error.LimitsExceeded", true),
    ("org.freedesktop.DBus.Error.InvalidArgs", false),
    ("org.freedesktop.DBus.Error.UnknownMethod", false),
    ("com.example.Whatever", false),
  ])
  func anErrorMayPassOrNot(name: String, mayPass: Bool) async throws {
    let error = try ErrorName(name)
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.reply = .error(error) })
      desk.presenter.present(a)
      let text = "as the test wants it"
      try await desk.report(
        .presentFailed(a.presentation, mayPass ? .retryable(text) : .permanent(text)))
      #expect(server.notifications.all.count == 1, "trying again is the queue's business")
    }
  }

  @Test func whatComesBeforeTheAnswerCounts() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(
        .with { $0.beforeReply = [.action("1"), .closed(reason: 2)] })
      desk.presenter.present(a)
      try await desk.report(.closed(a.presentation, .dismissed))
      #expect(
        desk.reports.elements.suffix(3) == [
          .presented(a.presentation), .actionInvoked(a.presentation, key: "no"),
          .closed(a.presentation, .dismissed),
        ])
      await server.change { $0.beforeReply = [] }
      try await desk.settle(server)
    }
  }

  @Test func aServerThatJoinsEqualTextsJoinsNoneOfOurs() async throws {
    for behaviour in [Behaviour.dunst, .lxqt, .plasma] {
      try await Desk.with { desk in
        let server = try await desk.server(behaviour)
        let twin = PresentRequest.make(id: 2, "A", actions: [("yes", "Yes"), ("no", "No")])
        let first = try #require(try await desk.show(a, at: server).id)
        let second = try #require(try await desk.show(twin, at: server).id)
        try await server.press(second, labelled: "No")
        try await desk.report(.actionInvoked(twin.presentation, key: "no"))
        try await server.press(first, labelled: "Yes")
        try await desk.report(.actionInvoked(a.presentation, key: "yes"))
      }
    }
  }

  @Test func anOrphanWithOurTagIsReplacedAndNobodyHearsOfIt() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.dunst)
      try await desk.show(a, at: server)
      let again = PresentRequest.make(id: 1, attempt: 2, "A")
      try await desk.show(again, at: server)
      try await desk.settle(server)
      #expect(server.popups.value.count == 1)
      // The old popup was closed inside the new call: its own presentation has ended.
      #expect(!desk.reports.elements.contains(.closed(again.presentation, .expired)))
    }
  }

  @Test(arguments: [Behaviour.UnknownID.adopted, .newID])
  func anUpdateStaysInPlaceAndATakeOverToo(unknown: Behaviour.UnknownID) async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.unknownReplacesID = unknown })
      let id = try await desk.show(a, at: server).id
      for progress in 1...100 {
        var alert = a.alert
        alert.progress = progress
        desk.presenter.update(a.presentation, to: alert, count: 1)
      }
      let b = PresentRequest.make(id: 2, "B", replacing: a.presentation)
      desk.presenter.present(b)
      try await desk.report(.presented(b.presentation))
      #expect(server.popups.value.map(\.id) == [id])
      #expect(server.popups.value.map(\.notification.summary) == ["B"])
      let progress = server.notifications.all.compactMap { $0.hints["value"]?.integer }
      #expect(progress == progress.sorted())
    }
  }

  @Test func aReplyIsReportedWithItsText() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.plasma)
      let request = PresentRequest.make("Name?") { $0.replyPlaceholder = "your name" }
      let shown = try await desk.show(request, at: server)
      #expect(shown.keys == ["inline-reply"])
      for text in ["", "two\nlines", "ключ"] {
        let start = desk.reports.count
        await server.change { $0.afterAction = .nothing }
        try await server.reply(try #require(shown.id), text)
        try await desk.report(.replied(request.presentation, text: text), from: start)
      }
    }
  }

  @Test func aServerWithoutActionsGetsNoneAndTheChoicesAreNamed() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.with { $0.capabilities = ["body"] })
      let shown = try await desk.show(a, at: server)
      #expect(shown.actions == [])
      #expect(shown.body == "Choices: Yes · No")
    }
  }

  @Test func textsOfAnyKindGoOutWhole() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.mako)
      let odd = "a\0b\u{FFFE}\u{1B}c\u{10FFFF}'\"$(x)`y`"
      let request = PresentRequest.make(
        odd, body: String(repeating: "&", count: 1 << 20), actions: [("k\0", odd)]
      ) { alert in
        alert.appName = odd
        alert.icon = odd
        alert.image = odd
        alert.category = odd
        alert.replyPlaceholder = odd
        alert.hints = ["x-\0odd": .string(odd), "": .string("nameless")]
      }
      let shown = try await desk.show(request, at: server)
      #expect(shown.actions.count == 2)
      #expect(shown.summary.contains("a\u{FFFD}b"))
      try await server.press(try #require(shown.id), shown.keys[0])
      try await desk.report(.actionInvoked(request.presentation, key: "k\0"))
    }
  }

  @Test func doNotDisturbIsFollowed() async throws {
    try await Desk.with { desk in
      let server = try await desk.server(.plasma)
      for isInhibited in [true, false] {
        try await server.setInhibited(isInhibited)
        let start = desk.reports.count - 1
        try await desk.report("do-not-disturb \(isInhibited)", from: max(0, start)) {
          if case .available(let traits) = $0 { traits.isInhibited == isInhibited } else { false }
        }
      }
    }
  }
}
