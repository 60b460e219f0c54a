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
}
