import Peal
import PealControl

extension Duration {
  /// What a duration looks like, for errors.
  static let form = "write a whole number with its unit, as 500ms, 5s, 10m, 2h, 1d, or 0"

  /// Reads `500ms`, `5s`, `10m`, `2h`, `1d` or `0`.
  init(argument text: String) throws(ValueError) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard !digits.isEmpty, let factor = Self.milliseconds(in: unit, isZero: digits == "0") else {
      throw ValueError("is not a duration; \(Self.form)")
    }
    let (milliseconds, overflow) = (Int64(digits) ?? .max).multipliedReportingOverflow(by: factor)
    guard !overflow, milliseconds < .max / 1_000_000 else {
      throw ValueError("is too long a duration")
    }
    self = .milliseconds(milliseconds)
  }

  private static func milliseconds(in unit: Substring, isZero: Bool) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    case "": isZero ? 1 : nil
    default: nil
    }
  }
}

extension Alert.Expiry {
  /// Reads milliseconds as notify-send does (-1: the server's default, 0: never), a duration,
  /// `never` or `default`.
  init(argument text: String) throws(ValueError) {
    switch text {
    case "never", "0": self = .never
    case "default", "-1": self = .serverDefault
    default: self = .after(try Self.time(text))
    }
  }

  private static func time(_ text: String) throws(ValueError) -> Duration {
    let isBare = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    guard !text.hasPrefix("-") else {
      throw ValueError("is negative; write a duration, never, or default")
    }
    let duration: Duration
    do {
      duration = try Duration(argument: isBare ? text + "ms" : text)
    } catch {
      let form = "milliseconds, a duration as 5s or 10m, never, or default"
      throw isBare ? error : ValueError("is not a time on screen; write \(form)")
    }
    guard duration.milliseconds <= Int32.max else {
      throw ValueError("is too long; 24d is the most, or never")
    }
    return duration.milliseconds == 0 ? .zero : duration
  }
}
