import Glibc

/// `peal send` as a whole process, against its peers and against the least that C can do.
struct Sending {
  let stage: Stage
  private static let runs = 60

  func rows() async throws -> [Row] {
    var rows: [Row] = []
    let peers: [(name: String, command: [String], wall: Row.Budget, peak: Row.Budget)] = [
      ("notify-send", ["notify-send", "summary", "body"], .atMost(0.7), .atMost(1)),
      ("C, one call", [stage.programs.probe, "floor", "summary"], .atMost(2), .none),
      ("dunstify", ["dunstify", "summary", "body"], .none, .none),
      ("dbus-send", Self.dbusSend, .none, .none),
      ("gdbus", Self.gdbus, .none, .none),
    ]
    for peer in peers where Self.isInstalled(peer.command[0]) {
      let pairs = try await stage.pairs(
        Self.runs, [stage.programs.peal, "send", "summary", "body"], peer.command)
      rows.append(
        Row(
          "peal send", Sample(pairs.map(\.first.wall)), to: peer.name,
          Sample(pairs.map(\.second.wall)), unit: "ms",
          ratio: Sample(pairs.map { $0.first.wall / $0.second.wall }).median, peer.wall))
      guard case .atMost = peer.peak else { continue }
      rows.append(
        Row(
          "peal send, peak memory", Sample(pairs.map { $0.first.peak / 1024 }), to: peer.name,
          Sample(pairs.map { $0.second.peak / 1024 }), unit: "MiB", peer.peak))
    }
    return rows
  }

  private static let notify = [
    "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
    "org.freedesktop.Notifications.Notify",
  ]

  private static let dbusSend =
    [
      "dbus-send", "--session", "--print-reply", "--dest=\(notify[0])", notify[1], notify[2],
      "string:", "uint32:0", "string:", "string:summary", "string:body", "array:string:",
      "dict:string:string:", "int32:-1",
    ]

  private static let gdbus =
    [
      "gdbus", "call", "--session", "--dest", notify[0], "--object-path", notify[1], "--method",
      notify[2], "", "0", "", "summary", "body", "[]", "{}", "-1",
    ]

  private static func isInstalled(_ program: String) -> Bool {
    program.contains("/") || access("/usr/bin/\(program)", X_OK) == 0
  }
}
