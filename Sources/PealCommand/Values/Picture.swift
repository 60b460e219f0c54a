import Glibc

/// A picture on the command line: the name of an icon, or a file.
enum Picture {
  /// An icon by name or by path. A path is resolved where the caller stands.
  ///
  /// - Returns: nil for a file that is not there.
  static func icon(_ text: String) -> String? {
    guard !text.hasPrefix("file:") else { return text }
    let isPath = text.contains("/") || text.hasPrefix("~")
    return file(text) ?? (isPath ? nil : text)
  }

  /// A file, by path. The daemon stands elsewhere, so the path is made absolute here.
  ///
  /// - Returns: nil for a file that is not there.
  static func file(_ text: String) -> String? {
    let path = text.hasPrefix("file://") ? String(text.dropFirst(7)) : expanded(text)
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var status = stat()
    guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return String(cString: resolved)
  }

  /// Shells leave a quoted `~` alone.
  private static func expanded(_ text: String) -> String {
    guard text == "~" || text.hasPrefix("~/"), let home = getenv("HOME") else { return text }
    return String(cString: home) + text.dropFirst()
  }
}
