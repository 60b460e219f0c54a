package import DBus

/// The options that a method's `a{sv}` may hold, with the type of each.
package protocol OptionName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The type that the option's value must have.
  var type: Signature { get }
}

/// The options of one call, their names and types checked.
struct OptionReader<Name: OptionName> {
  private let values: [Name: Value]

  /// Checks options by name.
  ///
  /// - Throws: ``ControlError/unknownOption(_:)`` and ``ControlError/wrongType(option:expected:found:)``,
  ///   for the first one by name.
  init(_ options: [String: Value], of _: Name.Type = Name.self) throws(ControlError) {
    var values: [Name: Value] = [:]
    for (text, value) in options.sorted(by: { $0.key < $1.key }) {
      guard let name = Name(rawValue: text) else { throw .unknownOption(text) }
      let found = value.type
      guard found == name.type else {
        throw .wrongType(option: text, expected: name.type, found: found)
      }
      values[name] = value
    }
    self.values = values
  }

  /// Whether none is given.
  var isEmpty: Bool { values.isEmpty }

  /// The value as it came.
  subscript(_ name: Name) -> Value? { values[name] }

  /// A text of at most `limit` bytes.
  func string(_ name: Name, atMost limit: Int = Bounds.name) throws(ControlError) -> String? {
    guard let text = values[name]?.string else { return nil }
    guard text.utf8.count <= limit else {
      throw .badValue(
        option: name.rawValue, reason: "\(text.utf8.count) bytes are more than \(limit)")
    }
    return text
  }

  /// A truth value; false when it is not given.
  func flag(_ name: Name) -> Bool { values[name]?.boolean ?? false }

  /// An integer of whatever type the option has.
  func integer(_ name: Name) -> Int? { values[name]?.integer }

  /// A number of milliseconds, not negative.
  func duration(_ name: Name) throws(ControlError) -> Duration? {
    guard let count = values[name]?.integer else { return nil }
    guard count >= 0 else {
      throw .badValue(option: name.rawValue, reason: "\(count) ms is negative")
    }
    return .milliseconds(count)
  }

  /// One word of a list.
  func word<Word>(_ name: Name, _: Word.Type = Word.self) throws(ControlError) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    guard let text = values[name]?.string else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue(
        option: name.rawValue, reason: "\(text.debugDescription) is none of \(words)")
    }
    return word
  }
}
