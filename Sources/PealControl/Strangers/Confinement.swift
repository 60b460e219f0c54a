internal import Glibc

/// What a client of the bus is shut into. It may post, and wait for and withdraw what is its own.
package enum Confinement: Sendable, Hashable {
  /// Flatpak's sandbox, by the app's id.
  case flatpak(String)
  /// A snap, by its name.
  case snap(String)
  /// Another user's process.
  case user(UInt32)
  /// It is not known what it is.
  case unknown
  /// It has left.
  case left

  /// The name that its alerts go by, whatever they say themselves; nil when there is none.
  var appName: String? {
    switch self {
    case .flatpak(let name), .snap(let name): name
    case .user(let number): "user \(number)"
    case .unknown, .left: nil
    }
  }
}

extension Confinement {
  /// Looks for the marks of a sandbox; nil when there are none.
  ///
  /// Flatpak puts a file into the root of what it starts, the bus's proxy included, which makes the
  /// connection. A snap is known by its AppArmor profile, or where there is no AppArmor by its cgroup.
  /// Processes whose root is not ours to look at are none of a sandbox's: those run as the person.
  init?(ofProcess pid: UInt32, label: String?, in processes: String) {
    let folder = "\(processes)/\(pid)"
    if let info = Self.beginning(of: "\(folder)/root/.flatpak-info") {
      self = .flatpak(Self.application(in: info) ?? "flatpak")
      return
    }
    let cgroups = Self.beginning(of: "\(folder)/cgroup") ?? ""
    let words = [label ?? ""] + cgroups.split(separator: "/").map(String.init)
    guard let snap = words.lazy.compactMap(Self.snap).first else { return nil }
    self = .snap(snap)
  }

  /// The `name` of the group `[Application]` (flatpak-metadata(5)).
  private static func application(in info: String) -> String? {
    var isIn = false
    for line in info.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isIn = line == "[Application]" || line == "[Runtime]" }
      if isIn, line.hasPrefix("name=") { return String(line.dropFirst(5)) }
    }
    return nil
  }

  /// The snap's name in `snap.NAME.APP`, with whatever comes after.
  private static func snap(in word: String) -> String? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "snap", !parts[1].isEmpty else { return nil }
    return String(parts[1])
  }

  /// A file's first 16 KiB; nil if it cannot be read.
  private static func beginning(of file: String) -> String? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

extension Confinement: CustomStringConvertible {
  /// As the sentence of a refusal names it.
  package var description: String {
    switch self {
    case .flatpak(let name): "flatpak \(name)"
    case .snap(let name): "snap \(name)"
    case .user(let number): "a process of user \(number)"
    case .unknown: "a caller of which the bus does not say who it is"
    case .left: "a caller that left before the bus could say who it is"
    }
  }
}
