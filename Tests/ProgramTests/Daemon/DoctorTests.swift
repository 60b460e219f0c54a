import DBus
import Glibc
import PealControl
import TestBus
import Testing

/// What the daemon tells `peal doctor` of the notification server.
struct DoctorTests {
  @Test func itNamesTheServerItsProcessAndWhereItsQuirksAreKnownFrom() async throws {
    try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus, .swaync)
      let daemon = try await RunningDaemon.start(on: bus)
      try await daemon.says("<5>alerts are shown by SwayNotificationCenter")
      let peer = try await Peer.join(bus)
      let facts = try #require(try await peer.daemon(.describe).first?.options)
      #expect(facts["server-owner"] == (await server.uniqueName).map { .string($0.text) })
      #expect(facts["server-pid"] == .uint32(UInt32(getpid())))
      #expect(facts["server-program"]?.string?.hasPrefix("/") == true)
      let quirks = facts["server-quirks"]?.elements?.compactMap(\.string) ?? []
      #expect(
        quirks.contains(
          "it keeps critical popups beyond their time: they are taken down by our clock"
            + " (known of SwayNotificationCenter)"))
      #expect(daemon.process.exit == nil)
    }
  }

  @Test(.field(18)) func itNamesTheFilesThatClaimTheName() async throws {
    try await withBus { bus in
      let services = "data/dbus-1/services"
      try bus.folder.makeFolder("data/dbus-1")
      try bus.folder.makeFolder(services)
      for (file, name) in [
        ("one", "org.freedesktop.Notifications"), ("two", "org.example.Other"),
        ("three", " org.freedesktop.Notifications "),
      ] {
        try bus.folder.write(
          "[D-BUS Service]\nName=\(name)\nExec=/bin/true\n", to: "\(services)/\(file).service")
      }
      let daemon = try await RunningDaemon.start(on: bus)
      let peer = try await Peer.join(bus)
      let facts = try #require(try await peer.daemon(.describe).first?.options)
      let files = facts["service-files"]?.elements?.compactMap(\.string) ?? []
      #expect(
        files.filter { $0.hasPrefix(bus.folder.path) }
          == ["one", "three"].map { bus.folder.file("\(services)/\($0).service") })
      #expect(daemon.process.exit == nil)
    }
  }
}
