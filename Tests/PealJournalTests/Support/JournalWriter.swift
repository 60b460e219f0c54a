import Glibc
import TestBus

/// The program that writes a journal in a process of its own.
enum JournalWriter {
  /// Lies beside the test bundle.
  static let path: String = {
    guard let own = realpath("/proc/self/exe", nil) else { return "JournalWriter" }
    defer { free(own) }
    let path = String(cString: own)
    return path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) + "/JournalWriter"
  }()

  /// Starts it and waits until it has the journal open.
  ///
  /// - Parameter limit: how many bytes its files may have.
  static func start(_ journal: String, posts: Int, limit: Int? = nil) async throws -> ChildProcess {
    var command = [path, journal, "bus", "\(posts)"]
    if let limit { command = ["prlimit", "--fsize=\(limit):unlimited"] + command }
    let process = try await ChildProcess.start(
      command[0], Array(command.dropFirst()), input: .open)
    _ = try await process.output.nextLine()
    return process
  }
}
