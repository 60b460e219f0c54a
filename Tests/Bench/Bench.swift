import Foundation

/// Measures the budgets of the design, each beside its yardstick in one run. `Config/bench` calls it.
@main
struct Bench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let options = Set(arguments.filter { $0.hasPrefix("--") })
    let words = arguments.filter { !$0.hasPrefix("--") }
    guard options.isSubset(of: ["--json", "--strict"]), words.allSatisfy(known.contains) else {
      print("usage: Bench [\(known.joined(separator: "|"))]… [--json] [--strict]")
      exit(64)
    }
    let rows = try await measure(words.isEmpty || words.contains("all") ? known : words)
    print(options.contains("--json") ? try Table.json(rows) : Table.text(rows))
    if options.contains("--strict"), !rows.allSatisfy(\.isMet) { exit(1) }
  }

  private static let known = [
    "all", "send", "latency", "drain", "posts", "queue", "memory", "idle",
  ]

  private static func measure(_ words: [String]) async throws -> [Row] {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let programs = Stage.Programs(folder: folder)
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
    case "memory": return try await Resting(programs: programs).memoryRows()
    default: return try await Resting(programs: programs).idleRows()
    }
  }
}
