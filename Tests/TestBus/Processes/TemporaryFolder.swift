import Glibc

/// A folder of a test's own, mode 0700, deleted with everything in it when the value goes.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path, short enough for a socket's path in it.
  package let path: String

  /// Makes a new folder in `/tmp`.
  ///
  /// - Throws: ``SystemError``.
  package init() throws(SystemError) {
    // Not TMPDIR: a socket's path has at most 107 bytes.
    var template = Array("/tmp/peal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    path = template.withUnsafeBufferPointer { name in
      String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  deinit { removeTree(path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in this folder, and those above it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func makeFolder(_ name: String) throws(SystemError) -> String {
    var made = path
    for part in name.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw SystemError("mkdir \(made)") }
    }
    return made
  }

  /// Writes a file in the folder, in place of one that is there.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(
    _ text: String, to name: String, mode: UInt32 = 0o600
  ) throws(SystemError) -> String {
    let file = self.file(name)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemError("open \(file)") }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemError("write \(file)") }
      rest = rest.dropFirst(count)
    }
    return file
  }

  /// The names of what is in the folder.
  package var names: [String] { folderEntries(path) }
}

/// The names in a folder, without `.` and `..`, sorted; none if it cannot be read.
func folderEntries(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Deletes a file, or a folder with everything in it; links are not followed.
private func removeTree(_ path: String) {
  guard unlink(path) != 0 && errno == EISDIR else { return }
  for name in folderEntries(path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}
