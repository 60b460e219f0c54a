import Glibc
import TestBus

/// A Wayland compositor in a window on an X screen: its clients are clicked like any other window.
final class Compositor: Sendable {
  /// What a client has as `WAYLAND_DISPLAY`.
  let socket: String
  private let process: ChildProcess

  private init(socket: String, process: ChildProcess) {
    self.socket = socket
    self.process = process
  }

  /// Starts sway, and returns when it takes clients.
  ///
  /// It refuses to run as root: then it runs as nobody, in a folder that is nobody's.
  static func start(in folder: TemporaryFolder, display: String) async throws -> Compositor {
    let home = try folder.makeFolder("sway")
    let configuration = try folder.write(
      """
      xwayland disable
      output * resolution 1280x800 background #000000 solid_color
      exec echo ready
      """, to: "sway/config", mode: 0o644)
    var command = [
      "env", "HOME=\(home)", "XDG_RUNTIME_DIR=\(home)", "DISPLAY=\(display)",
      "WLR_BACKENDS=x11", "WLR_RENDERER=pixman", "sway", "--config", configuration,
    ]
    if geteuid() == 0 {
      let nobody: uid_t = 65534
      guard chmod(folder.path, 0o711) == 0, chown(home, nobody, nobody) == 0 else {
        throw SystemError("chown \(home)")
      }
      command.insert(
        contentsOf: ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"], at: 0)
    }
    let process = try await ChildProcess.start(command[0], Array(command.dropFirst()))
    _ = try await process.output.nextLine()
    return Compositor(socket: home + "/wayland-1", process: process)
  }

  /// Ends it.
  func end() async throws {
    process.signal(SIGTERM)
    try await process.result()
  }
}
