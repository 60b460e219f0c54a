import Foundation
import TestBus

/// What the daemon costs while nothing happens: memory, and how often it wakes up.
struct Resting {
  let programs: Stage.Programs
  private static let alerts = 10_000

  func memoryRows() async throws -> [Row] {
    let stage = try await Stage.open(programs, .hold)
    let idle = Self.residentMemory(of: stage.daemon)
    _ = try await stage.probe(["posts", "4", "\(Self.alerts / 4)"])
    let full = Self.residentMemory(of: stage.daemon)
    try await stage.close()
    return [
      Row("peald, idle: resident memory", Sample([idle]), unit: "MiB", .atMost(12)),
      Row("peald, 10,000 waiting", Sample([full]), unit: "MiB", .atMost(40)),
    ]
  }

  func idleRows() async throws -> [Row] {
    let stage = try await Stage.open(programs, .hold)
    try await stage.run(programs.peal, ["clear", "--all"])
    // Until what follows the last alert is over: a popup's end has deadlines of a second.
    try await Self.leave(stage.daemon, alone: .seconds(3))
    let before = Self.switches(of: stage.daemon)
    try await Self.leave(stage.daemon, alone: .seconds(10))
    let wakeUps = Self.switches(of: stage.daemon) - before
    try await stage.close()
    return [Row("peald, idle: wake-ups in 10 s", Sample([wakeUps]), unit: "", .atMost(0))]
  }

  /// Lets a time pass; a daemon that ends meanwhile does not count as one that rests.
  private static func leave(_ daemon: ChildProcess, alone time: Duration) async throws {
    do {
      let end = try await daemon.result(within: time)
      throw Ended(exit: end.exit)
    } catch is TimeLimitExceeded {}
  }

  /// The daemon ended where it was to rest.
  private struct Ended: Error {
    let exit: ChildProcess.Exit
  }

  private static func residentMemory(of process: ChildProcess) -> Double {
    sum("VmRSS:", in: ["/proc/\(process.pid)/status"]) / 1024
  }

  /// How often any thread of a process has been put to sleep or interrupted.
  private static func switches(of process: ChildProcess) -> Double {
    let folder = "/proc/\(process.pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = threads.map { "\(folder)/\($0)/status" }
    return sum("voluntary_ctxt_switches:", in: files)
      + sum("nonvoluntary_ctxt_switches:", in: files)
  }

  private static func sum(_ field: String, in files: [String]) -> Double {
    files.reduce(0) { total, file in
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(field) }
      let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return total + (number.flatMap { Double($0) } ?? 0)
    }
  }
}
