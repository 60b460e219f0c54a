import Glibc
import Synchronization
import TestBus

/// GNOME Shell in a window on an X screen, with a system bus of its own on which a double of logind is.
///
/// It draws the popups; the program that owns the name of the notifications is another one.
final class GnomeShell: Sendable {
  private let environment: [String: String]
  /// The system bus, and what is on it.
  private let system: [ChildProcess]
  private let process = Mutex<ChildProcess?>(nil)

  private init(environment: [String: String], system: [ChildProcess]) {
    self.environment = environment
    self.system = system
  }

  /// Starts what it needs, the system bus.
  static func prepare(
    in folder: TemporaryFolder, environment: [String: String]
  ) async throws -> GnomeShell {
    let systemBus = try await startSystemBus(in: folder)
    var environment = environment
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(folder.file("system-bus"))"
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    environment["MUTTER_DEBUG_DUMMY_MODE_SPECS"] = "1280x800"
    let logind = try await ChildProcess.start(
      "/usr/bin/python3", ["-m", "dbusmock", "--system", "--template", "logind"],
      environment: environment)
    try await wait(for: "org.freedesktop.login1", "--system", environment)
    return GnomeShell(environment: environment, system: [logind, systemBus])
  }

  /// Starts it, and returns when popups come up on an empty desktop.
  func start() async throws {
    let shell = try await ChildProcess.start(
      "gnome-shell", ["--nested", "--wayland", "--unsafe-mode", "--sm-disable"],
      environment: environment)
    process.withLock { $0 = shell }
    try await Self.wait(for: "org.gnome.Shell", "--session", environment)
    try await Self.clear(environment)
  }

  /// Kills it, as a crash does.
  func kill() async throws {
    try await Self.kill(process.withLock { $0.take() })
  }

  /// Ends all of it.
  func end() async throws {
    try await kill()
    for process in system { try await Self.kill(process) }
  }

  private static func kill(_ process: ChildProcess?) async throws {
    process?.signal(SIGKILL)
    try await process?.result()
  }

  /// Runs a script in the shell; returns whether it could, and what came of it.
  @discardableResult
  static func evaluate(_ script: String, _ environment: [String: String]) async throws -> String {
    try await ChildProcess.run(
      "gdbus",
      [
        "call", "--session", "--dest", "org.gnome.Shell", "--object-path", "/org/gnome/Shell",
        "--method", "org.gnome.Shell.Eval", script,
      ], environment: environment
    ).output
  }

  private static func startSystemBus(in folder: TemporaryFolder) async throws -> ChildProcess {
    let configuration = try folder.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>system</type>
        <listen>unix:path=\(folder.file("system-bus"))</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
          <allow user="*"/>
        </policy>
      </busconfig>
      """, to: "system-bus.conf")
    let process = try await ChildProcess.start(
      "dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address=1"])
    _ = try await process.output.nextLine()
    return process
  }

  private static func wait(
    for name: String, _ bus: String, _ environment: [String: String]
  ) async throws {
    let result = try await ChildProcess.run(
      "gdbus", ["wait", bus, "--timeout", "30", name], environment: environment)
    guard result.status == 0 else {
      throw Desktop.Failure(text: "\(name) does not come up: \(result.errors)")
    }
  }

  /// Waits until it has started up, and takes away what it shows then: the overview, and what it has to
  /// say of its own, as that nobody should be root.
  private static func clear(_ environment: [String: String]) async throws {
    let script = """
      Main.notify = () => {};
      Main.overview.hide();
      Main.messageTray.getSources().forEach(source => source.destroy());
      !Main.layoutManager._startingUp && !Main.overview.visible && !Main.messageTray._notification
      """
    let deadline = ContinuousClock.now + .defaultLimit
    var restful = 0
    while restful < 5 {
      let isAtRest = try await evaluate(script, environment) == "(true, 'true')\n"
      restful = isAtRest ? restful + 1 : 0
      guard ContinuousClock.now < deadline else {
        throw Desktop.Failure(text: "the shell does not come to rest")
      }
    }
  }
}
