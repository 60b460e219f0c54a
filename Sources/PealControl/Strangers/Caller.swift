package import DBus
internal import Glibc
package import Peal

/// Who is behind a client of the bus, by the word of the bus and of the kernel.
package struct Caller: Sendable, Hashable {
  /// Its process.
  package var poster: Poster?
  /// What keeps it from being trusted with everybody's alerts; nil for a program of the person's own.
  package var confinement: Confinement?

  /// Names a caller.
  package init(_ poster: Poster?, _ confinement: Confinement?) {
    self.poster = poster
    self.confinement = confinement
  }

  /// One of whom the bus does not say who it is.
  static let unknown = Caller(nil, .unknown)

  /// One that had left before the bus could say who it was. Whoever waits for no answer could pass
  /// for anybody, so it is trusted with nothing.
  static let left = Caller(nil, .left)

  /// Reads the reply of `GetConnectionCredentials`, and asks the kernel for the rest.
  ///
  /// - Parameter processes: where proc(5) is mounted.
  package init(credentials reply: Message, processes: String = "/proc") {
    let facts = reply.body.first?.options ?? [:]
    let user = facts["UnixUserID"]?.uint32
    guard let pid = facts["ProcessID"]?.uint32 else {
      self.init(nil, .unknown)
      return
    }
    let label = facts["LinuxSecurityLabel"].flatMap(Self.text)
    let isOwn = user == nil || user == getuid() || user == 0
    self.init(
      Poster(pid: pid, executable: Poster.executable(of: pid, in: processes) ?? ""),
      isOwn
        ? Confinement(ofProcess: pid, label: label, in: processes)
        : .user(user ?? UInt32.max))
  }

  /// A text in bytes that end with a zero.
  private static func text(_ value: Value) -> String? {
    guard case .bytes(let bytes) = value else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Poster {
  /// Where `/proc/PID/exe` points (proc(5)); nil when it is not ours to know.
  package static func executable(of pid: UInt32, in processes: String = "/proc") -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return readlink("\(processes)/\(pid)/exe", start, bytes.count)
    }
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
