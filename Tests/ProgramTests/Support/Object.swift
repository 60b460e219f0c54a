import Foundation

/// A JSON object as a test reads it.
struct Object {
  private let members: [String: Any]

  /// Reads a line that must hold one object.
  init(line: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let members = object as? [String: Any] else { throw NoObject(line: line) }
    self.members = members
  }

  /// Reads a text of one object a line.
  static func lines(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map { try Object(line: String($0)) }
  }

  /// The text of a member.
  func text(_ name: String) -> String? { members[name] as? String }

  /// The number of a member.
  func number(_ name: String) -> Double? { (members[name] as? NSNumber)?.doubleValue }

  /// The truth of a member.
  func truth(_ name: String) -> Bool? { members[name] as? Bool }

  /// The names of the members.
  var names: Set<String> { Set(members.keys) }

  /// A line that is not an object.
  struct NoObject: Error {
    let line: String
  }
}
