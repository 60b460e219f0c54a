import Foundation
import Glibc
import TestBus
import Testing

/// Faults from the field about sessions, and the exit codes that only an odd one brings about.
struct FieldSessionTests {
  /// Whether we may lay a folder of ours over another: only then can there be a session of our own.
  static func canMount() async -> Bool {
    let result = try? await ChildProcess.run("unshare", ["--mount", "mount", "--bind", "/", "/"])
    return result?.status == 0
  }

  @Test(.field(19), .enabled("root may mount folders") { await canMount() })
  func fromCronTheBusIsFoundByTheUser() async throws {
    try await withDesk { desk in
      #expect(try await desk.peal("status").status == 0)
      try desk.bus.folder.makeFolder("user/\(getuid())")
      let socket = desk.bus.folder.file("user/\(getuid())/bus")
      #expect(symlink(desk.bus.folder.file("bus"), socket) == 0)
      let script = #"""
        mount --bind "$1/user" /run/user || exit 99
        env -i HOME=/ PATH=/usr/bin:/bin "$0" send 'with a home' &&
        env -i PATH=/usr/bin:/bin "$0" send 'without'
        """#
      let result = try await ChildProcess.run(
        "unshare", ["--mount", "sh", "-c", script, Programs.peal, desk.bus.folder.path])
      #expect(result.errors == "")
      #expect(result.status == 0)
      #expect(try await desk.listed() == ["with a home", "without"])
    }
  }

  @Test func anAnswerComesFromAKeyBinding() async throws {
    try await withDesk { desk in
      let (peal, _) = try await desk.ask("Deploy?")
      try await desk.untilStage("Deploy?", "shown")
      // As a window manager starts it: no terminal, nothing open, hardly an environment.
      let script = #"exec setsid --wait "$0" answer --top yes <&- >&- 2>&-"#
      let key = try await ChildProcess.run(
        "sh", ["-c", script, Programs.peal],
        environment: ["DBUS_SESSION_BUS_ADDRESS": desk.bus.address, "PATH": "/usr/bin:/bin"])
      #expect(key.status == 0)
      let result = try await peal.result()
      #expect(result.output == "yes\n")
      #expect(result.status == 0)
    }
  }

  @Test func whatCannotBePrintedIsExit70() async throws {
    try await withDesk { desk in
      for command in ["status", "list --json", "help"] {
        #expect(try await desk.peal("send", "x").status == 0)
        let result = try await ChildProcess.run(
          "sh", ["-c", "exec '\(Programs.peal)' \(command) >/dev/full"],
          environment: desk.bus.environment)
        #expect(result.status == 70)
        #expect(result.errors == "peal: error: standard output: No space left on device\n")
      }
    }
  }

  @Test func whatTheBusForbidsIsExit77() async throws {
    try await withBus { bus in
      #expect(try await bus.peal("status").status == 0)
      let file = bus.folder.file("bus.conf")
      let rule =
        #"<policy context="mandatory"><deny send_destination="org.peal.Alerts1"/></policy>"#
      let configuration = try String(contentsOfFile: file, encoding: .utf8)
        .replacingOccurrences(of: "</busconfig>", with: rule + "</busconfig>")
      try bus.folder.write(configuration, to: "bus.conf")
      try await bus.restart()
      let result = try await bus.peal("list")
      #expect(result.status == 77)
      #expect(result.output == "")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func aBarIsToldOfEveryState() async throws {
    try await withDesk { desk in
      let watch = try await desk.start("watch", "--format", "waybar")
      func until(_ state: String, text: String) async throws {
        var line = try Object(line: try await watch.output.nextLine())
        while line.text("class") != state || line.text("text") != text {
          line = try Object(line: try await watch.output.nextLine())
        }
        #expect(line.names == ["text", "alt", "tooltip", "class"])
        #expect(line.text("alt") == state)
      }
      try await until("empty", text: "")
      #expect(try await desk.peal("send", "A").status == 0)
      try await until("shown", text: "")
      #expect(try await desk.peal("send", "B").status == 0)
      try await until("waiting", text: "1")
      #expect(try await desk.peal("send", "C").status == 0)
      try await until("waiting", text: "2")
      #expect(try await desk.peal("pause").status == 0)
      try await until("paused", text: "2")
      #expect(try await desk.peal("resume").status == 0)
      #expect(try await desk.peal("clear", "--all").output == "3\n")
      try await until("empty", text: "")
    }
  }
}
