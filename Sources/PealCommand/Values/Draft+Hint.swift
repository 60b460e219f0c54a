import Peal

extension Draft {
  /// Adds a hint written as `TYPE:NAME:VALUE`.
  ///
  /// What an option of ours says as well goes where that option puts it, so that the queue knows.
  mutating func addHint(_ text: String) throws(ValueError) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty else {
      throw ValueError("is not a hint; write TYPE:NAME:VALUE, as int:value:50")
    }
    let name = String(parts[1])
    let value = try Alert.HintValue(type: String(parts[0]), text: String(parts[2]))
    if let type = Self.types[name], type != value.type {
      throw ValueError("has the wrong type; \(name) is \(type.rawValue):\(name):VALUE")
    }
    if take(name, value) { return }
    guard hints[name] != nil || hints.count < Limits.hints else {
      throw ValueError("is one hint too many; \(Limits.hints) are the most")
    }
    hints[name] = value
  }

  private mutating func take(_ name: String, _ value: Alert.HintValue) -> Bool {
    switch (name, value) {
    case ("urgency", .byte(let number)):
      guard let level = Alert.Urgency(rawValue: number) else { return false }
      urgency = level
    case ("category", .string(let text)): category = text
    case ("transient", .boolean(let truth)): isTransient = truth
    case ("value", .int32(let number)):
      guard (0...100).contains(number) else { return false }
      progress = Int(number)
    default: return false
    }
    return true
  }

  /// The hints whose types the Desktop Notifications specification fixes.
  private static let types: [String: HintType] = [
    "action-icons": .boolean, "category": .string, "desktop-entry": .string,
    "image-path": .string, "resident": .boolean, "sound-file": .string, "sound-name": .string,
    "suppress-sound": .boolean, "transient": .boolean, "urgency": .byte, "value": .int,
    "x": .int, "y": .int,
  ]
}

/// The types of hints, by the words of the command line (notify-send's, and the longer integers).
enum HintType: String, CaseIterable, Sendable {
  case boolean, byte, int, uint32, int64, uint64, double, string

  /// Its code on the bus.
  var code: Character {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    }
  }
}

extension Alert.HintValue {
  /// Its type.
  var type: HintType {
    switch self {
    case .boolean: .boolean
    case .byte: .byte
    case .int32: .int
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    }
  }

  /// Reads the value of a hint; the type's name may be in any case, as notify-send has it.
  init(type: String, text: String) throws(ValueError) {
    guard let known = HintType(rawValue: type.lowercased()) else {
      let words = HintType.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValueError("has an unknown type; it is one of \(words)")
    }
    guard let value = Self.read(text, as: known) else {
      throw ValueError("has a value that is no \(known.rawValue)")
    }
    self = value
  }

  private static func read(_ text: String, as type: HintType) -> Self? {
    switch type {
    case .boolean: boolean(text).map(Self.boolean)
    case .byte: UInt8(text).map(Self.byte)
    case .int: Int32(text).map(Self.int32)
    case .uint32: UInt32(text).map(Self.uint32)
    case .int64: Int64(text).map(Self.int64)
    case .uint64: UInt64(text).map(Self.uint64)
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .string: .string(text)
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}
