/// A value of the configuration that makes no sense; the sentence goes after the key.
struct ValueError: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// How values are written in the configuration.
enum Setting {
  /// `yes` or `no`, or their like.
  static func truth(_ text: String) throws(ValueError) -> Bool {
    switch text {
    case "yes", "true", "on": return true
    case "no", "false", "off": return false
    default: throw ValueError("\(text.debugDescription) is neither yes nor no")
    }
  }

  /// A whole number within a range.
  static func number(_ text: String, _ range: ClosedRange<Int>) throws(ValueError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValueError(
        "\(text.debugDescription) is no number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number of bytes: `64MiB`, `1KiB`, or a bare number.
  static func size(_ text: String) throws(ValueError) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30]
    guard let number = Int(digits), let unit = units[String(text.dropFirst(digits.count))] else {
      throw ValueError("\(text.debugDescription) is no size; write 64MiB, 512KiB or a number")
    }
    let (size, overflow) = number.multipliedReportingOverflow(by: unit)
    guard !overflow, size > 0 else { throw ValueError("\(text) is no size that can be") }
    return size
  }

  /// `500ms`, `5s`, `10m`, `2h`, `1d` or `0`.
  static func duration(_ text: String) throws(ValueError) -> Duration {
    guard text != "0" else { return .zero }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))] else {
      throw ValueError(
        "\(text.debugDescription) is no duration; write 500ms, 5s, 10m, 2h, 1d or 0")
    }
    let (milliseconds, overflow) = number.multipliedReportingOverflow(by: Int64(unit))
    guard !overflow, milliseconds < .max / 1_000_000 else {
      throw ValueError("\(text) is too long a duration")
    }
    return .milliseconds(milliseconds)
  }

  /// A duration, or a word that means none.
  static func duration(_ text: String, or word: String) throws(ValueError) -> Duration? {
    text == word ? nil : try duration(text)
  }

  /// One word of a list.
  static func word<Word>(_ text: String, _: Word.Type = Word.self) throws(ValueError) -> Word
  where Word: RawRepresentable<String> & CaseIterable {
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).filter { !$0.isEmpty }.joined(separator: ", ")
      throw ValueError("\(text.debugDescription) is none of \(words)")
    }
    return word
  }
}
