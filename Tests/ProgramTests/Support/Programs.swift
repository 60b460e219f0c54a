import Glibc
import TestBus

/// The built programs, which lie beside the test bundle, or where `PEAL_PROGRAMS` says.
enum Programs {
  /// The folder that holds them.
  static let folder: String = {
    if let named = getenv("PEAL_PROGRAMS") { return String(cString: named) }
    guard let own = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(own) }
    let path = String(cString: own)
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }()

  static let peal = "\(folder)/peal"
  static let peald = "\(folder)/peald"

  /// Runs `peal` to its end, on no bus unless the environment names one.
  static func peal(
    _ arguments: [String], environment: [String: String] = .minimal,
    input: ChildProcess.Input = .nothing
  ) async throws -> ChildProcess.Result {
    try await ChildProcess.run(peal, arguments, environment: environment, input: input)
  }
}

extension PrivateBus {
  /// Runs `peal` on this bus to its end.
  func peal(
    _ arguments: String..., input: ChildProcess.Input = .nothing
  ) async throws -> ChildProcess.Result {
    try await Programs.peal(arguments, environment: environment, input: input)
  }

  /// Starts `peal` on this bus.
  func startPeal(
    _ arguments: String..., input: ChildProcess.Input = .nothing
  ) async throws -> ChildProcess {
    try await ChildProcess.start(Programs.peal, arguments, environment: environment, input: input)
  }
}
