import Foundation
import Testing

/// A file of the repository with parts that are written from what the programs know: between the lines
/// `; begin: NAME` and `; end`.
struct Document {
  private let file: URL
  private(set) var text: String

  /// Reads a file by its path in the repository.
  init(_ path: String) throws {
    file = URL(filePath: Self.path(path))
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// The path of a file of the repository.
  static func path(_ name: String) -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return root.standardized.path + "/" + name
  }

  /// Checks that a part is what it should be. With PEAL_RECORD=1 in the environment the file is made so.
  func expect(_ part: String, is wanted: String) throws {
    let begin = "; begin: \(part)\n"
    let halves = text.components(separatedBy: begin)
    try #require(halves.count == 2, "\(file.lastPathComponent) has one part \(part)")
    let rest = try #require(halves[1].range(of: "; end\n"))
    let found = halves[1][..<rest.lowerBound]
    if ProcessInfo.processInfo.environment["PEAL_RECORD"] == "1" {
      let new = halves[0] + begin + wanted + halves[1][rest.lowerBound...]
      try new.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        found == wanted, "after a wanted change: PEAL_RECORD=1 Config/test --filter DocumentTests")
    }
  }
}

extension String {
  /// The text with nothing in it that scdoc would take for a sign of its own.
  var escapedForManual: String {
    reduce(into: "") { text, letter in
      if #"\*_[]#~"#.contains(letter) { text += #"\"# }
      text.append(letter)
    }
  }
}
