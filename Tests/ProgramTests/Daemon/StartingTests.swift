import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// How the command starts the daemon where none runs.
  struct StartingTests {
    @Test func thePealdBesideItIsStartedAndStays() async throws {
      try await withBus { bus in
        let result = try await bus.peal("send", "-p", "x")
        #expect(result.output == "1\n")
        #expect(try Object(line: try await bus.peal("list", "--json").output).number("id") == 1)
      }
    }

    @Test func aScriptThatReadsTheOutputDoesNotWaitForTheDaemon() async throws {
      try await withBus { bus in
        let script = #"exec 7>"$1"; id=$("$0" send -p x 2>&1 7>&7); echo "got $id""#
        let shell = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal, bus.folder.file("lock")],
          environment: bus.environment)
        #expect(shell.output == "got 1\n")
      }
    }

    @Test func theDaemonHasNothingOfItsStarter() async throws {
      try await withBus { bus in
        let script = #"exec 7>"$1"; "$0" send x"#
        let shell = try await ChildProcess.run(
          "sh", ["-c", script, Programs.peal, bus.folder.file("lock")],
          environment: bus.environment)
        #expect(shell.status == 0)
        let daemon = try await Desk.daemon(on: bus)
        let files = try await ChildProcess.run("sh", ["-c", "readlink /proc/\(daemon)/fd/*"])
        #expect(!files.output.contains(bus.folder.file("lock")))
        #expect(files.output.split(separator: "\n").count { $0 == "/dev/null" } >= 3)
        #expect(getsid(daemon) == daemon)
      }
    }

    @Test func manyAtOnceStartOneDaemon() async throws {
      try await withBus { bus in
        let environment = bus.environment
        try await withThrowingTaskGroup(of: Int32?.self) { group in
          for number in 0..<10 {
            group.addTask {
              try await Programs.peal(["send", "\(number)"], environment: environment).status
            }
          }
          for try await status in group { #expect(status == 0) }
        }
        let list = try await bus.peal("list", "--json")
        #expect(try Object.lines(list.output).count == 10)
      }
    }

    @Test func aServiceFileIsPreferred() async throws {
      try await withBus { bus in
        try bus.addService("org.peal.Alerts1", command: Programs.peald)
        #expect(try await bus.peal("send", "x").status == 0)
        let daemon = try await Desk.daemon(on: bus)
        let parent = try await ChildProcess.run("ps", ["-o", "sid=", "-p", "\(daemon)"])
        #expect(parent.status == 0)
        #expect(getsid(daemon) != daemon)
      }
    }

    @Test func aServiceFileThatDoesNotWorkIsNoObstacle() async throws {
      try await withBus { bus in
        try bus.addService("org.peal.Alerts1", command: "/bin/false")
        #expect(try await bus.peal("send", "x").status == 0)
      }
    }

    @Test func withoutAPealdBesideItTheErrorNamesTheFile() async throws {
      try await withBus { bus in
        let peal = bus.folder.file("peal")
        try await ChildProcess.run("cp", [Programs.peal, peal])
        let result = try await ChildProcess.run(peal, ["send", "x"], environment: bus.environment)
        #expect(result.status == 69)
        #expect(result.errors.contains("there is no \(bus.folder.file("peald")) to start"))
      }
    }

    @Test func aDaemonThatCannotRunIsTold() async throws {
      try await withBus { bus in
        let peal = bus.folder.file("peal")
        try await ChildProcess.run("cp", [Programs.peal, peal])
        try bus.folder.write("#!/bin/sh\nexit 69\n", to: "peald", mode: 0o700)
        let result = try await ChildProcess.run(peal, ["send", "x"], environment: bus.environment)
        #expect(result.status == 69)
        #expect(result.errors.contains("the daemon ended with status 69; run peald by hand"))
      }
    }

    @Test(.field(20)) func anotherBusIsNamedByAnOption() async throws {
      try await withBus(.abstract) { bus in
        let environment = bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": ""]) { $1 }
        let result = try await Programs.peal(
          ["send", "-p", "--bus", bus.address, "x"], environment: environment)
        #expect(result.output == "1\n")
        #expect(try await bus.peal("list").output.contains("  x\n"))
      }
    }
  }
}
