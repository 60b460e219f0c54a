import Foundation
import TestBus

/// Counts what the processor executes, by callgrind: the same for the same programs, however busy the
/// machine is. Held against the counts that are recorded in the repository.
struct Instructions {
  let programs: Stage.Programs
  /// The recorded counts: a name and a number on each line.
  let record: URL

  /// Each count beside the recorded one; it may be a tenth more.
  func rows() async throws -> [Row] {
    let recorded = try read()
    return try await counts().map { name, count in
      guard let known = recorded[name] else {
        throw Stage.Failure(what: "\(record.path) has no line for \(name)")
      }
      return Row(
        name, Sample([count]), to: "recorded", Sample([known]), unit: "instructions",
        .atMost(1.1))
    }
  }

  /// Records what is counted now.
  func recordCounts() async throws {
    let lines = try await counts().map { "\($0.name)\t\(Int($0.count))\n" }
    try Data(lines.joined().utf8).write(to: record)
  }

  private func counts() async throws -> [(name: String, count: Double)] {
    let stage = try await Stage.open(programs, .hold)
    let send = try await count([programs.peal, "send", "summary", "body"], on: stage)
    let few = try await count([programs.bench, "--steps=1000"], on: stage)
    let many = try await count([programs.bench, "--steps=3000"], on: stage)
    try await stage.close()
    return [("peal send", send), ("queue, post + end", (many - few) / 2000)]
  }

  /// The instructions of a whole process.
  private func count(_ command: [String], on stage: Stage) async throws -> Double {
    var environment = stage.bus.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let result = try await ChildProcess.run(
      "valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null"] + command,
      environment: environment, within: .seconds(300))
    let total = result.errors.split(separator: "\n").compactMap { line -> Double? in
      guard let words = line.firstRange(of: "Collected : ") else { return nil }
      return Double(line[words.upperBound...].trimmingCharacters(in: .whitespaces))
    }
    guard result.status == 0, let count = total.last else {
      throw Stage.Failure(what: "callgrind on \(command[0]): \(result.errors)")
    }
    return count
  }

  private func read() throws -> [String: Double] {
    let lines = try String(contentsOf: record, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      lines.compactMap { line in
        let fields = line.split(separator: "\t")
        guard fields.count == 2, let number = Double(fields[1]) else { return nil }
        return (String(fields[0]), number)
      }, uniquingKeysWith: { first, _ in first })
  }
}
