import Foundation

/// Texts that are promised to those who read them, as files beside the tests.
enum Golden {
  /// The text of one file.
  static func text(_ name: String) throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Golden/\(name).txt"), encoding: .utf8)
  }
}
