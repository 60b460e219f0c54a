/// A signature: zero or more complete types, as `sa{sv}u`.
///
/// D-Bus specification, "Summary of types" and "Valid Signatures": at most 255 bytes, at most 32
/// arrays and 32 structs deep.
package struct Signature: CheckedName {
  package static let kind = NameError.Kind.signature
  package let text: String
  package init(unchecked text: String) { self.text = text }

  /// Arrays, and structs with dict entries, may each nest this deep.
  package static let maximumDepth = 32

  package static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= 255 else { return false }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard skipType(&rest, arrays: 0, structs: 0) else { return false }
    }
    return true
  }

  /// Whether the signature is exactly one complete type.
  package var isSingle: Bool { types.count == 1 }

  /// The complete types one by one.
  package var types: [Signature] {
    var rest = Array(text.utf8)[...]
    var types: [Signature] = []
    while !rest.isEmpty {
      let start = rest
      guard Self.skipType(&rest, arrays: 0, structs: 0) else { break }
      types.append(
        Signature(unchecked: String(decoding: start[..<rest.startIndex], as: UTF8.self)))
    }
    return types
  }

  private static func skipType(_ rest: inout ArraySlice<UInt8>, arrays: Int, structs: Int) -> Bool {
    guard let code = rest.popFirst() else { return false }
    switch code {
    case UInt8(ascii: "a"):
      guard arrays < maximumDepth else { return false }
      if rest.first == UInt8(ascii: "{") {
        rest.removeFirst()
        return skipEntry(&rest, arrays: arrays + 1, structs: structs + 1)
      }
      return skipType(&rest, arrays: arrays + 1, structs: structs)
    case UInt8(ascii: "("):
      return skipStruct(&rest, arrays: arrays, structs: structs + 1)
    default:
      return isBasic(code) || code == UInt8(ascii: "v")
    }
  }

  private static func skipStruct(_ rest: inout ArraySlice<UInt8>, arrays: Int, structs: Int) -> Bool
  {
    guard structs <= maximumDepth, rest.first != UInt8(ascii: ")") else { return false }
    while let next = rest.first, next != UInt8(ascii: ")") {
      guard skipType(&rest, arrays: arrays, structs: structs) else { return false }
    }
    return rest.popFirst() == UInt8(ascii: ")")
  }

  private static func skipEntry(_ rest: inout ArraySlice<UInt8>, arrays: Int, structs: Int) -> Bool
  {
    guard structs <= maximumDepth, let key = rest.popFirst(), isBasic(key) else { return false }
    guard skipType(&rest, arrays: arrays, structs: structs) else { return false }
    return rest.popFirst() == UInt8(ascii: "}")
  }

  /// Whether a type code stands for a basic type (the only ones a dict key may have).
  static func isBasic(_ code: UInt8) -> Bool {
    "ybnqiuxtdsogh".utf8.contains(code)
  }
}
