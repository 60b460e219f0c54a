/// A name of the D-Bus specification, checked once when it is made.
///
/// libdbus aborts the process on a malformed name, so none reaches it but as a value of a
/// conforming type.
package protocol CheckedName: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// What is wrong with a text that is not such a name is told with this word.
  static var kind: NameError.Kind { get }
  /// Whether a text is such a name.
  static func isValid(_ text: String) -> Bool
  /// The name as text.
  var text: String { get }
  /// Wraps a text that is known to be valid.
  init(unchecked text: String)
}

extension CheckedName {
  /// Checks a text.
  ///
  /// - Throws: ``NameError`` when it is not such a name.
  package init(_ text: String) throws(NameError) {
    guard Self.isValid(text) else { throw NameError(kind: Self.kind, text: text) }
    self.init(unchecked: text)
  }

  /// Takes a literal; a malformed one is the programmer's mistake.
  package init(stringLiteral text: String) {
    precondition(Self.isValid(text), "\(text) is not a valid \(Self.kind.rawValue)")
    self.init(unchecked: text)
  }

  package var description: String { text }
}

/// A text that is not the kind of name it was given as.
package struct NameError: Error, Hashable, CustomStringConvertible {
  /// What the text should have been.
  package enum Kind: String, Sendable {
    case busName = "bus name"
    case objectPath = "object path"
    case interfaceName = "interface name"
    case memberName = "member name"
    case errorName = "error name"
    case signature = "signature"
    case address = "bus address"
  }

  /// What the text should have been.
  package let kind: Kind
  /// The text.
  package let text: String

  package var description: String {
    "\(text.debugDescription) is not a valid \(kind.rawValue)"
  }
}
