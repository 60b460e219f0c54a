import Peal
import Testing

struct MarkupTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("a &amp; b &lt;c&gt; &#8217; &#x41;", "a & b <c> ’ A"),
    ("<b>one <i>two</i></b> <u>three</u>", "one two three"),
    (#"<a href="https://example.org/?a=1&amp;b=2">here</a>"#, "here"),
    ("<a href='mailto:a@example.org'>mail</a >", "mail"),
    ("a > b", "a > b"),
  ])
  func whatIsWholeIsTakenAndItsTextIsLeft(body: String, text: String) throws {
    #expect(try MarkupText(body).plain == text)
  }

  @Test(arguments: [
    ("a & b", MarkupError.strayAmpersand(near: "& b")),
    ("a &nbsp; b", .strayAmpersand(near: "&nbsp; b")),
    ("&#0;", .strayAmpersand(near: "&#0;")),
    ("We <3 you", .unknownElement("3")),
    ("a < b", .strayLessThan(near: "< b")),
    ("<script>x</script>", .unknownElement("script")),
    ("<B>x</B>", .unknownElement("B")),
    (#"<img src="http://example.org/x.png"/>"#, .unknownElement("img")),
    (#"<a href="file:///etc/passwd">OK</a>"#, .unsafeAddress("file:///etc/passwd")),
    (#"<a href="javascript:alert(1)">OK</a>"#, .unsafeAddress("javascript:alert(1)")),
    ("<a>OK</a>", .badAttribute(element: "a")),
    ("<a href=https://example.org>OK</a>", .badAttribute(element: "a")),
    (#"<a href=""#, .badAttribute(element: "a")),
    (#"<b class="x">OK</b>"#, .badAttribute(element: "b")),
    ("<b", .badAttribute(element: "b")),
    ("<b>x", .noEnd("b")),
    ("<b><i>x</b></i>", .wrongEnd("b")),
    ("x</b>", .wrongEnd("b")),
  ])
  func whatIsBrokenOrUnsafeIsRefused(body: String, error: MarkupError) {
    #expect(throws: error) { try MarkupText(body) }
  }

  @Test func writingItAgainKeepsItAndEscapesOnce() throws {
    let body = #"<b>a &amp; b</b> <a href="https://example.org/?a=&quot;">x &lt; y</a>"#
    #expect(try MarkupText(body).markup() == body)
  }

  @Test func elementsThatTheReaderDoesNotKnowLeaveTheirText() throws {
    let body = #"<b>bold</b> <a href="https://example.org">link</a> <img src="/x.png" alt="pic"/>"#
    let text = try MarkupText(body, images: .allowed)
    #expect(text.markup(with: [.bold]) == "<b>bold</b> link pic")
    #expect(text.markup() == body)
  }

  @Test(arguments: [
    ("<b>abcdef<i>gh</i></b>ij", 8, "<b>abcde…</b>"),
    ("<b>abcdef<i>gh</i></b>ij", 10, "<b>abcdef<i>gh</i></b>ij"),
    ("<b>abcde</b><i>fgh</i>", 7, "<b>abcd…</b>"),
    ("ééé &amp; more", 8, "éé…"),
  ])
  func cuttingClosesWhatIsOpen(body: String, bytes: Int, cut: String) throws {
    let text = try MarkupText(body).cut(to: bytes)
    #expect(text.markup() == cut)
    #expect(text.plain.utf8.count <= bytes)
  }

  @Test(arguments: [
    ("<b>fine</b> &amp; whole", "<b>fine</b> &amp; whole"),
    ("We <3 you & <b>x</b>", "We &lt;3 you &amp; <b>x</b>"),
    ("a && b &amp; c", "a &amp;&amp; b &amp; c"),
    ("<b>never ended", "&lt;b&gt;never ended"),
    (#"<img src="/tmp/x.png" alt="x"/>"#, #"<img src="/tmp/x.png" alt="x"/>"#),
    ("<script>", "&lt;script>"),
  ])
  func repairingKeepsWhatItCan(body: String, repaired: String) throws {
    #expect(MarkupText.repair(body) == repaired)
    #expect(throws: Never.self) { try MarkupText(repaired, images: .allowed) }
  }

  @Test(arguments: [
    ("short", 10, "short"),
    ("exactly10!", 10, "exactly10!"),
    ("longer than ten", 10, "longer …"),
    ("🇩🇪🇩🇪🇩🇪", 16, "🇩🇪…"),
    ("e\u{301}e\u{301}e\u{301}", 8, "e\u{301}…"),
  ])
  func aTextIsCutBetweenCharacters(text: String, bytes: Int, cut: String) {
    #expect(text.cut(to: bytes) == cut)
  }

  @Test func aCharacterLongerThanTheLimitIsCutBetweenItsScalars() {
    let monster = "e" + String(repeating: "\u{301}", count: 100)
    #expect(monster.cut(to: 10) == "e\u{301}\u{301}\u{301}…")
  }
}
