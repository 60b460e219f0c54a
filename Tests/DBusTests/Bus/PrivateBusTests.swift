import Glibc
import TestBus
import Testing

/// The tool that runs message buses, tried with Debian's own client.
struct PrivateBusTests {
  private func names(_ bus: PrivateBus) async throws -> ChildProcess.Result {
    try await ChildProcess.run(
      "dbus-send",
      [
        "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
        "org.freedesktop.DBus.ListNames",
      ], environment: bus.environment)
  }

  @Test(arguments: [PrivateBus.Listening.path, .abstract])
  func aBusAnswersAtItsAddress(_ listening: PrivateBus.Listening) async throws {
    try await withBus(listening) { bus in
      let result = try await names(bus)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("org.freedesktop.DBus"))
    }
  }

  @Test(arguments: [PrivateBus.Listening.path, .abstract])
  func aKilledBusComesBackAtTheSameAddress(_ listening: PrivateBus.Listening) async throws {
    try await withBus(listening) { bus in
      let first = bus.pid
      try await bus.kill()
      #expect(bus.pid == nil)
      #expect(try await names(bus).status == 1)
      try await bus.restart()
      #expect(bus.pid != first)
      #expect(try await names(bus).status == 0)
    }
  }

  @Test func aStoppedBusAnswersOnlyAfterItGoesOn() async throws {
    try await withBus { bus in
      bus.stop()
      async let result = names(bus)
      let stat = try await ChildProcess.run("ps", ["-o", "state=", "-p", "\(bus.pid ?? 0)"])
      #expect(stat.output == "T\n")
      bus.continue()
      #expect(try await result.status == 0)
    }
  }

  @Test func nothingIsLeftBehind() async throws {
    var bus: PrivateBus? = try await PrivateBus.start()
    let folder = try #require(bus).folder.path
    let pid = try #require(bus?.pid)
    let pipe = try #require(bus?.folder.file("pipe"))
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try await ChildProcess.start("cat", [pipe])
    try bus?.addService(
      "org.example.Sleeper", command: "/bin/sh -c 'exec >\(pipe); echo ready; exec sleep 600'")
    let caller = try await ChildProcess.start(
      "dbus-send",
      ["--session", "--print-reply", "--dest=org.example.Sleeper", "/", "org.example.Sleeper.Go"],
      environment: try #require(bus).environment)
    #expect(try await reader.output.nextLine() == "ready")
    #expect(caller.exit == nil)
    bus = nil
    try await reader.output.end()
    let caught = try await caller.result()
    #expect(caught.exit != .status(0))
    try await ChildProcess.run("tail", ["--pid=\(pid)", "-f", "/dev/null"])
    #expect(access(folder, F_OK) != 0)
  }

  @Test func twentyBusesAtOnceDoNotSeeEachOther() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          try await withBus { bus in
            let result = try await names(bus)
            #expect(result.output.split(separator: ":1.").count == 2, "\(result.output)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
