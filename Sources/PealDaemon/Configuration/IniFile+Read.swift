internal import CInih

extension IniFile {
  /// Reads a file's bytes with libinih.
  ///
  /// libinih cuts long lines and names without a word, tells the number of the first bad line only
  /// and that of no good one. So it gets its lines from a source that counts them, keeps back those
  /// that it would cut, and notices which ones came to nothing.
  init(_ bytes: [UInt8]) {
    let source = IniSource(bytes)
    let pointer = Unmanaged.passUnretained(source).toOpaque()
    withExtendedLifetime(source) {
      _ = ini_parse_stream(
        { buffer, capacity, stream in
          guard let buffer, let source = IniSource.from(stream) else { return nil }
          return source.next(into: buffer, capacity: Int(capacity)) ? buffer : nil
        }, pointer,
        { user, section, name, value in
          IniSource.from(user)?.take(section: section, name: name, value: value)
          return 1
        }, pointer)
    }
    self = source.finish()
  }
}

/// The lines of a file on their way to libinih, and what comes back.
private final class IniSource {
  private let lines: [ArraySlice<UInt8>]
  private var file = IniFile()
  /// How many lines have been given out.
  private var count = 0
  /// Whether the last line given out must come back as an entry.
  private var isOwed = false

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  static func from(_ pointer: UnsafeMutableRawPointer?) -> IniSource? {
    pointer.map { Unmanaged<IniSource>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Copies the next line that libinih can take whole; a faulty one becomes an empty one.
  func next(into buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Bool {
    settleDebt()
    guard count < lines.count else { return false }
    // libinih takes an indented line for more of the value above it.
    var line = lines[count].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    count += 1
    if let sentence = fault(of: line, capacity: capacity) {
      report(sentence)
      line = []
    }
    isOwed = isEntry(line)
    for (index, byte) in line.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[line.count] = CChar(bitPattern: UInt8(ascii: "\n"))
    buffer[line.count + 1] = 0
    return true
  }

  func take(
    section: UnsafePointer<CChar>?, name: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?
  ) {
    isOwed = false
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    file.entries.append(
      Entry(line: count, section: text(section), key: text(name), value: text(value)))
  }

  func finish() -> IniFile {
    settleDebt()
    return file
  }

  private typealias Entry = IniFile.Entry

  private func fault(of line: ArraySlice<UInt8>, capacity: Int) -> String? {
    guard line.count + 2 <= capacity else {
      return "the line is longer than \(capacity - 2) bytes"
    }
    let text = String(validating: Array(line), as: UTF8.self)
    guard let text, !line.contains(0) else { return "the line is not UTF-8 text" }
    guard text.first == "[" else { return nil }
    guard let end = text.firstIndex(of: "]") else { return "the section's name has no end: ]" }
    // ini.c: MAX_SECTION is 50.
    return text[..<end].utf8.count > 50 ? "the section's name is longer than 49 bytes" : nil
  }

  private func isEntry(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != UInt8(ascii: "\r") }) else { return false }
    return !"[;#".utf8.contains(first) && !(count == 1 && first == 0xEF)
  }

  private func settleDebt() {
    if isOwed { report("this is neither [section] nor key = value") }
    isOwed = false
  }

  private func report(_ sentence: String) {
    file.faults.append(IniFile.Fault(line: count, sentence: sentence))
  }
}
