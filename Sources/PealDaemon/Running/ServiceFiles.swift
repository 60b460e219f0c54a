internal import Glibc

/// The files by which a session bus knows what to start for a name (D-Bus specification, "Message Bus
/// Starting Services").
struct ServiceFiles {
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// The files that claim a name, in the order of precedence; the bus takes the first.
  func claiming(_ name: String) -> [String] {
    folders.flatMap { files(in: $0) }.filter { file in
      lines(of: file).contains { Self.value(of: "Name", in: $0).map(String.init) == name }
    }
  }

  private var folders: [String] {
    let home = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
    let shared = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    let roots =
      [environment["XDG_RUNTIME_DIR"], home] + shared.split(separator: ":").map(String.init)
    return roots.compactMap { $0 }.filter { $0.hasPrefix("/") }.map { $0 + "/dbus-1/services" }
  }

  private func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".service") { files.append(folder + "/" + name) }
    }
    return files.sorted()
  }

  /// Service files are a few lines; of a longer one the beginning is enough.
  private func lines(of file: String) -> [Substring] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
  }

  private static func value(of key: String, in line: Substring) -> Substring? {
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, trim(parts[0]) == key else { return nil }
    return trim(parts[1])
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
