import Glibc
import Peal

/// The person's terminal, `/dev/tty`: a question stands there, and an answer is typed.
final class Terminal {
  /// What came from the person.
  enum Answer: Equatable {
    /// Nothing that can be read without waiting.
    case nothing
    /// The action with this key.
    case key(String)
    /// A typed reply.
    case text(String)
    /// The end of input: the person wants no part of it.
    case closed
  }

  /// Readable when something was typed.
  let descriptor: Int32
  private let question: TerminalQuestion

  /// Opens the terminal and asks.
  ///
  /// - Returns: nil when the process has no terminal, or stands in its background, where reading stops
  ///   a program.
  init?(asking alert: Alert) {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    guard tcgetpgrp(descriptor) == getpgrp() else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    question = TerminalQuestion(alert)
    write(question.text + question.prompt)
  }

  deinit { close(descriptor) }

  /// What was typed since the last look, a line at most. What is no answer is told so.
  func read() -> Answer {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return .nothing }
    // In its usual mode a terminal gives a line at a time.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? .nothing : .closed }
    guard count > 0 else { return .closed }
    let line = String(decoding: bytes[..<count], as: UTF8.self)
    if let answer = question.answer(line) { return answer }
    write("That is none of them.\n" + question.prompt)
    return .nothing
  }

  /// Says that the question is over, without an answer from here.
  func leave() {
    write("\nIt was answered elsewhere, or is over.\n")
  }

  private func write(_ text: String) {
    try? Channel(descriptor: descriptor).write(text)
  }
}
