import DBus
import Peal

extension Alert {
  /// Takes the hints in. Those that have a field of their own go there, and must be of the type that
  /// the specification gives them; all others stay as they are.
  mutating func decodeHints(_ reader: OptionReader<PostOption>) throws(ControlError) {
    guard let given = reader[.hints]?.options else { return }
    guard given.count <= Limits.hints else {
      throw .badValue(
        option: "hints", reason: "\(given.count) hints are more than \(Limits.hints)")
    }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      try decodeHint(name, value)
    }
  }

  private mutating func decodeHint(_ name: String, _ value: Value) throws(ControlError) {
    guard (1...Bounds.name).contains(name.utf8.count) else {
      throw .badValue(option: "hints", reason: "a name is empty or over \(Bounds.name) bytes")
    }
    guard let hint = HintValue(wire: value) else {
      throw .badValue(option: "hints", reason: "\(name.debugDescription) has type '\(value.type)'")
    }
    if case .string(let text) = hint, text.utf8.count > Bounds.hint {
      throw .badValue(
        option: "hints", reason: "\(name.debugDescription) is over \(Bounds.hint) bytes")
    }
    try settle(name, hint)
  }

  private mutating func settle(_ name: String, _ hint: HintValue) throws(ControlError) {
    switch (name, hint) {
    case ("urgency", .byte(let level)):
      guard let level = Urgency(rawValue: level) else {
        throw .badValue(option: "hints", reason: "urgency \(level) is none of 0, 1, 2")
      }
      urgency = level
    case ("value", .int32(let percent)) where (0...100).contains(percent):
      progress = Int(percent)
    case ("transient", .boolean(let truth)): isTransient = truth
    case ("resident", .boolean(let truth)): isResident = truth
    case ("category", .string(let text)): category = text
    default:
      if let known = StandardHint(rawValue: name), known.type != hint.type {
        throw .wrongType(
          option: name, expected: Signature(unchecked: String(known.type)),
          found: hint.wire.type)
      }
      hints[name] = hint
    }
  }
}
