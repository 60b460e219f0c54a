import Testing

@testable import PealDaemon

/// The command line of `peald`.
struct OptionsTests {
  @Test func everyOptionIsTaken() throws {
    let options = try Options(
      ["--config", "/c", "--journal=/j", "--replace", "--idle-exit", "10m", "--log-level=debug"])
    #expect(options.configuration == "/c")
    #expect(options.journal == .file("/j"))
    #expect(options.replaces)
    #expect(options.idleExit == .seconds(600))
    #expect(options.logLevel == .debug)
    #expect(try Options(["--no-journal"]).journal == .none)
  }

  @Test(arguments: [
    (["--rep"], "there is no option --rep"),
    (["--replace=yes"], "--replace takes no value"),
    (["--config"], "--config needs a value"),
    (["now"], "peald takes no operand: now"),
    (
      ["--idle-exit", "5"],
      #"--idle-exit: "5" is no duration; write 500ms, 5s, 10m, 2h, 1d or 0"#
    ),
    (
      ["--log-level", "loud"],
      #"--log-level: "loud" is none of error, warning, notice, info, debug"#
    ),
  ])
  func whatMakesNoSenseIsNamed(arguments: [String], sentence: String) {
    #expect(throws: Options.Fault(sentence: sentence)) { try Options(arguments) }
  }

  @Test func helpNamesEveryOption() {
    for option in [
      "--config", "--journal", "--no-journal", "--replace", "--idle-exit", "--log-level",
      "--version", "--help",
    ] {
      #expect(Options.help.contains(option))
    }
  }
}
