import Glibc
import TestBus
import Testing

/// A daemon without a gap before a server that closes every popup at once, and senders in C.
struct Flood {
  let bus: PrivateBus
  let daemon: RunningDaemon
  private let server: ChildProcess

  private static let probe = "\(Programs.folder)/BenchProbe"

  /// Starts the daemon and the server.
  static func start(on bus: PrivateBus) async throws -> Flood {
    try bus.folder.makeFolder("config/peal")
    try bus.folder.write(
      "[queue]\ngap = 0\nmax-waiting-per-app = 10000\n", to: "config/peal/peal.conf")
    let server = try await ChildProcess.start(
      probe, ["server", "close"], environment: bus.environment)
    _ = try await server.output.nextLine()
    let daemon = try await RunningDaemon.start(on: bus, "--log-level", "notice")
    return Flood(bus: bus, daemon: daemon, server: server)
  }

  /// Has four senders post so many alerts in all, and returns when all have ended.
  func pass(_ alerts: Int) async throws {
    let posts = try await ChildProcess.run(
      Self.probe, ["posts", "4", "\(alerts / 4)"], environment: bus.environment,
      within: .seconds(300))
    try #require(posts.status == 0, "\(posts.errors)")
    let last = try await ChildProcess.run(
      Programs.peal, ["send", "-w", "--priority", "low", "last"], environment: bus.environment,
      within: .seconds(300))
    try #require(last.status == 1 || last.status == 0, "\(last.errors)")
  }

  /// What a daemon takes up.
  struct Size {
    /// Resident memory, in KiB.
    var memory: Int
    var descriptors: Int
    /// The journal's files, in KiB.
    var journal: Int
  }

  /// What the daemon takes up now.
  func size() async throws -> Size {
    let pid = daemon.process.pid
    let shown = try await ChildProcess.run("ps", ["-o", "rss=", "-p", "\(pid)"])
    let files = try await ChildProcess.run("ls", ["/proc/\(pid)/fd"])
    let names = ["", "-wal"].map { bus.folder.file("state/peal/journal.sqlite\($0)") }
    let journal = names.reduce(0) { sum, name in
      var status = stat()
      return sum + (stat(name, &status) == 0 ? Int(status.st_size) / 1024 : 0)
    }
    return Size(
      memory: try #require(Int(shown.output.filter { $0.isNumber })),
      descriptors: files.output.split(separator: "\n").count, journal: journal)
  }
}
