/// One D-Bus value of any type.
///
/// Containers carry the signature of what they hold, so that an empty one still has its type.
package enum Value: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(ObjectPath)
  case signature(Signature)
  /// Bytes, type `ay`; apart from ``array(of:_:)`` so that a picture is not boxed byte by byte.
  case bytes([UInt8])
  /// Elements of one type.
  case array(of: Signature, [Value])
  /// Entries from a basic type to any type, in order.
  case dictionary(key: Signature, value: Signature, [Entry])
  /// One or more fields.
  case structure([Value])
  /// A file descriptor, type `h`, that a peer sent: it is closed at once, and none is ever sent.
  case fileDescriptor
  /// A value that brings its type along.
  indirect case variant(Value)

  /// One entry of a dictionary.
  package struct Entry: Hashable, Sendable {
    /// What it is found by: a value of a basic type.
    package let key: Value
    /// What is found.
    package let value: Value

    /// Makes an entry.
    package init(_ key: Value, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The signature of the value: one complete type.
  package var type: Signature {
    Signature(unchecked: typeText)
  }

  private var typeText: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(let element, _): "a" + element.text
    case .dictionary(let key, let value, _): "a{" + key.text + value.text + "}"
    case .structure(let fields): "(" + fields.map(\.typeText).joined() + ")"
    case .fileDescriptor: "h"
    case .variant: "v"
    }
  }
}

extension Value {
  /// A dictionary of options, type `a{sv}`, in the order of the names.
  package static func options(_ options: [String: Value]) -> Value {
    let entries = options.sorted { $0.key < $1.key }
    return .dictionary(
      key: "s", value: "v", entries.map { Entry(.string($0.key), .variant($0.value)) })
  }

  /// An array of strings, type `as`.
  package static func strings(_ strings: [String]) -> Value {
    .array(of: "s", strings.map(Value.string))
  }

  /// The value inside any number of variants.
  package var unwrapped: Value {
    guard case .variant(let inner) = self else { return self }
    return inner.unwrapped
  }

  /// The text, if this is a string.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, if this is a `u`.
  package var uint32: UInt32? {
    guard case .uint32(let number) = self else { return nil }
    return number
  }

  /// The truth value, if this is a `b`.
  package var boolean: Bool? {
    guard case .boolean(let truth) = self else { return nil }
    return truth
  }

  /// Any integer that fits, whatever its type on the wire.
  package var integer: Int? {
    switch self {
    case .byte(let number): Int(number)
    case .int16(let number): Int(number)
    case .uint16(let number): Int(number)
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    case .int64(let number): Int(number)
    case .uint64(let number): Int(exactly: number)
    case .boolean, .double, .string, .objectPath, .signature, .bytes, .array, .dictionary,
      .structure, .fileDescriptor, .variant:
      nil
    }
  }

  /// The elements, if this is an array.
  package var elements: [Value]? {
    switch self {
    case .array(_, let elements): elements
    case .bytes(let bytes): bytes.map(Value.byte)
    default: nil
    }
  }

  /// The fields, if this is a struct.
  package var fields: [Value]? {
    guard case .structure(let fields) = self else { return nil }
    return fields
  }

  /// The options by name, variants taken off, if this is an `a{sv}`; of a name given twice the last.
  package var options: [String: Value]? {
    guard case .dictionary("s", "v", let entries) = self else { return nil }
    var options: [String: Value] = [:]
    for entry in entries {
      guard case .string(let name) = entry.key, case .variant(let value) = entry.value else {
        return nil
      }
      options[name] = value
    }
    return options
  }
}
