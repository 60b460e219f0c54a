import Peal
import PealControl
import Testing

/// How summary and body are brought into form (BUGS 35).
struct TextTests {
  @Test(arguments: [
    ("a", "b", "a", "b"),
    ("", "body", "body", ""),
    ("  ", "\n first \nsecond\nthird", "first ", "second\nthird"),
    ("", "first\n\nsecond", "first", "\nsecond"),
    ("one\ntwo\r\nthree", "b", "one two three", "b"),
    ("\none\n", "", "one", ""),
    ("a & b <c>", "", "a & b <c>", ""),
  ])
  func textsAreBroughtIntoForm(summary: String, body: String, above: String, below: String) throws {
    var alert = Alert(summary, body: body)
    try alert.settleText()
    #expect(alert.summary == above)
    #expect(alert.body == below)
  }

  @Test(arguments: [("", ""), ("  ", "\n\t"), ("\n", "")])
  func anAlertWithoutTextIsRefused(summary: String, body: String) {
    var alert = Alert(summary, body: body)
    #expect(throws: ControlError.alert(.empty)) { try alert.settleText() }
  }

  @Test func markupIsNotCutIntoASummary() throws {
    var alert = Alert("", body: "<b>one\ntwo</b>")
    alert.markup = .markup
    try alert.settleText()
    #expect(alert.summary == "")
    #expect(alert.body == "<b>one\ntwo</b>")
  }

  @Test func aBodyThatIsToBeMarkupAndIsNotIsRefused() throws {
    var alert = Alert("x", body: "<b>never ended")
    alert.markup = .markup
    #expect(
      throws: ControlError.badValue(option: "markup", reason: MarkupError.noEnd("b").description)
    ) { try alert.settleText() }
    alert.body = "<b>ended</b> &amp; done"
    try alert.settleText()
  }

  @Test func aChangeToMarkupIsCheckedAgainstTheBodyThatThereIs() throws {
    var change = AlertChange()
    change.markup = .markup
    #expect(throws: ControlError.self) { try change.settleText(of: Alert("x", body: "a & b")) }
    try change.settleText(of: Alert("x", body: "a &amp; b"))
    #expect(change.body == nil, "what was not given stays as it is")
  }
}
