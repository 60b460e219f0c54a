import Glibc

/// Files of the system that are a few lines long.
enum SmallFile {
  /// The beginning of a file's text, 64 KiB at most.
  ///
  /// - Throws: ``Failure`` when it cannot be read.
  static func text(_ path: String) throws(Failure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.internalFault, "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    return text(of: descriptor)
  }

  /// What can be read of an open one.
  static func text(of descriptor: Int32) -> String {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while text.count < 65_536 {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      text += bytes[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes a new file, for its owner only.
  ///
  /// - Throws: ``Failure``.
  static func write(_ text: String, to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(.internalFault, "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    try Channel(descriptor: descriptor).write(text)
  }
}
