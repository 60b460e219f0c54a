import DBus
import TestBus
import Testing

extension ProcessTests {
  /// The notification server is missing, stalls, or comes late.
  struct NoServerTests {
    /// What stands behind the name of the notification server.
    enum Standing: CaseIterable {
      case nobody, aServiceThatFails, aServiceThatStalls, anOwnerThatDoesNotAnswer
    }

    /// Puts something behind the name. What is started says so in a signal.
    private func prepare(_ standing: Standing, on bus: PrivateBus) async throws -> ScriptedServer? {
      func service(_ then: String) throws {
        let script = try bus.folder.write(
          """
          #!/bin/sh
          dbus-send --session --type=signal / org.peal.Test.Started
          \(then)
          """, to: "service", mode: 0o700)
        try bus.addService("org.freedesktop.Notifications", command: script)
      }
      switch standing {
      case .nobody: break
      case .aServiceThatFails: try service("exit 1")
      case .aServiceThatStalls: try service("exec sleep 1000")
      case .anOwnerThatDoesNotAnswer:
        return try await ScriptedServer.start(on: bus, .with { $0.reply = .never })
      }
      return nil
    }

    @Test(.field(15), arguments: Standing.allCases)
    func sendReturnsAtOnceAndListSaysWhatWaits(standing: Standing) async throws {
      try await withBus { bus in
        let server = try await prepare(standing, on: bus)
        // The first one starts the daemon as well.
        #expect(try await bus.peal("send", "0").status == 0)
        for number in 1...5 {
          let result = try await bus.peal("send", "\(number)")
          #expect(result.status == 0)
          #expect(result.errors == "")
          // A tenth of a second, and what a busy machine takes to start a program.
          #expect(result.duration < .seconds(1))
        }
        let listed = try Object.lines(try await bus.peal("list", "--json").output)
        #expect(listed.compactMap { $0.text("summary") } == (0...5).map { "\($0)" })
        withExtendedLifetime(server) {}
      }
    }

    @Test(.field(15), arguments: [Standing.aServiceThatFails, .aServiceThatStalls])
    func theServiceIsStartedOnceAndWhoComesLaterGetsAllInOrder(standing: Standing) async throws {
      try await withBus { bus in
        _ = try await prepare(standing, on: bus)
        let starts = Inbox<Message>(of: "start")
        let peer = try await Peer.join(bus)
        _ = try await peer.connection.onSignal(MatchRule(interface: "org.peal.Test")) {
          starts.put($0)
        }
        for number in 1...5 { #expect(try await bus.peal("send", "\(number)").status == 0) }
        _ = try await starts.next()
        let server = try await ScriptedServer.start(on: bus)
        for number in 1...5 {
          let notification = try await server.notifications.next()
          #expect(notification.summary == "\(number)")
          try await server.close(try #require(notification.id))
        }
        #expect(starts.drain().isEmpty)
      }
    }

    /// Whatever the daemon was before the server came, it counts as waiting.
    @Test(.field(17)) func theAgesAreRightWhenTheServerComesAfterTheDaemon() async throws {
      try await withBus { bus in
        let daemon = try await RunningDaemon.start(on: bus)
        #expect(try await bus.peal("send", "early").status == 0)
        let before = try Object(line: try await bus.peal("list", "--json").output)
        let server = try await ScriptedServer.start(on: bus)
        let popup = try await server.notifications.next()
        let after = try Object(line: try await bus.peal("list", "--json").output)
        #expect(after.text("posted") == before.text("posted"))
        #expect((after.number("waited") ?? 0) >= (before.number("waited") ?? 0))
        try await server.close(try #require(popup.id))
        #expect(daemon.process.exit == nil)
      }
    }
  }
}
