import Peal

/// A value in GVariant's text form, as far as a hint can hold it: booleans, numbers and strings, alone
/// or with their type in front (`true`, `5`, `0.5`, `'text'`, `uint32 5`, `@y 0x11`).
enum VariantText {
  /// Reads a value; nil for what is none, or of a type that a hint cannot have.
  static func value(_ text: String) -> Alert.HintValue? {
    let text = text.trimmed
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let type = types.first(where: { $0.words.contains(parts[0]) }) else {
      return plain(text)
    }
    return value(String(parts[1]).trimmed, ofType: type.code)
  }

  /// The types by their names in front of a value.
  private static let types: [(words: [Substring], code: Character)] = [
    (["boolean", "@b"], "b"), (["byte", "@y"], "y"), (["int32", "@i"], "i"),
    (["uint32", "@u"], "u"), (["int64", "@x"], "x"), (["uint64", "@t"], "t"),
    (["double", "@d"], "d"), (["string", "@s"], "s"),
  ]

  private static func plain(_ text: String) -> Alert.HintValue? {
    switch text.unicodeScalars.first {
    case "'", "\"": value(text, ofType: "s")
    case "t", "f": value(text, ofType: "b")
    default: value(text, ofType: integer(text) == nil ? "d" : "i")
    }
  }

  private static func value(_ text: String, ofType code: Character) -> Alert.HintValue? {
    switch code {
    case "b": Bool(text).map { .boolean($0) }
    case "y": integer(text).flatMap(UInt8.init(exactly:)).map { .byte($0) }
    case "i": integer(text).flatMap(Int32.init(exactly:)).map { .int32($0) }
    case "u": integer(text).flatMap(UInt32.init(exactly:)).map { .uint32($0) }
    case "x": integer(text).flatMap(Int64.init(exactly:)).map { .int64($0) }
    case "t": integer(text).flatMap(UInt64.init(exactly:)).map { .uint64($0) }
    case "d": Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    default: quoted(text).map { .string($0) }
    }
  }

  /// An integer as C writes it.
  private static func integer(_ text: String) -> Int128? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let first = digits.first, first.isNumber else { return nil }
    let number: Int128? =
      if digits.hasPrefix("0x") {
        Int128(digits.dropFirst(2), radix: 16)
      } else {
        Int128(digits, radix: first == "0" ? 8 : 10)
      }
    return number.map { isNegative ? -$0 : $0 }
  }

  /// A text in quotes, with the escapes of GVariant's text form.
  private static func quoted(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, let quote = scalars.first, quote == "'" || quote == "\"",
      scalars.last == quote
    else { return nil }
    var inner = String.UnicodeScalarView()
    var rest = scalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        guard let escaped = escape(&rest) else { return nil }
        inner += escaped
      } else {
        guard scalar != quote else { return nil }
        inner.append(scalar)
      }
    }
    return String(inner)
  }

  /// What an escape stands for, of which the backslash is taken; nil for one that is none.
  private static func escape(
    _ rest: inout Substring.UnicodeScalarView
  ) -> [Unicode.Scalar]? {
    switch rest.popFirst() {
    case "a": ["\u{7}"]
    case "b": ["\u{8}"]
    case "f": ["\u{C}"]
    case "n": ["\n"]
    case "r": ["\r"]
    case "t": ["\t"]
    case "v": ["\u{B}"]
    case "u": number(&rest, ofDigits: 4)
    case "U": number(&rest, ofDigits: 8)
    // The line goes on.
    case "\n": []
    case let letter?: [letter]
    case nil: nil
    }
  }

  /// The character of a number in hexadecimal; U+FFFD for one that no text has.
  private static func number(
    _ rest: inout Substring.UnicodeScalarView, ofDigits count: Int
  ) -> [Unicode.Scalar]? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let number = UInt32(String(digits), radix: 16), number != 0
    else { return nil }
    rest = rest.dropFirst(count)
    return [Unicode.Scalar(number) ?? "\u{FFFD}"]
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
