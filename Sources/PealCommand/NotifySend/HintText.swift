import Peal

/// A hint as notify-send's command line has it: `TYPE:NAME:VALUE`.
struct HintText {
  let name: String
  /// Nil for an empty text: such a hint is not sent.
  let value: Alert.HintValue?

  /// Reads a hint.
  init(_ text: String) throws(NotifySendMistake) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 3 else {
      throw NotifySendMistake("Invalid hint syntax specified. Use TYPE:NAME:VALUE.")
    }
    name = parts[1]
    value = try Self.read(parts[2], as: parts[0], of: name)
    guard !name.isEmpty else {
      throw NotifySendMistake("Hint \"\(text)\" has no name. Use TYPE:NAME:VALUE.")
    }
    try checkType()
  }

  /// Refuses a hint of the specification that has another type than it has there: no server would
  /// make anything of it.
  private func checkType() throws(NotifySendMistake) {
    guard let type = value?.type, let known = StandardHint(rawValue: name), type.code != known.type
    else { return }
    let right = HintType.allCases.first { $0.code == known.type } ?? type
    throw NotifySendMistake(
      "Hint \"\(name)\" is of type \(right.rawValue), not \(type.rawValue).")
  }

  private static func read(
    _ text: String, as type: String, of name: String
  ) throws(NotifySendMistake) -> Alert.HintValue? {
    let value: Alert.HintValue?
    switch type.lowercased() {
    case "string" where text.isEmpty: return nil
    case "string": value = .string(text)
    case "boolean": value = .boolean(text.lowercased() == "true" || (Int(text) ?? 0) > 0)
    case "int": value = startsWithDigit(text) ? Int32(text).map { .int32($0) } : nil
    case "byte": value = byte(text).map { .byte($0) }
    case "double": value = double(text).map { .double($0) }
    case "variant": value = VariantText.value(text)
    default:
      throw NotifySendMistake(
        "Invalid hint type \"\(type)\". Valid types are boolean, int, double, string, byte and "
          + "variant.")
    }
    guard let value else {
      throw NotifySendMistake(
        "Value \"\(text)\" of hint \"\(name)\" could not be parsed as type \"\(type)\".")
    }
    return value
  }

  private static func startsWithDigit(_ text: String) -> Bool {
    text.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? false
  }

  private static func byte(_ text: String) -> UInt8? {
    guard startsWithDigit(text) else { return nil }
    return text.hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
  }

  private static func double(_ text: String) -> Double? {
    guard startsWithDigit(text), let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
