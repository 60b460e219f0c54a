import DBus
import Glibc
import Peal
import PealControl
import TestBus
import Testing

/// `peald` and `peal.conf`, as a process.
struct DaemonConfigurationTests {
  private func configure(_ bus: PrivateBus, _ text: String) throws {
    try bus.folder.makeFolder("config/peal")
    try bus.folder.write(text, to: "config/peal/peal.conf")
  }

  @Test func theRulesOfTheFileAreInForce() async throws {
    try await withBus { bus in
      try configure(bus, "[queue]\ngap = 0\n[rule backups]\napp = backup*\nset-priority = low\n")
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      _ = try await peer.post(Alert("x", appName: "backup-nightly"))
      let list = try await peer.daemon(.list, [.options([:])])
      let report = try AlertReport(try #require(list.first?.elements?.first))
      #expect(report.priority == .low)
      #expect(daemon.process.exit == nil)
    }
  }

  @Test func aBadFileIsReportedAndTheOldOneStays() async throws {
    try await withBus { bus in
      try configure(bus, "[rule r]\nset-priority = high\n")
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      try configure(bus, "[queue]\ngap = 5\n\nnonsense\n")
      let faults = [
        #"peal.conf:2: gap: "5" is no duration; write 500ms, 5s, 10m, 2h, 1d or 0"#,
        "peal.conf:4: this is neither [section] nor key = value",
      ]
      #expect(try await peer.daemon(.reload) == [.strings(faults)])
      for fault in faults { try await daemon.says("<3>" + fault) }
      _ = try await peer.post(Alert("x"))
      let list = try await peer.daemon(.list, [.options([:])])
      let report = try AlertReport(try #require(list.first?.elements?.first))
      #expect(report.priority == .high)
    }
  }

  @Test func aHangUpHasTheFileReadAgain() async throws {
    try await withBus { bus in
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      try configure(bus, "[rule r]\nset-priority = high\n")
      daemon.process.signal(SIGHUP)
      try await daemon.says("<5>the configuration was read")
      _ = try await peer.post(Alert("x"))
      let list = try await peer.daemon(.list, [.options([:])])
      let report = try AlertReport(try #require(list.first?.elements?.first))
      #expect(report.priority == .high)
    }
  }

  @Test func aBadFileAtTheStartLeavesTheDefaults() async throws {
    try await withBus { bus in
      try configure(bus, "nonsense\n")
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      let facts = try #require(try await peer.daemon(.describe).first?.options)
      #expect(
        facts["configuration-faults"]
          == .strings(["peal.conf:1: this is neither [section] nor key = value"]))
      #expect(daemon.process.exit == nil)
    }
  }

  @Test func aNamedFileMustBeThere() async throws {
    try await withBus { bus in
      let daemon = try await ChildProcess.start(
        Programs.peald, ["--config", "/nonexistent.conf"], environment: bus.environment)
      #expect(
        try await daemon.errors.nextLine()
          == "<3>nonexistent.conf: /nonexistent.conf cannot be read: No such file or directory")
    }
  }

  @Test(arguments: [
    (["--help"], 0, "peald-help"), (["--version"], 0, "peald-version"),
  ])
  func whatItPrintsIsPromised(arguments: [String], status: Int32, golden: String) async throws {
    let result = try await ChildProcess.run(Programs.peald, arguments)
    #expect(result.exit == .status(status))
    #expect(result.output == (try Golden.text(golden)))
    #expect(result.errors == "")
  }

  @Test func aWrongCommandLineIsRefused() async throws {
    let result = try await ChildProcess.run(Programs.peald, ["--rep"])
    #expect(result.exit == .status(64))
    #expect(result.errors == "peald: error: there is no option --rep; see peald --help\n")
  }
}
