import Foundation
import TestBus

/// Where things are measured: a bus of its own with a server in C, and the release programs on it.
struct Stage {
  /// Where the built programs are.
  struct Programs {
    let folder: String

    var peal: String { "\(folder)/peal" }
    var peald: String { "\(folder)/peald" }
    var probe: String { "\(folder)/BenchProbe" }
    var bench: String { "\(folder)/Bench" }
  }

  /// What the server of a stage does with a popup.
  enum Server: String {
    case hold
    case close
  }

  let programs: Programs
  let bus: PrivateBus
  let server: ChildProcess
  let daemon: ChildProcess

  /// Sets a stage up; the daemon runs with its journal, without a gap and with room for everything.
  static func open(_ programs: Programs, _ behaviour: Server) async throws -> Stage {
    let bus = try await PrivateBus.start()
    try bus.folder.makeFolder("config/peal")
    try bus.folder.write(configuration, to: "config/peal/peal.conf")
    let server = try await ChildProcess.start(
      programs.probe, ["server", behaviour.rawValue], environment: bus.environment)
    _ = try await server.output.nextLine()
    let daemon = try await ChildProcess.start(
      programs.peald, ["--log-level", "error"], environment: bus.environment)
    let stage = Stage(programs: programs, bus: bus, server: server, daemon: daemon)
    // One alert through all of it: everything is up and warm.
    try await stage.run(programs.peal, ["send", "warm"])
    return stage
  }

  /// Takes it down again.
  func close() async throws {
    for process in [daemon, server] {
      process.signal(SIGTERM)
      try await process.result()
    }
    bus.endClients()
    try await bus.kill()
  }

  private static let configuration = """
    [queue]
    gap = 0
    max-waiting = 2000000
    max-waiting-per-app = 2000000
    max-text = 1024MiB

    """

  /// Runs a program on the stage to its end, and gives what it printed.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await ChildProcess.run(
      program, arguments, environment: bus.environment, within: .seconds(600))
    guard result.status == 0 else {
      throw Failure(what: "\(program) \(arguments.joined(separator: " ")): \(result.errors)")
    }
    return result.output
  }

  /// The numbers that the probe prints for a verb, one a line.
  func probe(_ arguments: [String]) async throws -> [Double] {
    try await run(programs.probe, arguments).split(separator: "\n").compactMap { Double($0) }
  }

  /// Runs two commands in turn, and gives wall milliseconds and peak KiB of each run.
  func pairs(
    _ runs: Int, _ first: [String], _ second: [String]
  ) async throws -> [Pair] {
    let text = try await run(
      programs.probe, ["pairs", "\(runs)"] + first + ["--"] + second)
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4 else { return nil }
      return Pair(
        first: (wall: numbers[0], peak: numbers[1]), second: (wall: numbers[2], peak: numbers[3]))
    }
  }

  /// One run of each of two commands.
  struct Pair {
    let first: (wall: Double, peak: Double)
    let second: (wall: Double, peak: Double)
  }

  /// Something that was to be measured did not work.
  struct Failure: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
  }
}
