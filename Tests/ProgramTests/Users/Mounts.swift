import Foundation

/// Whether a test may mount what it likes, in a namespace of its own.
enum Mounts {
  /// Root with CAP_SYS_ADMIN, number 21 of capabilities(7), whose root folder is a mount itself: in another
  /// one a namespace cannot keep its mounts to itself.
  static let areAllowed: Bool = {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let mask =
      line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    let isMount = mounts.split(separator: "\n").contains { $0.split(separator: " ")[4] == "/" }
    return getuid() == 0 && isMount && mask & (1 << 21) != 0
  }()
}
