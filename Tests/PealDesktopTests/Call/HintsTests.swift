import DBus
import Peal
import Testing

@testable import PealDesktop

/// The hints of `Notify`: each of the type that its name calls for.
struct HintsTests {
  @Test(.bug(id: 49)) func whatAnAlertSaysOfItselfBecomesHints() {
    let hints = Self.hints { alert in
      alert.urgency = .low
      alert.progress = 40
      alert.category = "email.arrived"
      alert.isTransient = true
      alert.isResident = true
    }
    #expect(hints["urgency"] == .byte(0))
    #expect(hints["value"] == .int32(40))
    #expect(hints["category"] == .string("email.arrived"))
    #expect(hints["transient"] == .boolean(true))
    #expect(hints["resident"] == .boolean(true))
  }

  @Test(arguments: [
    (Priority.low, UInt8(0)), (.normal, 1), (.high, 1), (.critical, 2),
  ])
  func thePriorityMakesTheUrgencyWhereNoneIsGiven(priority: Priority, urgency: UInt8) {
    #expect(Self.hints { $0.priority = priority }["urgency"] == .byte(urgency))
    let given = Self.hints {
      $0.priority = priority
      $0.urgency = .low
    }
    #expect(given["urgency"] == .byte(0))
  }

  @Test(
    .bug(id: 34), .bug(id: 49),
    arguments: [
      ("x", Alert.HintValue.byte(5), Value?.some(.int32(5))),
      ("y", .int64(1 << 40), nil),
      ("sender-pid", .uint32(77), .int64(77)),
      ("action-icons", .string("yes"), nil),
      ("desktop-entry", .string("org.example.App"), .string("org.example.App")),
      ("sound-name", .string("a\0b"), .string("a\u{FFFD}b")),
      ("suppress-sound", .boolean(true), .boolean(true)),
      ("x-own", .uint64(7), .uint64(7)),
      ("x-own", .double(0.5), .double(0.5)),
      (
        "x-own", .string("'}, 'urgency': <byte 2>, 'x': <'"),
        .string("'}, 'urgency': <byte 2>, 'x': <'")
      ),
    ])
  func aHintHasTheTypeOfItsName(name: String, given: Alert.HintValue, onWire: Value?) {
    #expect(Self.hints { $0.hints[name] = given }[name] == onWire)
  }

  @Test func theAlertsOwnFieldsGoBeforeHints() {
    let hints = Self.hints { alert in
      alert.hints = ["urgency": .byte(2), "value": .int32(1), "image-path": .string("/a.png")]
      alert.urgency = .normal
      alert.progress = 99
      alert.image = "/b.png"
    }
    #expect(hints["urgency"] == .byte(1))
    #expect(hints["value"] == .int32(99))
    #expect(hints["image-path"] == .string("/b.png"))
  }

  @Test func aTagOfTheCallersStays() {
    let hints = Self.hints { $0.hints["x-dunst-stack-tag"] = .string("volume") }
    #expect(hints["x-dunst-stack-tag"] == .string("volume"))
    #expect(hints["x-canonical-private-synchronous"] == .string("peal:1"))
  }

  @Test func aServerThatDiesOfAnIDAndATagGetsTheTagOnlyWithANewPopup() {
    let tags = ["x-canonical-private-synchronous", "x-dunst-stack-tag"]
    let request = PresentRequest.make("x") { $0.hints[tags[1]] = .string("volume") }
    for (name, id, count) in [("mako", UInt32(0), 2), ("mako", 7, 0), ("dunst", 7, 2)] {
      let hints = NotifyCall.made(request, replacing: id, named: name).hints
      #expect(tags.count { hints[$0] != nil } == count, "\(name), \(id)")
    }
  }

  @Test func whatComesBackMakesNoSound() {
    var request = PresentRequest.make("x")
    #expect(NotifyCall.made(request).hints["suppress-sound"] == nil)
    request.isReturning = true
    #expect(NotifyCall.made(request).hints["suppress-sound"] == .boolean(true))
  }

  @Test func whereOnlyCriticalPopupsStayAQuestionIsCritical() {
    let question = PresentRequest.make("x", actions: [("k", "K")])
    #expect(NotifyCall.made(question, named: "gnome-shell").hints["urgency"] == .byte(2))
    #expect(NotifyCall.made(.make("x"), named: "gnome-shell").hints["urgency"] == .byte(1))
    var said = question
    said.alert.urgency = .normal
    #expect(NotifyCall.made(said, named: "gnome-shell").hints["urgency"] == .byte(1))
  }

  private static func hints(_ change: (inout Alert) -> Void) -> [String: Value] {
    NotifyCall.made(.make("x", change)).hints
  }
}
