import Glibc
import Synchronization

/// What was seen on each server, as a table in `.build/pictures/servers.md`.
final class SeenTable: Sendable {
  /// The one of this run of the tests.
  static let shared = SeenTable()

  private let rows = Mutex<[(server: RealServer, cells: [(scene: String, seen: String)])]>([])

  /// Adds what was seen, and writes the table anew.
  func note(_ server: RealServer, _ scene: String, _ seen: String) {
    let text = rows.withLock { rows in
      if rows.last?.server != server { rows.append((server, [])) }
      rows[rows.count - 1].cells.append((scene, seen))
      return Self.text(of: rows)
    }
    mkdir(Repository.file(".build/pictures"), 0o755)
    guard let file = fopen(Repository.file(".build/pictures/servers.md"), "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  /// The table: a line for each scene, a column for each server.
  private static func text(
    of rows: [(server: RealServer, cells: [(scene: String, seen: String)])]
  ) -> String {
    let scenes = rows.first?.cells.map(\.scene) ?? []
    let head = [""] + rows.map(\.server.rawValue)
    let body = scenes.enumerated().map { index, scene in
      [scene] + rows.map { index < $0.cells.count ? $0.cells[index].seen : "" }
    }
    let lines = [head, head.map { _ in "---" }] + body
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

extension Desktop {
  /// Notes what was seen of a scene.
  func note(_ scene: Scene, _ seen: String) {
    SeenTable.shared.note(server, scene.rawValue, seen)
  }
}
