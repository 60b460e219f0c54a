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
        #expect(try await desk.peal("send", "-p", "later").output == "2\n")
        try await limit(daemon, to: "20000")
        var refused: ChildProcess.Result?
        var accepted = 2
        while refused == nil {
          let result = try await desk.peal("send", "x", String(repeating: "y", count: 4000))
          if result.status == 0 { accepted += 1 } else { refused = result }
        }
        #expect(refused?.status == 75)
        #expect(refused?.errors.contains("no room to write the journal") == true)
        #expect(refused?.errors.contains("what was accepted before is kept") == true)
        // Nobody is told that something is done which a kill would undo, and nobody waits for ever.
        let withdrawn = try await desk.peal("withdraw", "2")
        #expect(withdrawn.status == 75)
        #expect(withdrawn.errors.contains("would be undone if peald were killed now"))
        // An answer is told all the same: to keep it back would be to lose it.
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
        try await daemon.says(beginning: "<3>no room to write the journal")
        try await limit(daemon, to: "unlimited")
        // By itself, with nothing more happening.
        try await daemon.says("<5>the journal is written again")
        daemon.process.signal(SIGKILL)
        try await daemon.process.result()
        let restarted = try await RunningDaemon.start(on: desk.bus)
        #expect(try await desk.list().count == accepted - 2)
        let ended = try Object.lines(try await desk.peal("history", "--json").output)
        #expect(Set(ended.map { $0.text("outcome") }) == ["action", "withdrawn"])
        #expect(try await desk.peal("send", "room again").status == 0)
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

    @Test func whileTheJournalCannotBeOpenedNothingIsAccepted() async throws {
      try await withDesk { desk in
        // A file where the folder should be: nobody, root included, can make the journal there.
        try desk.bus.folder.makeFolder("state")
        try desk.bus.folder.write("", to: "state/peal")
        let daemon = try await RunningDaemon.start(on: desk.bus)
        #expect(daemon.process.errors.text.contains("<3>the journal"))
        for command in [["send", "x"], ["wait", "1"], ["list"], ["pause"]] {
          let result = try await Programs.peal(command, environment: desk.bus.environment)
          #expect(result.status == 75)
          #expect(result.errors.contains("cannot be opened"))
          #expect(result.errors.contains("nothing is accepted without it"))
        }
        let doctor = try Object(line: try await desk.peal("doctor", "--json").output)
        #expect(doctor.text("journal") == "none")
        #expect(doctor.text("journal-trouble")?.contains("cannot be opened") == true)
        unlink(desk.bus.folder.file("state/peal"))
        try await daemon.says("<5>the journal could be opened")
        #expect(try await desk.peal("send", "-p", "x").output == "1\n")
        _ = try await desk.untilUp("x")
        let later = try Object(line: try await desk.peal("doctor", "--json").output)
        #expect(later.text("journal") == desk.bus.folder.file(Self.file))
        #expect(!later.names.contains("journal-trouble"))
      }
    }

    @Test func aJournalThatCanBeOpenedLaterGoesOnThen() async throws {
      try await withDesk { desk in
        let first = try await RunningDaemon.start(on: desk.bus)
        _ = try await desk.peal("send", "kept")
        // Told once it is written.
        try await desk.untilStage("kept", "shown")
        let id = try await desk.untilUp("kept")
        first.process.signal(SIGKILL)
        try await first.process.result()
        let (state, aside) = (desk.bus.folder.file("state"), desk.bus.folder.file("aside"))
        rename(state, aside)
        try desk.bus.folder.write("", to: "state")
        let second = try await RunningDaemon.start(on: desk.bus)
        unlink(state)
        rename(aside, state)
        try await second.says("<5>the journal could be opened")
        let again = try await desk.server.notifications.next("Notify") { $0.replacesID == id }
        #expect(again.summary == "kept")
      }
    }

    @Test func whereThereIsNoRoomForANewJournalNothingIsAccepted() async throws {
      try await withBus { bus in
        let daemon = try await ChildProcess.start(
          "prlimit", ["--fsize=100:unlimited", Programs.peald], environment: bus.environment)
        // Before it has the name, the command would start one without a limit.
        while try await daemon.errors.nextLine() != "<5>serving org.peal.Alerts1" {}
        let result = try await bus.peal("send", "x")
        #expect(result.status == 75)
        #expect(result.errors.contains("no room to write the journal"))
        try await ChildProcess.run("prlimit", ["--pid", "\(daemon.pid)", "--fsize=unlimited"])
        while try await daemon.errors.nextLine() != "<5>the journal could be opened" {}
        #expect(try await bus.peal("send", "-p", "x").output == "1\n")
      }
    }

    @Test func aTruncatedJournalIsSetAsideAndSaid() async throws {
      try await withBus { bus in
        let first = try await RunningDaemon.start(on: bus)
        for _ in 1...3 { #expect(try await bus.peal("send", "x").status == 0) }
        first.process.signal(SIGTERM)
        try await first.process.result()
        truncate(bus.folder.file(Self.file), 300)
        let second = try await RunningDaemon.start(on: bus)
        #expect(second.process.errors.text.contains("<3>the journal was damaged"))
        #expect(try await bus.peal("send", "-p", "x").output == "1\n")
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
