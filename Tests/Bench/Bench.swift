import Foundation

/// Measures the budgets of the design, each beside its yardstick in one run. `Config/bench` calls it.
@main
struct Bench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let options = Set(arguments.filter { $0.hasPrefix("--") })
    let words = arguments.filter { !$0.hasPrefix("--") }
    if let steps = value(of: "--steps", in: options).flatMap({ Int($0) }) {
      var run = QueueRun(waiting: 1000)
      return run.go(steps)
    }
    if let folder = value(of: "--curves", in: options) { return try await draw(into: folder) }
    guard options.isSubset(of: ["--json", "--strict", "--record"]),
      words.allSatisfy(known.contains)
    else {
      print("usage: Bench [\(known.joined(separator: "|"))]… [--json] [--strict]")
      exit(64)
    }
    if options.contains("--record") { return try await instructions.recordCounts() }
    let rows = try await measure(
      words.isEmpty || words.contains("all") ? known.filter { !extra.contains($0) } : words)
    print(options.contains("--json") ? try Table.json(rows) : Table.text(rows))
    if options.contains("--strict"), !rows.allSatisfy(\.isMet) { exit(1) }
  }

  private static let known = [
    "all", "send", "latency", "drain", "posts", "queue", "memory", "idle", "growth",
    "instructions",
  ]
  /// Those that have no budget of the design, and are measured only when asked for.
  private static let extra = ["all", "growth", "instructions"]

  private static var programs: Stage.Programs {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    return Stage.Programs(folder: folder)
  }

  /// `Config/bench` runs this at the top of the repository.
  private static var instructions: Instructions {
    Instructions(programs: programs, record: URL(filePath: "Tests/Bench/instructions.tsv"))
  }

  private static func value(of option: String, in options: Set<String>) -> String? {
    options.first { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
  }

  /// Writes a file for each curve.
  private static func draw(into folder: String) async throws {
    for curve in try await Growth(programs: programs).curves() {
      let file = URL(filePath: folder).appending(path: "\(curve.name).tsv")
      try Data(curve.table.utf8).write(to: file)
    }
  }

  private static func measure(_ words: [String]) async throws -> [Row] {
    var rows: [Row] = []
    for word in words where word != "all" {
      FileHandle.standardError.write(Data("measuring \(word) …\n".utf8))
      rows += try await measure(word, programs)
    }
    return rows
  }

  private static func measure(_ word: String, _ programs: Stage.Programs) async throws -> [Row] {
    switch word {
    case "send":
      let stage = try await Stage.open(programs, .close)
      let rows = try await Sending(stage: stage).rows()
      try await stage.close()
      return rows
    case "latency", "drain": return try await Draining(programs: programs).rows()
    case "posts": return try await Accepting(programs: programs).rows()
    case "queue": return QueueCost().rows()
    case "growth": return try await Growth(programs: programs).curves().flatMap(\.rows)
    case "instructions": return try await instructions.rows()
    case "memory": return try await Resting(programs: programs).memoryRows()
    default: return try await Resting(programs: programs).idleRows()
    }
  }
}
