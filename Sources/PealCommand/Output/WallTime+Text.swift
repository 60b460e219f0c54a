import Glibc
import Peal
import PealControl

extension WallTime {
  /// The time as RFC 3339 has it, in UTC with milliseconds: `2026-02-28T13:05:09.250Z`.
  var text: String {
    let (date, clock) = fields(gmtime_r)
    let rest = String(1000 + (milliseconds % 1000 + 1000) % 1000).dropFirst()
    return "\(date)T\(clock).\(rest)Z"
  }

  /// The time for people: date and clock where they are.
  var localText: String {
    let (date, clock) = fields(localtime_r)
    return "\(date) \(clock)"
  }

  private typealias Conversion = (UnsafePointer<time_t>, UnsafeMutablePointer<tm>)
    -> UnsafeMutablePointer<tm>?

  private func fields(_ convert: Conversion) -> (date: String, clock: String) {
    var seconds = time_t(milliseconds / 1000) - (milliseconds % 1000 < 0 ? 1 : 0)
    var parts = tm()
    _ = convert(&seconds, &parts)
    let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return (
      date.map(Self.twoDigits).joined(separator: "-"),
      clock.map(Self.twoDigits).joined(separator: ":")
    )
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension WallTime {
  /// The time that lies so much earlier.
  func earlier(by duration: Duration) -> WallTime {
    WallTime(milliseconds: max(0, milliseconds - duration.milliseconds))
  }
}
