import DBus
import Peal
import Testing

@testable import PealDesktop

/// The eight arguments of `Notify`, for servers that differ.
struct NotifyCallTests {
  @Test func anAlertBecomesTheEightArguments() {
    let request = PresentRequest.make(
      id: 7, "Deploy?", body: "to production", actions: [("yes", "Yes"), ("no", "No")]
    ) { alert in
      alert.icon = "dialog-question"
      alert.expiry = .after(.seconds(10))
    }
    let call = NotifyCall.made(request, replacing: 3)
    #expect(
      call.arguments == [
        .string("tests"), .uint32(3), .string("dialog-question"), .string("Deploy?"),
        .string("to production"), .strings(["0", "Yes", "1", "No"]),
        .options([
          "urgency": .byte(1), "x-canonical-private-synchronous": .string("peal:7"),
          "x-dunst-stack-tag": .string("peal:7"),
        ]),
        .int32(10_000),
      ])
    #expect(
      Message.call("Notify", on: "/", of: nil, interface: "a.b", call.arguments).signature
        == "susssasa{sv}i")
  }

  @Test(arguments: [
    (Alert.Expiry.serverDefault, Int32(-1)),
    (.never, 0),
    (.after(.milliseconds(500)), 500),
    (.after(.microseconds(1)), 1),
    (.after(.zero), 1),
    (.after(.seconds(-5)), 1),
    (.after(.seconds(1 << 40)), .max),
  ])
  func anExpiryIsInMillisecondsAndNeverWrapsAround(expiry: Alert.Expiry, milliseconds: Int32) {
    #expect(NotifyCall.made(.make("x") { $0.expiry = expiry }).expiry == milliseconds)
  }

  @Test(
    .bug(id: 29), .bug(id: 31),
    arguments: [
      ("We <3 you & <b>x", Alert.Markup.plain, "We &lt;3 you &amp; &lt;b&gt;x", "We <3 you & <b>x"),
      (
        #"<a href="file:///etc/passwd">OK</a><img src="http://x"/>"#, .plain,
        #"&lt;a href="file:///etc/passwd"&gt;OK&lt;/a&gt;&lt;img src="http://x"/&gt;"#,
        #"<a href="file:///etc/passwd">OK</a><img src="http://x"/>"#
      ),
      ("a &amp; b", .plain, "a &amp;amp; b", "a &amp; b"),
      ("<b>a</b> &amp; <i>b</i>", .markup, "<b>a</b> &amp; <i>b</i>", "a & b"),
      (#"<a href="https://x.org">here</a>"#, .markup, "here", "here"),
      ("<b>broken", .markup, "&lt;b&gt;broken", "<b>broken"),
      (
        "one\r\ntwo\u{1B}[0m\0", .plain, "one\ntwo\u{FFFD}[0m\u{FFFD}",
        "one\ntwo\u{FFFD}[0m\u{FFFD}"
      ),
    ])
  func aBodyIsFullyVisibleAndEscapedOnce(
    body: String, markup: Alert.Markup, marked: String, plain: String
  ) {
    let request = PresentRequest.make("x", body: body) { $0.markup = markup }
    #expect(NotifyCall.made(request, ["body", "body-markup"]).body == marked)
    #expect(NotifyCall.made(request, ["body"]).body == plain)
  }

  @Test func linksAndPicturesGoWhereTheyAreKnown() {
    let body = #"<a href="https://x.org">here</a> <img src="/x.png" alt="x"/>"#
    let request = PresentRequest.make("x", body: body) { $0.markup = .markup }
    let call = NotifyCall.made(request, ["body-markup", "body-hyperlinks", "body-images"])
    #expect(call.body == body)
  }

  @Test(
    .bug(id: 30),
    arguments: [
      ("a & b <c>", "a & b <c>"),
      ("two\nlines", "two lines"),
      ("tab\tand\r\nmore", "tab and more"),
      ("nul\0", "nul\u{FFFD}"),
    ])
  func aSummaryIsOneLineAndNeverMarkup(summary: String, onWire: String) {
    #expect(NotifyCall.made(.make(summary)).summary == onWire)
  }

  @Test func longTextsAreCutWithAnEllipsis() {
    let request = PresentRequest.make(
      String(repeating: "ü", count: 1024), body: String(repeating: "&", count: 70_000))
    let call = NotifyCall.made(request, ["body"])
    #expect(call.summary.utf8.count <= 1024 && call.summary.hasSuffix("ü…"))
    #expect(call.body.utf8.count <= 65536 && call.body.hasSuffix("&…"))
    let escaped = NotifyCall.made(request, ["body-markup"]).body
    #expect(escaped.hasSuffix("&amp;…"), "cut before it is escaped")
  }

  @Test func mergedAndLeftOutAlertsAreCounted() {
    var request = PresentRequest.make("Disk full", body: "on /")
    request.count = 3
    request.leftOut = 12
    let call = NotifyCall.made(request)
    #expect(call.summary == "Disk full (×3)")
    #expect(call.body == "on /\n12 more left out")
    request.alert.body = ""
    #expect(NotifyCall.made(request).body == "12 more left out")
  }

  @Test func whereNothingDrawsButtonsTheChoicesAreNamed() {
    let actions = [("a", "One"), ("default", "Open"), ("b", "Two & more"), ("c", "3")]
    let request = PresentRequest.make("x", body: "y", actions: actions)
    let none = NotifyCall.made(request, ["body", "body-markup"])
    #expect(none.actions == [])
    #expect(none.body == "y\nChoices: One · Two &amp; more · 3")
    let undrawn = NotifyCall.made(request, ["actions"], named: "mako")
    #expect(undrawn.actions == ["0", "One", "default", "Open", "2", "Two & more", "3", "3"])
    #expect(undrawn.body == "y\nChoices: One · Two & more · 3")
    #expect(NotifyCall.made(request, ["actions"]).body == "y")
  }

  @Test(.bug(id: 47)) func iconsAndPicturesGoWhereTheyBelong() {
    func call(_ icon: String?, _ appIcon: String?, _ image: String?) -> [String?] {
      let call = NotifyCall.made(
        .make("x") {
          $0.icon = icon
          $0.appIcon = appIcon
          $0.image = image
        })
      return [call.icon, call.hints["image-path"]?.string]
    }
    #expect(call("mail-unread", nil, nil) == ["mail-unread", nil])
    #expect(call("/tmp/x.png", nil, nil) == ["/tmp/x.png", nil])
    #expect(call("mail-unread", nil, "/tmp/x.png") == ["mail-unread", "/tmp/x.png"])
    #expect(call("mail-unread", "mutt", nil) == ["mutt", "mail-unread"])
    #expect(call("mail-unread", "mutt", "/tmp/x.png") == ["mutt", "/tmp/x.png"])
    #expect(call(nil, nil, nil) == ["", nil])
  }

  @Test func aReplyFieldIsAskedForWhereThereIsOne() {
    let request = PresentRequest.make("x", actions: [("k", "Later")]) {
      $0.replyPlaceholder = "Your answer"
    }
    let call = NotifyCall.made(request, ["actions", "inline-reply"])
    #expect(call.actions == ["0", "Later", "inline-reply", "Reply"])
    #expect(call.hints["x-kde-reply-placeholder-text"] == .string("Your answer"))
    let without = NotifyCall.made(request, ["actions"])
    #expect(without.actions == ["0", "Later"])
    #expect(without.hints["x-kde-reply-placeholder-text"] == nil)
  }
}

extension NotifyCall {
  /// The call for a server of this name with these capabilities.
  static func made(
    _ request: PresentRequest, replacing id: UInt32 = 0,
    _ capabilities: Set<String> = ["actions", "body"], named name: String = "scripted"
  ) -> NotifyCall {
    let server = Server.made(capabilities, named: name)
    let keys = NotifyCall.keys(of: request.alert, to: server)
    return NotifyCall(request, replacing: id, keys: keys, to: server)
  }
}

extension Server {
  /// A server of this name with these capabilities.
  static func made(
    _ capabilities: Set<String> = ["actions", "body"], named name: String = "scripted",
    vendor: String = ""
  ) -> Server {
    let information = ServerInformation(
      name: name, vendor: vendor, version: "1", specification: "1.2")
    return Server(
      owner: ":1.5", generation: 1, information: information,
      capabilities: Capabilities(capabilities), traits: .known(of: information))
  }
}
