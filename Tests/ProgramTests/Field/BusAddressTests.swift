import Glibc
import TestBus
import Testing

/// How the command finds the bus, whatever the environment says.
struct BusAddressTests {
  private func send(_ address: String, on bus: PrivateBus) async throws -> ChildProcess.Result {
    let environment = bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    return try await Programs.peal(["send", "-p", "x"], environment: environment)
  }

  @Test func ofSeveralAddressesTheOneThatAnswersIsTaken() async throws {
    try await withBus { bus in
      let stale = "unix:path=\(bus.folder.file("stale"))"
      let result = try await send("\(stale);unix:abstract=/no/such/bus;\(bus.address)", on: bus)
      #expect(result.errors == "")
      #expect(result.output == "1\n")
    }
  }

  @Test func aBusThatIsGoneIsNamed() async throws {
    try await withBus { bus in
      let stale = "unix:path=\(bus.folder.file("stale"))"
      for address in [stale, "\(stale);\(stale)"] {
        let result = try await send(address, on: bus)
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("peal: error: no bus"))
        #expect(result.errors.contains(stale))
        #expect(result.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test(arguments: ["nonsense", "autolaunch:", ";", "unix:", "tcp:host=", "unix:path", "\u{1}:x"])
  func anAddressThatIsNoneIsExit69InOneLine(address: String) async throws {
    try await withBus { bus in
      let result = try await send(address, on: bus)
      #expect(result.status == 69)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("peal: error: no bus"))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(bus.clients == [])
    }
  }

  @Test(.field(20)) func anAbstractSocketInTheEnvironmentIsTaken() async throws {
    try await withBus(.abstract) { bus async throws in
      #expect(try await send(bus.address, on: bus).output == "1\n")
    }
  }

  @Test(.field(56)) func rootIsToldHowToNameSomebody() async throws {
    let environment = [
      "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/no/such/folder",
    ]
    guard access("/run/user/\(getuid())/bus", F_OK) != 0 else { return }
    let result = try await Programs.peal(["list"], environment: environment)
    #expect(result.status == 69)
    #expect(result.errors.contains("user \(getuid()) has no /run/user/\(getuid())/bus"))
    #expect(result.errors.contains("name one with --bus ADDRESS"))
    #expect(result.errors.contains("--user NAME") == (getuid() == 0))
  }
}
