import DBus
import TestBus
import Testing

/// The recipes of the manual do what they say.
struct RecipeTests {
  /// Starts a recipe at a desktop, standing in the desktop's home.
  private func start(_ name: String, _ arguments: String..., at desk: Desk) async throws
    -> ChildProcess
  {
    let home = desk.bus.folder.file("home")
    let path = "\(home):\(Programs.folder):/usr/local/bin:/usr/bin:/bin"
    return try await ChildProcess.start(
      "sh",
      ["-c", #"cd "$HOME"; exec "$@""#, "sh", Document.path("Config/examples/\(name)")]
        + arguments, environment: desk.bus.environment.merging(["PATH": path]) { $1 })
  }

  @Test(arguments: [("Yes", "deployed\n"), ("No", "not today\n")])
  func deployAsksFirst(label: String, output: String) async throws {
    try await withDesk { desk in
      try desk.bus.folder.write("#!/bin/sh\necho deployed\n", to: "home/deploy", mode: 0o755)
      let script = try await start("deploy", at: desk)
      let popup = try await desk.nextPopup()
      try await desk.server.press(popup.id, labelled: label)
      let result = try await script.result()
      #expect(result.output == output)
      #expect(result.errors == "")
      #expect(result.status == 0)
    }
  }

  @Test func theBatteryWarningReplacesItselfAndGoes() async throws {
    try await withDesk { desk in
      let supply = try desk.bus.folder.makeFolder("supply")
      func state(_ status: String, _ capacity: Int) throws {
        try desk.bus.folder.write("\(status)\n", to: "supply/status")
        try desk.bus.folder.write("\(capacity)\n", to: "supply/capacity")
      }
      try state("Discharging", 9)
      #expect(try await start("battery", supply, at: desk).result().status == 0)
      let first = try await desk.nextPopup()
      #expect(first.notification.body == "9 % left")
      try state("Discharging", 8)
      #expect(try await start("battery", supply, at: desk).result().status == 0)
      _ = try await desk.server.popups.until("one popup that says 8") { popups in
        popups.map(\.notification.body) == ["8 % left"]
      }
      try state("Charging", 8)
      for _ in 0..<2 {
        let result = try await start("battery", supply, at: desk).result()
        #expect(result.status == 0)
        #expect(result.errors == "")
      }
      try await desk.untilEmpty()
    }
  }

  @Test func theCopyShowsItsProgress() async throws {
    try await withDesk { desk in
      let files = ["a", "b", "c d"].map { desk.bus.folder.file($0) }
      for name in ["a", "b", "c d"] { try desk.bus.folder.write(name, to: name) }
      let to = try desk.bus.folder.makeFolder("to")
      let script = try await start("copy", files[0], files[1], files[2], to, at: desk)
      #expect(try await script.result().status == 0)
      _ = try await desk.server.popups.until("the end of the copy") { popups in
        popups.map(\.notification.summary) == ["Copied"]
      }
      let last = try #require(desk.server.popups.value.first)
      #expect(last.notification.hints["value"] == .int32(100))
      #expect(last.notification.body == "3 files to \(to)")
      let copied = try await ChildProcess.run("ls", [to])
      #expect(copied.output == "a\nb\nc d\n")
    }
  }

  @Test func approvingDenyingAndClosingAreThreeThings() async throws {
    try await withDesk { desk in
      for (label, output, status) in [
        ("Approve", "Merge: approved\n", Int32(0)), ("Deny", "Merge: denied, or closed\n", 1),
      ] {
        let script = try await start("approve", "Merge", at: desk)
        let popup = try await desk.nextPopup()
        try await desk.server.press(popup.id, labelled: label)
        let result = try await script.result()
        #expect(result.output == output)
        #expect(result.status == status)
      }
    }
  }

  @Test func theBackupSaysHowItWent() async throws {
    try await withDesk { desk in
      let source = try desk.bus.folder.makeFolder("documents")
      let script = try await start("backup", source, desk.bus.folder.file("copy"), at: desk)
      #expect(try await script.result().status == 0)
      let popup = try await desk.nextPopup()
      #expect(popup.notification.summary == "Backup finished")
      try await desk.server.close(popup.id)
      let failing = try await start(
        "backup", desk.bus.folder.file("none"), desk.bus.folder.file("copy"), at: desk)
      #expect(try await failing.result().status == 0)
      let failure = try await desk.nextPopup()
      #expect(failure.notification.summary == "Backup failed")
      #expect(failure.notification.body.contains("No such file or directory"))
    }
  }
}
