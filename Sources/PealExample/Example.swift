import Peal
import PealDesktop

/// Shows three alerts on the desktop and prints what becomes of each: a question that is hidden and
/// comes back, a warning that barges in on it, and news that waits its turn.
@main
struct Example {
  static func main() async throws {
    let presenter = try DesktopPresenter()
    try await AlertCenter.withCenter(presenter: presenter) { center in
      let changes = center.changes()
      let question = try post(question: center)
      try post(news: center)
      try await narrate(changes) { change in
        // The warning comes when the question is first on screen, and not when it is back.
        guard case .moved(question, .shown(let presentation)) = change else { return }
        if presentation.attempt == 1 { try post(warning: center) }
      }
    }
  }

  /// Each button has a handler of its own.
  private static func post(question center: AlertCenter) throws -> AlertID {
    var alert = Alert("Copy all files?", body: "There are three.", appName: "example")
    alert.expiry = .never
    alert.timeout = .seconds(60)
    return try center.post(
      alert,
      buttons: [
        .default("Copy") { print("  copying") },
        .cancel("Not now") { print("  not copying") },
        .destructive("Delete them") { print("  deleting") },
      ])
  }

  /// It is told how the alert ended, however that was.
  private static func post(news center: AlertCenter) throws {
    var alert = Alert("Backup done", body: "It took a minute.", appName: "example")
    alert.expiry = .after(.seconds(4))
    alert.timeout = .seconds(120)
    try center.post(alert) { print("  the news was up for \($0.shown)") }
  }

  /// It takes the screen at once, and gives it back.
  private static func post(warning center: AlertCenter) throws {
    var alert = Alert("Battery low", body: "Ten minutes are left.", appName: "example")
    alert.priority = .high
    alert.arrival = .barge
    alert.cover = .hide
    alert.expiry = .after(.seconds(4))
    alert.timeout = .seconds(60)
    try center.post(alert) { print("  the warning is over: \($0.outcome.word)") }
  }

  /// Prints every change until all three alerts have ended.
  private static func narrate(
    _ changes: AsyncStream<AlertCenter.Change>,
    _ react: (AlertCenter.Change) throws -> Void
  ) async throws {
    var names: [AlertID: String] = [:]
    var ended = 0
    for await change in changes {
      switch change {
      case .posted(let id, let alert, _):
        names[id] = alert.summary
      case .moved(let id, let stage):
        print("\(names[id] ?? ""): \(stage.word)")
      case .ended(let ending):
        print("\(ending.alert.summary): \(ending.outcome.word)")
        ended += 1
      case .presenter(let name):
        print(name.map { "shown by \($0)" } ?? "nothing shows notifications")
      case .updated, .acted, .activation, .paused:
        break
      }
      try react(change)
      if ended == 3 { return }
    }
  }
}
