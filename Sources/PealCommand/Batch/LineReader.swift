import Glibc

/// Standard input, line by line, as it comes.
struct LineReader {
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// The most bytes that a line may have: an alert's texts and what JSON puts around them.
  static let limit = 8 * 1024 * 1024

  /// The lines that have come, waiting for one; empty at the end. A line over the limit is cut.
  mutating func next() throws(Failure) -> [StandardInput.Text] {
    var lines: [StandardInput.Text] = []
    while lines.isEmpty, !isAtEnd {
      try fill()
      lines = takeLines()
    }
    return lines
  }

  private mutating func fill() throws(Failure) {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(STDIN_FILENO, &chunk, chunk.count)
    guard count >= 0 || errno == EINTR else {
      throw Failure(.usage, "standard input: \(String(cString: strerror(errno)))")
    }
    isAtEnd = count == 0
    // What is too long is not kept, but for the one byte that tells so.
    if rest.count <= Self.limit || chunk.contains(UInt8(ascii: "\n")) {
      rest += chunk.prefix(max(count, 0))
    }
  }

  private mutating func takeLines() -> [StandardInput.Text] {
    var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = isAtEnd ? [] : Array(parts.removeLast())
    if isAtEnd, parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map { line in
      StandardInput.Text(bytes: Array(line.prefix(Self.limit)), isCut: line.count > Self.limit)
    }
  }
}
