import Glibc

/// Where text goes: standard output or standard error, each write at once and whole.
struct Channel: Sendable {
  let descriptor: Int32

  /// What was asked for.
  static let output = Channel(descriptor: STDOUT_FILENO)
  /// Everything else.
  static let error = Channel(descriptor: STDERR_FILENO)

  private var name: String {
    switch descriptor {
    case STDOUT_FILENO: "standard output"
    case STDERR_FILENO: "standard error"
    default: "file descriptor \(descriptor)"
    }
  }

  /// Writes a line.
  func line(_ text: String) throws(Failure) {
    try write(text + "\n")
  }

  /// Writes a text, on a terminal without what acts on that.
  func write(_ text: String) throws(Failure) {
    try writeAsIs(harmless(text))
  }

  /// A text that others may have written, on a terminal without what acts on that.
  func harmless(_ text: String) -> String {
    isTerminal ? text.harmless : text
  }

  /// Whether a person looks on.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a text of ours, which may act on a terminal. A reader that has left ends the program
  /// quietly, as SIGPIPE does.
  func writeAsIs(_ text: String) throws(Failure) {
    var text = text
    let code = text.withUTF8 { write($0) }
    guard let code else { return }
    guard code != EPIPE else { endByPipe() }
    throw Failure(.internalFault, "\(name): \(String(cString: strerror(code)))")
  }

  private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// SIGPIPE may be ignored, by us or by who called us; the end is the same.
  private func endByPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// How many columns a person's terminal has; nil where it is none.
  var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 20
    else { return nil }
    return Int(size.ws_col)
  }

  /// How many columns a text is laid out in.
  var columns: Int { max(width ?? 80, 40) }
}
