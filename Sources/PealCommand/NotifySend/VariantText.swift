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

  /// A text in quotes, with the escapes that are common to GVariant and C.
  private static func quoted(_ text: String) -> String? {
    guard text.count >= 2, let quote = text.first, quote == "'" || quote == "\"",
      text.last == quote
    else { return nil }
    var inner = ""
    var rest = text.dropFirst().dropLast()
    while let character = rest.popFirst() {
      guard character == "\\" else {
        guard character != quote else { return nil }
        inner.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      inner.append(escape(escaped))
    }
    return inner
  }

  private static func escape(_ letter: Character) -> Character {
    switch letter {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    default: letter
    }
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
