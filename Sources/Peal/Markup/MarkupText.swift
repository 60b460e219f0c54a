/// A body in the specification's markup, read and found to be whole.
///
/// What Peal takes is `b`, `i`, `u` and `a` with a link of a safe scheme, nested properly, with every
/// `&` and `<` of the text itself written as a reference (Desktop Notifications specification,
/// "Markup"). Pictures are taken where they are asked for.
public struct MarkupText: Sendable, Hashable {
  /// What becomes of `img`.
  public enum Images: Sendable, Hashable { case refused, allowed }

  /// The names that a marked-up body may hold.
  public enum Element: String, Sendable, Hashable, CaseIterable {
    case bold = "b"
    case italic = "i"
    case underline = "u"
    case link = "a"
    case image = "img"
  }

  /// What the text is made of, in order.
  enum Piece: Sendable, Hashable {
    case text(String)
    /// The beginning of an element; a link has its address.
    case open(Element, address: String?)
    case close(Element)
    case image(source: String, alternative: String)
  }

  private let pieces: [Piece]
  /// The markup as it was read; nil when it is not that any more.
  private let source: String?

  /// Reads a body.
  ///
  /// - Throws: ``MarkupError`` with the first thing that is wrong.
  public init(_ body: String, images: Images = .refused) throws(MarkupError) {
    var reader = MarkupReader(body, images: images)
    pieces = try reader.read()
    source = body
  }

  /// Takes plain text, in which nothing is markup.
  public init(plain text: String) {
    pieces = [.text(text)]
    source = nil
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
    source = nil
  }

  /// The text without its markup; a picture's is what it says of itself.
  public var plain: String {
    pieces.map { piece in
      switch piece {
      case .text(let text), .image(_, let text): text
      case .open, .close: ""
      }
    }.joined()
  }

  /// The text in markup again, with only these elements; of all others the text is left. What holds
  /// no others stays as it was written.
  public func markup(with elements: Set<Element> = Set(Element.allCases)) -> String {
    if let source, pieces.allSatisfy({ $0.element.map(elements.contains) ?? true }) {
      return source
    }
    return pieces.map { $0.markup(with: elements) }.joined()
  }

  /// The text up to so many bytes of what is read, with an ellipsis where it was cut; elements that
  /// are open there are closed.
  public func cut(to bytes: Int) -> MarkupText {
    guard plain.utf8.count > bytes else { return self }
    var room = bytes
    var open: [Element] = []
    var kept: [Piece] = []
    for piece in pieces {
      switch piece {
      case .open(let element, _): open.append(element)
      case .close: open.removeLast()
      case .text(let text), .image(_, let text):
        // What follows may be nothing but ends: the last text that fits exactly is not the end.
        guard text.utf8.count + String.ellipsis.utf8.count <= room else {
          let rest = text.cut(to: room, always: true)
          return MarkupText(pieces: kept + [.text(rest)] + open.reversed().map(Piece.close))
        }
        room -= text.utf8.count
      }
      kept.append(piece)
    }
    return MarkupText(pieces: kept)
  }
}

extension MarkupText.Piece {
  /// The element that it belongs to; nil for text.
  fileprivate var element: MarkupText.Element? {
    switch self {
    case .text: nil
    case .open(let element, _), .close(let element): element
    case .image: .image
    }
  }

  /// The piece in markup; elements that are not among those given leave nothing, or their text.
  fileprivate func markup(with elements: Set<MarkupText.Element>) -> String {
    switch self {
    case .text(let text): return MarkupText.escape(text)
    case .open(let element, let address):
      guard elements.contains(element) else { return "" }
      let link = address.map { " href=\"\(MarkupText.escape($0, quotes: true))\"" } ?? ""
      return "<\(element.rawValue)\(link)>"
    case .close(let element):
      return elements.contains(element) ? "</\(element.rawValue)>" : ""
    case .image(let source, let alternative):
      guard elements.contains(.image) else { return MarkupText.escape(alternative) }
      let (source, alternative) = (
        MarkupText.escape(source, quotes: true), MarkupText.escape(alternative, quotes: true)
      )
      return "<img src=\"\(source)\" alt=\"\(alternative)\"/>"
    }
  }
}
