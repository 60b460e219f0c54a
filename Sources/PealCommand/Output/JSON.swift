import CJansson
import Glibc

/// A JSON value. libjansson writes it, and reads it.
indirect enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])

  /// One member of an object.
  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON

    init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// An object of those members that have a value.
  static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The value in one line.
  ///
  /// - Throws: ``Failure`` when memory runs out.
  func line() throws(Failure) -> String {
    let value = made()
    defer { json_decref(value) }
    // JSON_COMPACT, JSON_ENCODE_ANY and JSON_REAL_PRECISION(15): C macros that Swift does not see.
    guard let text = json_dumps(value, 0x20 | 0x200 | 15 << 11) else {
      throw Failure(.internalFault, "no memory for JSON")
    }
    defer { free(text) }
    return String(cString: text)
  }

  /// The value as libjansson has it; whoever asks owns it.
  private func made() -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .null: return json_null()
    case .boolean(let truth): return truth ? json_true() : json_false()
    case .integer(let number): return json_integer(number)
    case .number(let number): return number.isFinite ? json_real(number) : json_null()
    case .string(let text): return json_stringn(text, text.utf8.count)
    case .array(let elements):
      let array = json_array()
      for element in elements { json_array_append_new(array, element.made()) }
      return array
    case .object(let members):
      let object = json_object()
      for member in members { json_object_set_new(object, member.name, member.value.made()) }
      return object
    }
  }
}
