/// Why a body is not markup that Peal takes. The description is a sentence for whoever wrote it.
public enum MarkupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// An `&` that begins no character reference; write `&amp;`.
  case strayAmpersand(near: String)
  /// A `<` that begins no element; write `&lt;`.
  case strayLessThan(near: String)
  /// An element that is none of b, i, u and a.
  case unknownElement(String)
  /// An attribute that the element does not have, or has without quotes, or twice, or not at all.
  case badAttribute(element: String)
  /// A link or a picture that leads where none may.
  case unsafeAddress(String)
  /// The end of an element that is not the one last begun.
  case wrongEnd(String)
  /// An element without an end.
  case noEnd(String)

  public var description: String {
    switch self {
    case .strayAmpersand(let text): "“\(text)”: a plain & is written &amp; in markup"
    case .strayLessThan(let text): "“\(text)”: a plain < is written &lt; in markup"
    case .unknownElement(let name): "<\(name)> is none of <b>, <i>, <u> and <a href=\"…\">"
    case .badAttribute(let name): "the attributes of <\(name)> are not as they should be"
    case .unsafeAddress(let address): "“\(address)” is no address that markup may lead to"
    case .wrongEnd(let name): "</\(name)> ends what was not begun last"
    case .noEnd(let name): "<\(name)> has no end"
    }
  }
}
