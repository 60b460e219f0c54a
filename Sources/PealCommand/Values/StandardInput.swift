import Glibc
import Peal

/// What comes on standard input.
enum StandardInput {
  /// A text, and whether it was longer than a text may be.
  struct Text {
    var bytes: [UInt8] = []
    var isCut = false

    /// The text: what is not UTF-8 is repaired, NUL as well, and one trailing newline removed.
    var repaired: String {
      var rest = bytes[...]
      if rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
      return String(repairing: rest)
    }

    /// Whether nothing needs repair.
    var isClean: Bool {
      !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// Reads to the end, so that whoever writes is not ended by SIGPIPE, and keeps what a text may
  /// have.
  static func read() throws(Failure) -> Text {
    var text = Text()
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Failure(.usage, "body -: standard input: \(String(cString: strerror(errno)))")
      }
      text.append(chunk.prefix(count))
    }
    return text
  }
}

extension StandardInput.Text {
  /// Keeps at most ``Limits/text`` bytes, cut between two characters.
  fileprivate mutating func append(_ more: ArraySlice<UInt8>) {
    guard !isCut else { return }
    bytes += more
    guard bytes.count > Limits.text else { return }
    isCut = true
    var end = Limits.text
    while end > Limits.text - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    bytes.removeLast(bytes.count - end)
  }
}

extension String {
  /// A text of bytes; what is not UTF-8 is repaired, and NUL, which no text of an alert can have.
  init(repairing bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    self = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text
  }
}
