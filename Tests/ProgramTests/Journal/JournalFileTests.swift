import DBus
import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// What the daemon does about a journal that it cannot use.
  struct JournalFileTests {
    @Test func onAFullDiskPostsAreRefusedAndTheRestGoesOn() async throws {
      try await withDesk { desk in
        let daemon = try await RunningDaemon.start(on: desk.bus)
        let (peal, popup) = try await desk.ask("Deploy?")
        try await limit(daemon, to: "20000")
        var refused: ChildProcess.Result?
        var accepted = 1
        while refused == nil {
          let result = try await desk.peal("send", "x", String(repeating: "y", count: 4000))
          if result.status == 0 { accepted += 1 } else { refused = result }
        }
        #expect(refused?.status == 75)
        #expect(refused?.errors.contains("no room to write the journal") == true)
        #expect(refused?.errors.contains("what was accepted before is kept") == true)
        // Answers are told all the same.
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
        try await limit(daemon, to: "unlimited")
        #expect(try await desk.peal("send", "room again").status == 0)
        daemon.process.signal(SIGKILL)
        try await daemon.process.result()
        let restarted = try await RunningDaemon.start(on: desk.bus)
        #expect(try await desk.list().count == accepted)
        #expect(try Object(line: try await desk.history()).text("action") == "yes")
        withExtendedLifetime(restarted) {}
      }
    }

    @Test func aDamagedJournalIsSetAsideAndSaid() async throws {
      try await withBus { bus in
        try bus.folder.makeFolder("state/peal")
        try bus.folder.write(String(repeating: "garbage ", count: 1000), to: Self.file)
        let daemon = try await RunningDaemon.start(on: bus)
        #expect(daemon.process.errors.text.contains("<3>the journal was damaged"))
        #expect(try await bus.peal("send", "-p", "x").output == "1\n")
        let doctor = try Object(line: try await bus.peal("doctor", "--json").output)
        #expect(doctor.text("journal-damage")?.contains(".damaged-") == true)
      }
    }

    @Test func aNewerJournalIsLeftAsItIs() async throws {
      try await withBus { bus in
        try bus.folder.makeFolder("state/peal")
        let path = bus.folder.file(Self.file)
        let sql =
          "PRAGMA application_id = 1348821356; PRAGMA user_version = 99; CREATE TABLE x (y);"
        try await ChildProcess.run("sqlite3", [path, sql])
        let daemon = try await ChildProcess.run(Programs.peald, environment: bus.environment)
        #expect(daemon.status == 70)
        #expect(daemon.errors.contains("was written by a newer version"))
        let version = try await ChildProcess.run("sqlite3", [path, "PRAGMA user_version"])
        #expect(version.output == "99\n")
      }
    }

    @Test func aDaemonOnAnotherBusCannotWriteTheSameJournal() async throws {
      try await withBus { bus in
        let daemon = try await RunningDaemon.start(on: bus)
        try await withBus { other in
          var environment = other.environment
          environment["XDG_STATE_HOME"] = bus.environment["XDG_STATE_HOME"]
          let second = try await ChildProcess.run(Programs.peald, environment: environment)
          #expect(second.status == 69)
          #expect(second.errors.contains("in use by process \(daemon.process.pid)"))
          #expect(second.errors.contains(bus.address))
        }
      }
    }

    @Test func aDaemonThatTakesOverGoesOnWithEveryAlert() async throws {
      try await withDesk { desk in
        let first = try await RunningDaemon.start(on: desk.bus)
        let (peal, _) = try await desk.ask("Deploy?")
        let second = try await RunningDaemon.start(on: desk.bus, "--replace")
        #expect(try await first.process.result().status == 0)
        let id = try await desk.untilUp("Deploy?")
        try await desk.server.press(id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
        withExtendedLifetime(second) {}
      }
    }

    @Test func aFolderThatCannotBeMadeIsExit70WithASentence() async throws {
      try await withBus { bus in
        let daemon = try await ChildProcess.run(
          Programs.peald, ["--journal", "/proc/self/none/journal.sqlite"],
          environment: bus.environment)
        #expect(daemon.status == 70)
        #expect(daemon.errors.contains("cannot be opened"))
        #expect(daemon.errors.contains("--no-journal does without"))
      }
    }

    private static let file = "state/peal/journal.sqlite"

    /// Limits the size of the daemon's files: to whoever writes that is a full disk.
    private func limit(_ daemon: RunningDaemon, to bytes: String) async throws {
      try await ChildProcess.run(
        "prlimit", ["--pid", "\(daemon.process.pid)", "--fsize=\(bytes):unlimited"])
    }
  }
}
