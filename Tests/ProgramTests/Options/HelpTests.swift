import TestBus
import Testing

@testable import PealCommand

/// What `peal help` prints.
struct HelpTests {
  /// Golden texts, one file for each verb and one for the overview. After a wanted change:
  /// `for verb in …; do peal help $verb >Tests/ProgramTests/Golden/$verb.txt; done`.
  @Test(arguments: ["peal"] + Verb.allCases.map(\.rawValue))
  func helpIsTheGoldenText(of verb: String) async throws {
    let result = try await Programs.peal(verb == "peal" ? ["help"] : ["help", verb])
    #expect(result.output == (try Golden.text(verb)))
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test(arguments: Verb.allCases)
  func helpHasUsageOptionsAndThreeExamples(of verb: Verb) {
    let sections = Help(width: 80).text(of: verb).split(separator: "\n\n")
    #expect(sections[0].hasPrefix("Usage: peal \(verb.rawValue) [OPTION]..."))
    #expect(sections.contains { $0.hasPrefix("Arguments:") } == !verb.operands.isEmpty)
    #expect(sections.contains { $0.hasPrefix("Output and connection:") })
    let examples = sections.first { $0.hasPrefix("Examples:") }?.split(separator: "\n").dropFirst()
    #expect(examples?.count == 3)
    #expect(examples?.allSatisfy { $0.contains("peal \(verb.rawValue)") } == true)
  }

  @Test(arguments: Verb.allCases)
  func noLineIsLongerThanTheTerminal(of verb: Verb) {
    let lines = Help(width: 80).text(of: verb).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: Verb.allCases)
  func everyWayToAskForHelpGivesTheSame(of verb: Verb) async throws {
    let help = try await Programs.peal(["help", verb.rawValue])
    for ways in [["--help"], ["-h"], ["no", "--help", "such"]] {
      let result = try await Programs.peal([verb.rawValue] + ways)
      #expect(result.output == help.output)
      #expect(result.status == 0)
    }
  }

  @Test func hWithAValueIsAHintAndWithoutOneIsHelp() async throws {
    for arguments in [["-h"], ["x", "-h"], ["-h", "--json", "x"]] {
      let result = try await Programs.peal(["send"] + arguments)
      #expect(result.output.hasPrefix("Usage: peal send"))
      #expect(result.status == 0)
    }
    for arguments in [["-h", "int:urgency:2", "x"], ["-hint:urgency:2", "x"]] {
      let result = try await Programs.peal(["send"] + arguments)
      #expect(result.errors.contains("urgency is byte:urgency:VALUE"))
      #expect(result.status == 64)
    }
  }

  @Test func theVersionIsPrinted() async throws {
    let result = try await Programs.peal(["--version"])
    #expect(result.output == "peal \(Program.version)\n")
    #expect(result.status == 0)
  }

  @Test func theOverviewNamesEveryVerb() {
    let overview = Help(width: 80).overview
    for verb in Verb.allCases { #expect(overview.contains("\n  \(verb.rawValue) ")) }
  }
}
