import Glibc
import TestBus
import Testing

@testable import PealCommand

extension ProcessTests {
  /// What the command does where there is no bus, no daemon, or a daemon that does not answer.
  struct NoDaemonTests {
    /// A command line of each verb that needs the daemon.
    static let commands: [[String]] = [
      ["send", "x"], ["send", "-w", "x"], ["ask", "x"], ["wait", "1"], ["answer", "1", "yes"],
      ["answer", "--top", "yes"], ["update", "1", "x"], ["withdraw", "1"], ["withdraw", "--top"],
      ["withdraw", "--tag", "t"], ["snooze", "1", "5m"], ["activate", "1"], ["clear"], ["list"],
      ["show", "1"], ["history"], ["watch"], ["status"], ["pause"], ["resume"], ["reload"],
      ["doctor"],
    ]

    @Test func everyVerbIsTried() {
      #expect(Set(Self.commands.map { $0[0] }) == Set(Verb.allCases.map(\.rawValue)))
    }

    @Test(.field(22), arguments: commands)
    func withoutABusItIsExit69InOneLine(command: [String]) async throws {
      let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/such/bus", "HOME": "/"]
      let result = try await Programs.peal(command, environment: environment)
      #expect(result.status == 69)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("peal: error: no bus"))
      #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func anUnsetEnvironmentSaysHowToNameABus() async throws {
      let result = try await Programs.peal(
        ["send", "x"], environment: ["XDG_RUNTIME_DIR": "/no/such/folder"])
      if access("/run/user/\(getuid())/bus", F_OK) != 0 {
        #expect(result.status == 69)
        #expect(result.errors.contains("--bus ADDRESS"))
      }
    }

    @Test func aDaemonThatIsStoppedIsExit69WithinSixSeconds() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "x").status == 0)
        let daemon = try await desk.daemon()
        kill(daemon, SIGSTOP)
        let environment = desk.bus.environment
        try await withThrowingTaskGroup(of: Void.self) { group in
          for command in Self.commands {
            group.addTask {
              let result = try await Programs.peal(command, environment: environment)
              #expect(result.status == 69, "\(command)")
              #expect(result.duration < .seconds(6), "\(command)")
              #expect(result.errors == "peal: error: the daemon does not answer\n", "\(command)")
            }
          }
          try await group.waitForAll()
        }
        // What was told that nobody answers is not done when the daemon goes on: it is tried again.
        kill(daemon, SIGCONT)
        #expect(try await desk.peal("send", "again").status == 0)
        #expect(try await desk.listed() == ["x", "again"])
        #expect(try await desk.history() == "")
      }
    }

    @Test func reloadAndDoctorStartNoDaemon() async throws {
      try await withBus { bus in
        for verb in ["reload", "doctor"] {
          let result = try await bus.peal(verb)
          #expect(result.status == 69)
          #expect(result.errors.hasPrefix("peal: error: no daemon is running"))
        }
        #expect(bus.clients == [])
      }
    }
  }
}
