internal import Glibc

/// What is told on standard error: a line for each event, with the journal's priority in front
/// (sd-daemon(3)).
struct Log: Sendable {
  /// How much a line matters; the raw value is its word on the command line.
  enum Level: String, CaseIterable, Comparable {
    case error, warning, notice, info, debug

    /// The number of syslog(3).
    var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .notice: 5
      case .info: 6
      case .debug: 7
      }
    }

    static func < (lhs: Level, rhs: Level) -> Bool { lhs.priority < rhs.priority }
  }

  /// What matters less is not told.
  let level: Level

  /// Tells something. Its text is made only if it is told.
  func write(_ level: Level, _ text: @autoclosure () -> String) {
    guard level <= self.level else { return }
    var line = text()
    // Looked for first: to replace costs more than to write.
    if line.utf8.contains(UInt8(ascii: "\n")) { line = line.replacing("\n", with: "\\n") }
    Output.write("<\(level.priority)>\(line)\n", to: STDERR_FILENO)
  }
}
