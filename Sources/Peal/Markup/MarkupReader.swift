/// Reads markup from its beginning to its end, or to the first thing that is wrong.
struct MarkupReader {
  private let text: String.UnicodeScalarView
  private let images: MarkupText.Images
  /// Where the reading stands.
  var position: String.Index
  /// The elements that are open, the innermost last.
  private var open: [MarkupText.Element] = []

  init(_ text: String, images: MarkupText.Images) {
    self.text = text.unicodeScalars
    self.images = images
    position = text.startIndex
  }

  /// Reads all of it.
  mutating func read() throws(MarkupError) -> [MarkupText.Piece] {
    var pieces: [MarkupText.Piece] = []
    var plain = ""
    while takeText(into: &plain) != nil {
      let piece = try readPiece()
      if case .text(let character) = piece {
        plain += character
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      pieces.append(piece)
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    if let element = open.last { throw .noEnd(element.rawValue) }
    return pieces
  }

  /// Takes the text up to the next `&` or `<`, and says which it is; nil at the end.
  mutating func takeText(into plain: inout String) -> Unicode.Scalar? {
    let end = text[position...].firstIndex { $0 == "&" || $0 == "<" } ?? text.endIndex
    plain.unicodeScalars += text[position..<end]
    position = end
    return end == text.endIndex ? nil : text[end]
  }

  /// Reads what begins with the `&` or `<` at hand.
  mutating func readPiece() throws(MarkupError) -> MarkupText.Piece {
    if skip("&") { return .text(try readReference()) }
    position = text.index(after: position)
    return skip("/") ? try readEnd() : try readBeginning()
  }

  // MARK: References

  private mutating func readReference() throws(MarkupError) -> String {
    let start = position
    // The longest there is: `#1114111`.
    let name = take(upTo: 8) { $0 != ";" && $0 != "&" && $0 != "<" }
    guard skip(";"), let character = Self.character(named: name) else {
      position = start
      throw .strayAmpersand(near: "&" + excerpt)
    }
    return character
  }

  private static func character(named name: String) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return nil }
      return String(scalar)
    }
  }

  // MARK: Elements

  private mutating func readEnd() throws(MarkupError) -> MarkupText.Piece {
    let element = try readName()
    skipSpace()
    guard skip(">"), open.last == element else { throw .wrongEnd(element.rawValue) }
    open.removeLast()
    return .close(element)
  }

  private mutating func readBeginning() throws(MarkupError) -> MarkupText.Piece {
    let element = try readName()
    var attributes = try readAttributes(of: element)
    let piece: MarkupText.Piece
    switch element {
    case .bold, .italic, .underline: piece = .open(element, address: nil)
    case .link: piece = .open(.link, address: try takeAddress("href", from: &attributes, element))
    case .image: piece = try takeImage(from: &attributes)
    }
    guard attributes.isEmpty else { throw .badAttribute(element: element.rawValue) }
    guard element != .image || skip("/") else { throw .noEnd("img") }
    guard skip(">") else { throw .badAttribute(element: element.rawValue) }
    if element != .image { open.append(element) }
    return piece
  }

  private mutating func readName() throws(MarkupError) -> MarkupText.Element {
    let start = position
    let name = take(upTo: 32) { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    guard !name.isEmpty else {
      position = start
      throw .strayLessThan(near: "<" + excerpt)
    }
    guard let element = MarkupText.Element(rawValue: name),
      element != .image || images == .allowed
    else { throw .unknownElement(name) }
    return element
  }

  private mutating func readAttributes(
    of element: MarkupText.Element
  ) throws(MarkupError) -> [String: String] {
    var attributes: [String: String] = [:]
    while skipSpace() {
      let name = take(upTo: 32) { $0.properties.isAlphabetic }
      if name.isEmpty { break }
      guard attributes[name] == nil, let value = try readValue() else {
        throw .badAttribute(element: element.rawValue)
      }
      attributes[name] = value
    }
    return attributes
  }

  private mutating func readValue() throws(MarkupError) -> String? {
    skipSpace()
    guard skip("=") else { return nil }
    skipSpace()
    guard let quote = ["\"", "'"].first(where: { skip($0) }) else { return nil }
    var value = ""
    while !skip(quote) {
      guard position < text.endIndex, text[position] != "<" else { return nil }
      if skip("&") {
        value += try readReference()
      } else {
        value.unicodeScalars.append(text[position])
        position = text.index(after: position)
      }
    }
    return value
  }

  // MARK: Addresses

  private func takeAddress(
    _ name: String, from attributes: inout [String: String], _ element: MarkupText.Element
  ) throws(MarkupError) -> String {
    guard let address = attributes.removeValue(forKey: name) else {
      throw .badAttribute(element: element.rawValue)
    }
    let schemes = element == .image ? ["file:", "/"] : ["https:", "http:", "mailto:"]
    guard schemes.contains(where: address.lowercased().hasPrefix) else {
      throw .unsafeAddress(address.cut(to: 80))
    }
    return address
  }

  private func takeImage(
    from attributes: inout [String: String]
  ) throws(MarkupError) -> MarkupText.Piece {
    let source = try takeAddress("src", from: &attributes, .image)
    return .image(source: source, alternative: attributes.removeValue(forKey: "alt") ?? "")
  }

  // MARK: Scalars

  private var excerpt: String {
    String(String(text[position...].prefix(20)))
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard position < text.endIndex, text[position] == scalar else { return false }
    position = text.index(after: position)
    return true
  }

  /// Whether there was any.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    !take(upTo: .max) { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.isEmpty
  }

  private mutating func take(
    upTo count: Int, while belongs: (Unicode.Scalar) -> Bool
  ) -> String {
    let taken = text[position...].prefix(count).prefix(while: belongs)
    position = taken.endIndex
    return String(taken)
  }
}
