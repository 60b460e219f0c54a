internal import Glibc

/// Where the configuration is.
struct ConfigurationFile: Sendable, Equatable {
  let path: String
  /// Whether somebody named it: then it must be there.
  let isNamed: Bool

  /// The file that the command line names, or the one in the usual place; nil when the account has
  /// no home.
  init?(named path: String?, environment: [String: String]) {
    if let path {
      self.init(path: path, isNamed: true)
    } else if let folder = Self.folder(environment) {
      self.init(path: folder + "/peal/peal.conf", isNamed: false)
    } else {
      return nil
    }
  }

  private init(path: String, isNamed: Bool) {
    self.path = path
    self.isNamed = isNamed
  }

  /// Larger than any configuration.
  private static let maximumSize = 1 << 20

  /// Its name without the folders.
  var name: String { String(path.split(separator: "/").last ?? "peal.conf") }

  /// What a file says, and by which of its lines.
  struct Reading: Equatable {
    var configuration = Configuration()
    var entries: [IniFile.Entry] = []
  }

  /// Reads the file; without one the defaults count.
  ///
  /// - Throws: ``ConfigurationError`` with every fault.
  func read() throws(ConfigurationError) -> Reading {
    let file = name
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard isNamed || errno != ENOENT else { return Reading() }
      throw unreadable(file, String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    guard let bytes = Self.contents(descriptor) else {
      throw unreadable(file, String(cString: strerror(errno)))
    }
    guard bytes.count <= Self.maximumSize else { throw unreadable(file, "it is too large") }
    let ini = IniFile(bytes)
    return Reading(configuration: try Configuration(ini, file: file), entries: ini.entries)
  }

  private static func contents(_ descriptor: Int32) -> [UInt8]? {
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while contents.count <= maximumSize {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      contents += chunk[..<count]
    }
    return contents
  }

  private func unreadable(_ file: String, _ reason: String) -> ConfigurationError {
    ConfigurationError(
      file: file, faults: [.init(line: 0, sentence: "\(path) cannot be read: \(reason)")])
  }

  /// XDG Base Directory Specification: a relative path there does not count.
  private static func folder(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.config" }
    guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir else { return nil }
    return String(cString: home) + "/.config"
  }
}
