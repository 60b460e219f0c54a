import Glibc

@testable import PealCommand
@testable import PealDaemon

extension Target {
  /// Command lines: the first byte says which verb's, or `peald`'s, or that a line of `send --batch`
  /// follows; each word ends with a zero.
  static let options = Target(seeds: seeds) { bytes in
    guard let first = bytes.first.map(Int.init) else { return }
    let verbs = Verb.allCases
    switch first % (verbs.count + 2) {
    case verbs.count:
      readLine(String(decoding: bytes.dropFirst(), as: UTF8.self))
    case verbs.count + 1:
      let words = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
      _ = try? PealDaemon.Options(words.map { String(decoding: $0, as: UTF8.self) })
    case let index:
      parse(verbs[index], bytes.dropFirst())
    }
  }

  private static func readLine(_ text: String) {
    guard let object = try? JSON(reading: text) else { return }
    _ = try? Invocation(.send).reading(object)
  }

  private static func parse(_ verb: Verb, _ bytes: ArraySlice<UInt8>) {
    let words = [Array(verb.rawValue.utf8)[...]] + bytes.split(separator: 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in
      (word.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.flatMap { strdup($0) }
      }
    }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    arguments.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      _ = try? Invocation.parse(verb, start, count: Int32(words.count))
    }
  }

  private static let seeds: [[UInt8]] = {
    let verbs = UInt8(Verb.allCases.count)
    let line = #"{"summary":"x","ttl":"5m","expire-time":2000,"actions":[{"key":"k","label":"L"}]}"#
    let send = "-u\0critical\0-t\05s\0-A\0yes=Yes\0-h\0int:x:5\0--ttl=10m\0--priority\0high\0a\0b"
    return [[verbs] + Array(line.utf8), [verbs + 1] + Array("--idle-exit\010m\0--replace".utf8)]
      + (0..<verbs).map { [$0] + Array(send.utf8) }
      + (0..<verbs).map { [$0] + Array("--id\01\0--tag\0t\0--json\0--for\01h\05".utf8) }
  }()
}
