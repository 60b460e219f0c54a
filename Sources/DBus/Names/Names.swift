/// The name of a connection on the bus: well-known (`org.peal.Alerts1`) or unique (`:1.42`).
///
/// D-Bus specification, "Bus names".
package struct BusName: CheckedName {
  package static let kind = NameError.Kind.busName
  package let text: String
  package init(unchecked text: String) { self.text = text }

  /// Whether the bus gave the name to one connection, never to be used for another.
  package var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }

  package static func isValid(_ text: String) -> Bool {
    let isUnique = text.utf8.first == UInt8(ascii: ":")
    return DottedName.isValid(
      isUnique ? text.dropFirst() : text[...],
      allowingHyphen: true, allowingLeadingDigit: isUnique, extra: isUnique ? 1 : 0)
  }
}

/// The path of an object: `/`, or `/a/b_1` with elements of ASCII letters, digits and `_`.
///
/// D-Bus specification, "Valid Object Paths".
package struct ObjectPath: CheckedName {
  package static let kind = NameError.Kind.objectPath
  package let text: String
  package init(unchecked text: String) { self.text = text }

  package static func isValid(_ text: String) -> Bool {
    if text == "/" { return true }
    guard text.utf8.first == UInt8(ascii: "/") else { return false }
    return text.utf8.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { element in !element.isEmpty && element.allSatisfy(\.isNameByte) }
  }
}

/// The name of an interface: two or more elements joined by dots.
///
/// D-Bus specification, "Interface names".
package struct InterfaceName: CheckedName {
  package static let kind = NameError.Kind.interfaceName
  package let text: String
  package init(unchecked text: String) { self.text = text }

  package static func isValid(_ text: String) -> Bool {
    DottedName.isValid(text[...], allowingHyphen: false, allowingLeadingDigit: false)
  }
}

/// The name of an error reply; the same grammar as an interface's.
package struct ErrorName: CheckedName {
  package static let kind = NameError.Kind.errorName
  package let text: String
  package init(unchecked text: String) { self.text = text }

  package static func isValid(_ text: String) -> Bool { InterfaceName.isValid(text) }
}

/// The name of a method, signal or property: one element without dots.
///
/// D-Bus specification, "Member names".
package struct MemberName: CheckedName {
  package static let kind = NameError.Kind.memberName
  package let text: String
  package init(unchecked text: String) { self.text = text }

  package static func isValid(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return !first.isDigit && text.utf8.allSatisfy(\.isNameByte)
  }
}

/// The grammar that bus, interface and error names share.
private enum DottedName {
  static func isValid(
    _ text: Substring, allowingHyphen: Bool, allowingLeadingDigit: Bool, extra: Int = 0
  ) -> Bool {
    guard text.utf8.count + extra <= 255 else { return false }
    let elements = text.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard elements.count >= 2 else { return false }
    return elements.allSatisfy { element in
      guard let first = element.first else { return false }
      guard allowingLeadingDigit || !first.isDigit else { return false }
      return element.allSatisfy { $0.isNameByte || (allowingHyphen && $0 == UInt8(ascii: "-")) }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isNameByte: Bool {
    isDigit || self == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
