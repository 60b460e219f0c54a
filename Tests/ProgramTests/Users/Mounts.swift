import Foundation

/// Whether a test may mount what it likes, in a namespace of its own.
enum Mounts {
  /// Root with CAP_SYS_ADMIN, number 21 of capabilities(7), which mounts need.
  static let areAllowed: Bool = {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let mask =
      line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
    return getuid() == 0 && mask & (1 << 21) != 0
  }()
}
