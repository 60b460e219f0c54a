import CJansson
import Glibc

extension JSON {
  /// What is wrong with a text that is not JSON, in jansson's words.
  struct Mistake: Error {
    let text: String
  }

  /// Reads one object or array; a member given twice is a mistake, and an escaped NUL.
  init(reading text: String) throws(Mistake) {
    var error = json_error_t()
    var text = text
    let root = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // JSON_REJECT_DUPLICATES: a C macro that Swift does not see.
        json_loadb(characters.baseAddress, characters.count, 0x1, &error)
      }
    }
    guard let root else { throw Mistake(text: Self.text(of: error)) }
    defer { json_decref(root) }
    self.init(root)
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch value.pointee.type {
    case JSON_OBJECT: self = .object(Self.members(of: value))
    case JSON_ARRAY:
      self = .array(
        (0..<json_array_size(value)).compactMap { json_array_get(value, $0).map(Self.init) })
    case JSON_STRING: self = .string(Self.text(of: value))
    case JSON_INTEGER: self = .integer(json_integer_value(value))
    case JSON_REAL: self = .number(json_real_value(value))
    case JSON_TRUE: self = .boolean(true)
    case JSON_FALSE: self = .boolean(false)
    default: self = .null
    }
  }

  private static func members(of object: UnsafeMutablePointer<json_t>) -> [Member] {
    var members: [Member] = []
    var next = json_object_iter(object)
    while let position = next {
      if let name = json_object_iter_key(position), let value = json_object_iter_value(position) {
        members.append(Member(String(cString: name), JSON(value)))
      }
      next = json_object_iter_next(object, position)
    }
    return members
  }

  private static func text(of string: UnsafeMutablePointer<json_t>) -> String {
    let length = json_string_length(string)
    guard let start = json_string_value(string) else { return "" }
    return String(repairing: UnsafeRawBufferPointer(start: start, count: length))
  }

  private static func text(of error: json_error_t) -> String {
    withUnsafeBytes(of: error.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
