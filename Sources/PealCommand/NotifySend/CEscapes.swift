extension String {
  /// The text with C's escapes resolved: `\b \f \n \r \t \v`, up to three octal digits, and any other
  /// character for itself. It ends at a `\0`; a backslash at the end goes.
  var withoutCEscapes: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let resolved = Self.resolve(&rest) else { break }
      guard resolved != 0 else { break }
      bytes.append(resolved)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What follows a backslash; nil when nothing does.
  private static func resolve(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    if let octal = resolveOctal(&rest) { return octal }
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "v"): return 0x0B
    default: return letter
    }
  }

  private static func resolveOctal(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    let digits = rest.prefix(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 &* 8 &+ ($1 - UInt8(ascii: "0")) }
  }
}
