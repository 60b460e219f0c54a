import Glibc

/// Where the files of this package are.
enum Repository {
  /// The path of a file of the repository.
  static func file(_ name: String) -> String {
    // This file is Tests/DesktopTests/Desktop/Repository.swift.
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return root.joined(separator: "/") + "/" + name
  }

  /// The path of a program that was built with the tests: it lies beside the one that runs now.
  static func program(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let running = String(
      decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return running.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/") + "/" + name
  }
}
