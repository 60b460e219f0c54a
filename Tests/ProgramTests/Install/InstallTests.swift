import Glibc
import TestBus
import Testing

/// `Config/install` and `Config/uninstall`, into folders of a test's own.
struct InstallTests {
  /// A home for a person, or a prefix for everybody.
  private struct Place {
    let folder: TemporaryFolder
    let arguments: [String]
    let environment: [String: String]

    init(_ arguments: [String] = []) throws {
      folder = try TemporaryFolder()
      try folder.makeFolder("home")
      self.arguments = arguments.map { [folder] in $0 == "PREFIX" ? folder.file("prefix") : $0 }
      environment = [String: String].minimal.merging(["HOME": folder.file("home")]) { $1 }
    }

    func run(_ script: String, _ more: String...) async throws -> ChildProcess.Result {
      try await ChildProcess.run(
        Document.path("Config/\(script)"), arguments + more, environment: environment)
    }

    func install(_ more: String...) async throws -> ChildProcess.Result {
      try await ChildProcess.run(
        Document.path("Config/install"), arguments + ["--programs", Programs.folder] + more,
        environment: environment)
    }

    /// Everything there is, with what the links point to.
    func files() async throws -> [String] {
      let found = try await ChildProcess.run("find", [folder.path, "-printf", #"%P %y %l\n"#])
      return found.output.split(separator: "\n").map(String.init).sorted()
    }
  }

  @Test(arguments: [[], ["--user"], ["--prefix", "PREFIX"]])
  func whatIsInstalledIsTakenAwayAgain(arguments: [String]) async throws {
    let place = try Place(arguments)
    let before = try await place.files()
    for _ in 0..<2 {
      let result = try await place.install("--notify-send")
      #expect(result.errors == "")
      #expect(result.status == 0)
    }
    let installed = try await place.files()
    let prefix = arguments.contains("PREFIX") ? "prefix" : "home/.local"
    for (name, kind) in [
      ("bin/peal", "f "), ("bin/peald", "f "), ("bin/notify-send", "l peal"),
      ("share/dbus-1/services/org.peal.Alerts1.service", "f "), ("share/man/man1/peal.1", "f "),
      ("share/man/man1/peald.1", "f "), ("share/man/man1/peal-notify-send.1", "f "),
      ("share/man/man5/peal.conf.5", "f "),
      ("share/bash-completion/completions/peal", "f "), ("share/zsh/site-functions/_peal", "f "),
      ("share/fish/vendor_completions.d/peal.fish", "f "),
      ("share/bash-completion/completions/peald", "l peal"),
      ("share/bash-completion/completions/notify-send", "l peal"),
      ("share/fish/vendor_completions.d/peald.fish", "l peal.fish"),
      ("share/fish/vendor_completions.d/notify-send.fish", "l peal.fish"),
      ("share/doc/peal/examples/peal.conf", "f "), ("share/doc/peal/examples/deploy", "f "),
    ] {
      #expect(installed.contains("\(prefix)/\(name) \(kind)"), "\(name)")
    }
    let removed = try await place.run("uninstall")
    #expect(removed.output + removed.errors == "")
    #expect(try await place.files() == before)
  }

  @Test func whatIsNotOursStays() async throws {
    let place = try Place()
    try place.folder.makeFolder("home/.local/bin")
    try place.folder.write("mine", to: "home/.local/bin/notify-send")
    let refused = try await place.install("--notify-send")
    #expect(refused.status == 73)
    #expect(refused.errors.contains("notify-send is there, and not ours"))
    #expect(try await place.run("uninstall").status == 0)
    let left = try await place.files()
    #expect(left.contains("home/.local/bin/notify-send f "))
    #expect(left.count == 5)
    #expect(try await place.install().status == 0)
    try place.folder.write("mine too", to: "home/.local/share/man/man1/other.1")
    #expect(try await place.run("uninstall").status == 0)
    #expect(try await place.files().contains("home/.local/share/man/man1/other.1 f "))
  }

  @Test func thereMustBeSomethingToTakeAway() async throws {
    let place = try Place()
    let result = try await place.run("uninstall")
    #expect(result.status == 66)
    #expect(result.errors.contains("nothing is installed there"))
  }

  @Test(arguments: [
    ("install", ["--wrong"]), ("install", ["--prefix", "near"]), ("uninstall", ["-x"]),
  ])
  func aWrongCommandLineIsRefused(script: String, arguments: [String]) async throws {
    let result = try await ChildProcess.run(Document.path("Config/\(script)"), arguments)
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  /// The bus starts what the file says; the command has no daemon beside it here.
  @Test func theActivationFileStartsTheDaemonThatIsInstalled() async throws {
    try await withBus { bus in
      let place = try Place()
      #expect(try await place.install().status == 0)
      let installed = place.folder.file("home/.local")
      try await ChildProcess.run("cp", ["\(installed)/bin/peal", bus.folder.file("alone")])
      let text = try await ChildProcess.run(
        "cat", ["\(installed)/share/dbus-1/services/org.peal.Alerts1.service"])
      #expect(
        text.output == """
          [D-BUS Service]
          Name=org.peal.Alerts1
          Exec=\(installed)/bin/peald
          SystemdService=peald.service

          """)
      // Without systemd the bus runs the program itself.
      let withoutSystemd = text.output.replacing("SystemdService=peald.service\n", with: "")
      try bus.folder.write(withoutSystemd, to: "services/org.peal.Alerts1.service")
      try await bus.restart()
      let sent = try await ChildProcess.run(
        bus.folder.file("alone"), ["send", "-p", "x"], environment: bus.environment)
      #expect(sent.output == "1\n")
      let program = try await ChildProcess.run(
        "readlink", ["/proc/\(try await Desk.daemon(on: bus))/exe"])
      #expect(program.output == "\(installed)/bin/peald\n")
    }
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0))
  func systemdFindsNothingWrongWithTheUnit() async throws {
    let place = try Place()
    #expect(try await place.install().status == 0)
    let unit = place.folder.file("home/.local/share/systemd/user/peald.service")
    let result = try await ChildProcess.run(
      "systemd-analyze", ["--user", "verify", "--man=no", unit],
      environment: place.environment.merging(["XDG_RUNTIME_DIR": place.folder.path]) { $1 })
    #expect(result.status == 0)
    // It also looks at the other units there are.
    #expect(!(result.output + result.errors).contains("peald"))
  }
}
