import Glibc
import Synchronization
import TestBus

/// A desktop of a test's own: a bus, a screen in memory, and a real notification server on them.
final class Desktop: Sendable {
  let server: RealServer
  let bus: PrivateBus
  /// What a program on this desktop has in its environment.
  let environment: [String: String]
  private let screen: ChildProcess
  private let compositor: Compositor?
  private let shell: GnomeShell?
  private let serverProcess: Mutex<ChildProcess?>

  private init(
    _ server: RealServer, bus: PrivateBus, screen: ChildProcess, display: String,
    compositor: Compositor?
  ) async throws {
    self.server = server
    self.bus = bus
    self.screen = screen
    self.compositor = compositor
    serverProcess = Mutex(nil)
    var environment = bus.environment.merging([
      "DISPLAY": display,
      // dunst's menu lies there.
      "PATH": "\(Repository.file("Config/screen")):/usr/local/bin:/usr/bin:/bin",
      // The servers' toolkits start no accessibility bus.
      "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
      // What is written on the screen is English.
      "LANG": "C.UTF-8",
    ]) { $1 }
    shell =
      server == .gnome
      ? try await GnomeShell.prepare(in: bus.folder, environment: environment) : nil
    environment["WAYLAND_DISPLAY"] = compositor?.socket
    environment["SCREEN_PART"] = server.part
    self.environment = environment
  }

  /// Starts a desktop, and returns when its notification server is up.
  static func start(_ server: RealServer) async throws -> Desktop {
    let bus = try await PrivateBus.start()
    let screen = try await ChildProcess.start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
    let display = ":" + (try await screen.output.nextLine())
    let compositor =
      server.needsWayland ? try await Compositor.start(in: bus.folder, display: display) : nil
    let desktop = try await Desktop(
      server, bus: bus, screen: screen, display: display, compositor: compositor)
    try await desktop.startServer()
    return desktop
  }

  /// Starts the notification server, and returns when it owns its name.
  func startServer() async throws {
    try await shell?.start()
    let process = try await ChildProcess.start(
      server.program, server.arguments,
      environment: environment.merging(server.environment) { $1 })
    serverProcess.withLock { $0 = process }
    try await run(
      "gdbus", ["wait", "--session", "--timeout", "20", "org.freedesktop.Notifications"])
  }

  /// Kills the notification server, as a crash does: where a shell draws the popups, that shell, and what
  /// owns the name leaves by itself.
  func killServer() async throws {
    let process = serverProcess.withLock { $0.take() }
    if let shell {
      try await shell.kill()
    } else {
      process?.signal(SIGKILL)
    }
    try await process?.result()
  }

  /// Ends everything that runs on it. An X server that is killed leaves files in `/tmp`.
  func end() async throws {
    bus.endClients()
    try await shell?.end()
    try await compositor?.end()
    screen.signal(SIGTERM)
    try await screen.result()
  }

  /// Runs a program on this desktop to its end, which must be a good one.
  ///
  /// - Returns: what it wrote to standard output.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) async throws -> String {
    let result = try await ChildProcess.run(program, arguments, environment: environment)
    guard result.status == 0 else { throw Failure(text: "\(program): \(result.errors)") }
    return result.output
  }

  /// Runs a script in GNOME Shell.
  func evaluate(_ script: String) async throws {
    try await GnomeShell.evaluate(script, environment)
  }

  /// Puts a popup that lies half beside the screen onto it: Plasma's does without a window manager. Its
  /// other window, the list of what was, is put away.
  func makeVisible() async throws {
    guard server == .plasma else { return }
    let move = """
      for window in $(xdotool search --onlyvisible --maxdepth 1 --class '' 2>/dev/null); do
        case $(xdotool getwindowname "$window") in
          plasmawindowed) xdotool windowmove "$window" 700 200 ;;
          Notifications) xdotool windowunmap "$window" ;;
        esac
      done
      """
    try await ChildProcess.run("sh", ["-c", move], environment: environment)
  }

  /// Starts `peal` on this desktop.
  func peal(_ arguments: String...) async throws -> ChildProcess {
    try await peal(arguments)
  }

  /// Starts `peal` on this desktop.
  func peal(_ arguments: [String]) async throws -> ChildProcess {
    try await ChildProcess.start(
      Repository.program("peal"), arguments, environment: environment)
  }

  /// A program that had to work did not.
  struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}

/// Runs a test on a desktop of its own.
func withDesktop(_ server: RealServer, _ body: (Desktop) async throws -> Void) async throws {
  let desktop = try await Desktop.start(server)
  do {
    try await body(desktop)
  } catch {
    try await desktop.end()
    throw error
  }
  try await desktop.end()
}
