import Peal
import PealControl
import Testing

@testable import PealCommand

/// The values of options and operands.
struct ValueTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("10m", .seconds(600)),
    ("2h", .seconds(7200)), ("1d", .seconds(86400)), ("0", .zero), ("0s", .zero),
    ("007s", .seconds(7)),
  ])
  func aDurationHasItsUnit(text: String, duration: Duration) throws {
    #expect(try Duration(argument: text) == duration)
  }

  @Test(arguments: [
    "", "5", "s", "-1s", "+1s", "1.5s", "1 s", "5S", "5sec", "٥s", "1h30m", "00",
    "9223372036854775807d",
  ])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(throws: ValueError.self) { try Duration(argument: text) }
  }

  @Test(arguments: [
    ("0", Alert.Expiry.never), ("never", .never), ("-1", .serverDefault),
    ("default", .serverDefault), ("1", .after(.milliseconds(1))), ("5000", .after(.seconds(5))),
    ("5s", .after(.seconds(5))), ("2147483647", .after(.milliseconds(2_147_483_647))),
  ])
  func aTimeOnScreenIsReadAsNotifySendDoesOrAsADuration(text: String, expiry: Alert.Expiry) throws {
    #expect(try Alert.Expiry(argument: text) == expiry)
  }

  @Test func anActionWithoutAKeyHasItsIndex() throws {
    var draft = Draft()
    try draft.addAction("Yes")
    try draft.addAction("open=xdg-open https://example.org")
    try draft.addAction("k=a=b", style: .destructive)
    try draft.addAction("Never", style: .cancel)
    #expect(draft.actions.map(\.key) == ["0", "open", "k", "3"])
    #expect(draft.actions.map(\.label) == ["Yes", "xdg-open https://example.org", "a=b", "Never"])
    #expect(draft.actions.map(\.style) == [.default, .default, .destructive, .cancel])
  }

  @Test func hintsAreTypedAndThoseTheQueueKnowsGoToTheirPlace() throws {
    var draft = Draft()
    let hints = [
      "byte:urgency:2", "int:value:40", "boolean:transient:TRUE", "string:category:email.arrived",
      "string:note:a:b:'}, 'urgency': <byte 2>", "INT:x:-5", "double:d:0.5",
      "uint64:big:18446744073709551615",
    ]
    for hint in hints { try draft.addHint(hint) }
    #expect(draft.urgency == .critical)
    #expect(draft.progress == 40)
    #expect(draft.isTransient)
    #expect(draft.category == "email.arrived")
    #expect(
      draft.hints == [
        "note": .string("a:b:'}, 'urgency': <byte 2>"), "x": .int32(-5), "d": .double(0.5),
        "big": .uint64(.max),
      ])
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a [31mb"), ("a\nb\tc", "a b c"), ("a\u{202E}b", "a\u{FFFD}b"),
  ])
  func textOnATerminalCannotActOnIt(text: String, printed: String) {
    #expect(text.printable == printed)
  }

  @Test func columnsAreCountedAsTheTerminalDoes() {
    #expect("日本".displayWidth == 4)
    #expect("e\u{301}".displayWidth == 1)
    #expect("abcdef".cut(to: 4) == "abc…")
    #expect("日本語".cut(to: 5) == "日本…")
    #expect("日本語".cut(to: 4) == "日…")
  }

  @Test func timesAreWrittenAsRFC3339() {
    #expect(WallTime(milliseconds: 1_772_283_909_250).text == "2026-02-28T13:05:09.250Z")
    #expect(WallTime(milliseconds: 0).text == "1970-01-01T00:00:00.000Z")
  }

  @Test func jsonKeepsTheOrderAndEscapes() throws {
    let value = JSON.object([
      "b": .string("\"\\\n\u{1F514}"), "a": .array([.number(0.25), .null, .boolean(true)]),
      "c": nil, "n": .integer(-3),
    ])
    #expect(try value.line() == #"{"b":"\"\\\n🔔","a":[0.25,null,true],"n":-3}"#)
  }
}
