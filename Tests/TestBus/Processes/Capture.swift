/// What a program writes to one of its outputs, as it comes.
package final class Capture: Sendable {
  private struct Contents: Sendable {
    var bytes: [UInt8] = []
    var taken = 0
    var isEnded = false
  }

  private let contents = Watched(Contents())
  private let what: String

  init(of what: String) {
    self.what = what
  }

  /// Everything written so far; bad UTF-8 is repaired.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Every byte written so far.
  package var bytes: [UInt8] { contents.value.bytes }

  /// Takes the next line, without its newline, waiting for it.
  ///
  /// - Throws: ``TimeLimitExceeded``; ``Inbox/Finished`` when the output has ended.
  package func nextLine(within limit: Duration = .defaultLimit) async throws -> String {
    let line = try await contents.first("line on \(what)", within: limit) { contents -> String?? in
      let rest = contents.bytes[contents.taken...]
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        contents.taken = newline + 1
        return String(decoding: rest[..<newline], as: UTF8.self)
      }
      guard contents.isEnded else { return nil }
      contents.taken = contents.bytes.endIndex
      return .some(rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self))
    }
    guard let line else { throw Inbox<String>.Finished(what: "line on \(what)") }
    return line
  }

  /// Waits until a text has been written, or nobody has the output open any more.
  package func wait(for text: String, within limit: Duration = .defaultLimit) async throws {
    try await contents.until("\(text.debugDescription) on \(what)", within: limit) { contents in
      contents.isEnded || String(decoding: contents.bytes, as: UTF8.self).contains(text)
    }
  }

  /// Waits until nobody has the output open any more.
  package func end(within limit: Duration = .defaultLimit) async throws {
    try await contents.until("end of \(what)", within: limit) { $0.isEnded }
  }

  func append(_ bytes: some Collection<UInt8> & Sendable) {
    contents.change { $0.bytes.append(contentsOf: bytes) }
  }

  func finish() {
    contents.change { $0.isEnded = true }
  }
}
