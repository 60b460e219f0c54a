/// A text of JSON in which every escape stands for what a text may have.
///
/// An escape can say what no text can be: half a surrogate pair, and NUL. It is repaired as bytes are
/// that are not UTF-8, before libjansson reads it, which would refuse the whole.
struct RepairedJSON {
  /// The text, with `\ufffd` in place of such escapes.
  private(set) var text: String
  /// Whether nothing needed repair.
  private(set) var isClean = true

  /// Repairs a text.
  init(_ original: String) {
    text = original
    guard original.utf8.contains(UInt8(ascii: "\\")) else { return }
    var bytes: [UInt8] = []
    var rest = Array(original.utf8)[...]
    while let byte = rest.first {
      let length = byte == UInt8(ascii: "\\") ? Self.lengthOfEscape(rest) : 1
      if let length {
        bytes += rest.prefix(length)
        rest = rest.dropFirst(length)
      } else {
        bytes += Array(#"\ufffd"#.utf8)
        rest = rest.dropFirst(6)
        isClean = false
      }
    }
    if !isClean { text = String(decoding: bytes, as: UTF8.self) }
  }

  /// How long the escape is that a text begins with, both halves of a pair together; nil for one that
  /// stands for nothing.
  private static func lengthOfEscape(_ rest: ArraySlice<UInt8>) -> Int? {
    guard let unit = unit(rest) else { return 2 }
    switch unit {
    case 0, 0xDC00...0xDFFF: return nil
    case 0xD800...0xDBFF:
      let low = Self.unit(rest.dropFirst(6)) ?? 0
      return (0xDC00...0xDFFF).contains(low) ? 12 : nil
    default: return 6
    }
  }

  /// What `\uXXXX` stands for at the beginning of a text; nil when no such thing stands there.
  private static func unit(_ rest: ArraySlice<UInt8>) -> UInt16? {
    guard rest.starts(with: #"\u"#.utf8) else { return nil }
    let digits = rest.dropFirst(2).prefix(4)
    guard digits.count == 4,
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit })
    else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
