import DBus
import Glibc
import TestBus
import Testing

/// Alerts of another machine, through a socket that ssh forwards.
@Suite(.enabled(if: SecureShell.isPossible))
struct RemoteTests {
  private let path = "\(Programs.folder):/usr/local/bin:/usr/bin:/bin"

  private var host: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Starts `peal ask` over there.
  private func ask(
    _ desk: Desk, _ options: String = "", by given: SecureShell? = nil
  ) async throws -> (ChildProcess, Popup) {
    #expect(try await desk.peal("status").status == 0)
    var shell = given
    if shell == nil { shell = try await SecureShell(in: desk.bus.folder, path: path) }
    let program = try #require(shell).program
    let (here, there) = (desk.bus.folder.file("bus"), desk.bus.folder.file("there"))
    let process = try await ChildProcess.start(
      program,
      [
        "-R", "\(there):\(here)", "elsewhere",
        "peal ask --bus unix:path=\(there) Deploy? \(options)",
      ])
    return (process, try await desk.nextPopup())
  }

  @Test(arguments: [("Yes", "yes\n", Int32(0)), ("No", "no\n", 1)])
  func thePopupNamesTheHostAndTheAnswerGoesBack(
    label: String, output: String, status: Int32
  ) async throws {
    try await withDesk { desk in
      let (process, popup) = try await ask(desk)
      #expect(popup.notification.body == "from \(host)")
      #expect(popup.notification.hints["x-kde-origin-name"] == .string(host))
      try await desk.server.press(popup.id, labelled: label)
      let result = try await process.result()
      #expect(result.output == output)
      #expect(result.errors == "")
      #expect(result.status == status)
    }
  }

  /// Over the network, as far as this machine is one.
  @Test func itIsTheSameOverAPort() async throws {
    try await withDesk { desk in
      let shell = try await SecureShell(in: desk.bus.folder, path: path, overPort: true)
      let (process, popup) = try await ask(desk, by: shell)
      #expect(popup.notification.body == "from \(host)")
      try await desk.server.press(popup.id, labelled: "Yes")
      let result = try await process.result()
      #expect(result.output == "yes\n")
      #expect(result.status == 0)
      withExtendedLifetime(shell) {}
    }
  }

  @Test func aLinkThatIsCutWithdrawsTheQuestion() async throws {
    try await withDesk { desk in
      let (process, _) = try await ask(desk)
      process.signal(SIGKILL)
      try await desk.untilEmpty()
      try await desk.untilStage("Deploy?", "ended")
      #expect(try await desk.history().contains(#""outcome":"abandoned""#))
    }
  }

  @Test func oneThatIsDetachedStays() async throws {
    try await withDesk { desk in
      let (process, popup) = try await ask(desk, "--detach")
      process.signal(SIGKILL)
      try await process.result()
      #expect(try await desk.peal("send", "After").status == 0)
      #expect(desk.server.popups.value.map(\.id) == [popup.id])
    }
  }

  @Test func theRecipeOfTheManualBuildsThereAndAsksHere() async throws {
    try await withDesk { desk in
      let folder = desk.bus.folder
      #expect(try await desk.peal("status").status == 0)
      let make = "#!/bin/sh\necho make $1\n"
      try folder.makeFolder("tools")
      try folder.write(make, to: "tools/make", mode: 0o700)
      let shell = try await SecureShell(in: folder, path: "\(folder.file("tools")):\(path)")
      try folder.write("#!/bin/sh\nexec \(shell.program) \"$@\"\n", to: "home/ssh", mode: 0o700)
      let script = try await ChildProcess.start(
        Document.path("Config/examples/build"), ["elsewhere"],
        environment: desk.bus.environment.merging([
          "PATH": "\(folder.file("home")):\(path)", "XDG_RUNTIME_DIR": folder.path,
        ]) { $1 })
      let popup = try await desk.nextPopup()
      #expect(popup.notification.summary == "Build finished. Deploy?")
      try await desk.server.press(popup.id, labelled: "Yes")
      let result = try await script.result()
      #expect(result.output == "make\nyes\nmake deploy\n")
      #expect(result.errors == "")
    }
  }

  @Test func noDaemonIsStartedAtTheFarEnd() async throws {
    try await withBus { bus in
      let environment = bus.environment.merging(["SSH_CONNECTION": "there 1 here 2"]) { $1 }
      let result = try await Programs.peal(["send", "x"], environment: environment)
      #expect(result.status == 69)
      #expect(
        result.errors
          == "peal: error: no daemon runs where the desktop is, and its bus starts none\n")
      #expect(bus.clients == [])
    }
  }
}
