extension MarkupText {
  /// Plain text as it is written in markup: `&`, `<` and `>` become references.
  ///
  /// - Parameter quotes: whether `"` does as well, as it must in an attribute. In text it stays: some
  ///   servers show `&quot;` as it is.
  public static func escape(_ text: String, quotes: Bool = false) -> String {
    guard text.utf8.contains(where: { isSpecial($0, quotes: quotes) }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 64)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\"") where quotes: bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8, quotes: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    case UInt8(ascii: "\""): quotes
    default: false
    }
  }

  /// A body that a program meant as markup, made whole the way notify-send's users expect: as it is
  /// when it is well-formed, else with every `&` and `<` escaped that begins nothing, and, where its
  /// elements still do not fit together, escaped as plain text.
  public static func repair(_ body: String) -> String {
    if (try? MarkupText(body, images: .allowed)) != nil { return body }
    let mended = mend(body)
    if (try? MarkupText(mended, images: .allowed)) != nil { return mended }
    return escape(body)
  }

  private static func mend(_ body: String) -> String {
    var reader = MarkupReader(body, images: .allowed)
    var mended = ""
    while let sign = reader.takeText(into: &mended) {
      let start = reader.position
      if (try? reader.readPiece()) == nil {
        reader.position = body.unicodeScalars.index(after: start)
        mended += escape(String(sign))
      } else {
        mended += body[start..<reader.position]
      }
    }
    return mended
  }
}

extension String {
  /// What stands for the text that was cut off.
  package static let ellipsis = "…"

  /// The text up to so many bytes, ending in an ellipsis when it was longer.
  ///
  /// It is cut between characters; where a character is longer than that, between its scalars.
  ///
  /// - Parameter always: cut, and end in the ellipsis, even when the text would fit.
  package func cut(to bytes: Int, always: Bool = false) -> String {
    guard always || utf8.count > bytes else { return self }
    let room = max(0, bytes - Self.ellipsis.utf8.count)
    guard let limit = utf8.index(startIndex, offsetBy: room, limitedBy: endIndex) else {
      return self + Self.ellipsis
    }
    return String(self[..<boundary(before: limit)]) + Self.ellipsis
  }

  private func boundary(before limit: Index) -> Index {
    var character = limit
    while character > startIndex, character.samePosition(in: self) == nil {
      character = utf8.index(before: character)
    }
    guard character == startIndex else { return character }
    var scalar = limit
    while scalar.samePosition(in: unicodeScalars) == nil {
      scalar = utf8.index(before: scalar)
    }
    return scalar
  }
}
