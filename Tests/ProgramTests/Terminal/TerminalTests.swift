import TestBus
import Testing

/// What is printed on a person's terminal: a real one, of a known width.
struct TerminalTests {
  /// Runs a shell command on a terminal of so many columns; returns its lines.
  private func lines(
    _ command: String, columns: Int, _ environment: [String: String]
  ) async throws -> [String] {
    let result = try await ChildProcess.run(
      "script",
      [
        "--quiet", "--return", "--command", "stty cols \(columns) rows 24; \(command)", "/dev/null",
      ], environment: environment.merging(["PEAL": Programs.peal, "SHELL": "/bin/sh"]) { $1 })
    return result.output.split(separator: "\r\n", omittingEmptySubsequences: false)
      .map(String.init).dropLast()
  }

  @Test(arguments: [40, 60, 100, 132])
  func helpIsLaidOutForItsColumns(columns: Int) async throws {
    let lines = try await lines(#""$PEAL" help pause"#, columns: columns, .minimal)
    #expect(lines.contains("Options:") || lines.contains("Queue options:"))
    let texts = lines.filter { !$0.contains("peal ") }
    #expect(texts.allSatisfy { $0.count <= columns })
    // It uses what there is.
    #expect(texts.contains { $0.count > columns * 3 / 4 || columns > 80 })
  }

  @Test func aTableIsCutToItsColumnsAndInAPipeItIsWhole() async throws {
    try await withDesk { desk in
      let summary = String(repeating: "long 日本 ", count: 20) + "end"
      #expect(try await desk.peal("send", summary).status == 0)
      let environment = desk.bus.environment.merging(["NO_COLOR": "1"]) { $1 }
      for columns in [40, 81] {
        let rows = try await lines(#""$PEAL" list"#, columns: columns, environment)
        #expect(rows.count == 2)
        #expect(rows.last?.hasSuffix("…") == true)
        let width = rows.last?.reduce(0) { $0 + ($1.isASCII || $1 == "…" ? 1 : 2) } ?? 0
        #expect((columns - 1...columns).contains(width))
      }
      let piped = try await lines(#""$PEAL" list | cat"#, columns: 40, environment)
      #expect(piped.last?.hasSuffix(summary) == true)
    }
  }

  @Test func coloursAreForTerminalsAlone() async throws {
    try await withDesk { desk in
      #expect(try await desk.peal("send", "x").status == 0)
      let command = #""$PEAL" list; "$PEAL" wait 99; "$PEAL" send -i ./none y"#
      func text(
        _ command: String, _ variables: [String: String] = [:]
      ) async throws -> String {
        let environment = desk.bus.environment.merging(["TERM": "xterm"]) { $1 }
          .merging(variables) { $1 }
        return try await lines(command, columns: 80, environment).joined(separator: "\n")
      }
      let coloured = try await text(command)
      #expect(coloured.contains("\u{1B}[1mID"))
      #expect(coloured.contains("peal: \u{1B}[1;31merror:\u{1B}[0m there is no alert 99"))
      #expect(coloured.contains("peal: \u{1B}[1;33mwarning:\u{1B}[0m --icon"))
      let plain = try await text("{ \(command); } 2>&1 | cat")
      #expect(!plain.contains("\u{1B}"))
      #expect(plain.contains("peal: error: there is no alert 99"))
      for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
        #expect(!(try await text(command, variables)).contains("\u{1B}"))
      }
      #expect(try await text(command, ["NO_COLOR": ""]).contains("\u{1B}[1;31m"))
    }
  }

  @Test func aBatchShowsItsProgressToAPersonAlone() async throws {
    try await withDesk { desk in
      let command = #"printf '{"summary":"a"}\n{"summary":"b"}\n' | "$PEAL" send --batch"#
      let watched = try await lines(command, columns: 80, desk.bus.environment)
      #expect(watched.last?.contains("2 queued") == true)
      let unwatched = try await lines("\(command) 2>&1 | cat", columns: 80, desk.bus.environment)
      #expect(unwatched == [])
    }
  }
}
