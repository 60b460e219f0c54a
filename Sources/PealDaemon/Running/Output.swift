internal import Glibc

/// Writing to standard output and standard error, without a buffer.
enum Output {
  /// Writes a text, or as much of it as is taken: nobody may be there to read it.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { bytes -> Int in
        guard let start = bytes.baseAddress else { return -1 }
        return Glibc.write(descriptor, start, bytes.count)
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
