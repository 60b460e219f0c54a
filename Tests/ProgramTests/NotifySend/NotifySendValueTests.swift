import Peal
import Testing

@testable import PealCommand

/// The parts of notify-send's command line.
struct NotifySendValueTests {
  @Test func noTwoOptionsShareANameOrALetter() {
    let names = NotifySendOption.all.map(\.name)
    let letters = NotifySendOption.all.compactMap(\.letter)
    #expect(Set(names).count == names.count)
    #expect(Set(letters).count == letters.count)
    for option in NotifySendOption.all { #expect(option.help.hasSuffix("."), "\(option.name)") }
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), (#"a\nb\tc\rd\be\ff\vg"#, "a\nb\tc\rd\u{8}e\u{C}f\u{B}g"),
    (#"\\n"#, #"\n"#), (#"\"\'\q\x41"#, #""'qx41"#), (#"\101\1014\60x"#, "AA40x"),
    (#"\303\251"#, "é"), (#"\377"#, "\u{FFFD}"), (#"a\0b"#, "a"), (#"a\"#, "a"), (#"\8"#, "8"),
    (#"\401"#, "\u{1}"),
  ])
  func escapesAreThoseOfC(text: String, resolved: String) {
    #expect(text.withoutCEscapes == resolved)
  }

  @Test(arguments: [
    ("1", Alert.HintValue.int32(1)), ("-017", .int32(-15)), ("0x1F", .int32(31)),
    ("1e3", .double(1000)), ("-0.5", .double(-0.5)), ("true", .boolean(true)),
    ("'it's'", nil), (#"'it\'s'"#, .string("it's")), (#""a\nb""#, .string("a\nb")),
    (" 'x' ", .string("x")), ("byte 255", .byte(255)), ("@y 256", nil), ("uint64 5", .uint64(5)),
    ("int16 5", nil), ("@as []", nil), ("<1>", nil), ("5000000000", nil),
    ("int64 5000000000", .int64(5_000_000_000)), ("double 1", .double(1)), ("", nil), ("'", nil),
    ("nan", nil), ("string 'uint32 5'", .string("uint32 5")),
  ])
  func variantsAreReadAsFarAsAHintCanHoldThem(text: String, value: Alert.HintValue?) {
    #expect(VariantText.value(text) == value)
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    let line = try NotifySendReader.read([
      "-wpu", "low", "--hint=int:n:1", "S", "-h", "byte:m:2", "-A", "x", "--", "-b",
    ])
    #expect(line.words == ["S", "-b"])
    #expect(line.urgency == .low)
    #expect(line.hints == ["int:n:1", "byte:m:2"])
    #expect(line.actions == ["x"])
    #expect(line.waits && line.printsID)
  }
}
