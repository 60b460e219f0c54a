import Peal
import PealControl

/// What keeps alerts from the screen now, in sentences: `doctor`'s answer to "why did my popup not
/// appear?".
struct Obstacles {
  let status: StatusChange
  let facts: [DaemonFact]
  let reports: [AlertReport]

  /// How many alerts are named of each kind.
  private static let limit = 3

  /// All there is, the most general first; none when nothing waits for anything.
  var sentences: [String] { ofTheServer + ofThePause + ofTheTurn + ofAlerts }

  private var ofTheServer: [String] {
    guard status.server?.isEmpty ?? true else {
      return isInhibited ? ["the notification server holds popups back now: do not disturb"] : []
    }
    guard !isOwned else {
      return ["the notification server does not answer, and alerts wait until it does"]
    }
    return [
      "there is no notification server: nobody owns org.freedesktop.Notifications, and alerts wait for it"
    ]
  }

  private var isInhibited: Bool {
    facts.contains(DaemonFact("server-inhibited", .truth(true)))
  }

  /// Whether somebody has the notification server's name.
  private var isOwned: Bool { facts.contains { $0.name == "server-owner" } }

  private var ofThePause: [String] {
    status.isPaused == true ? ["the queue is paused; 'peal resume' lets it go on"] : []
  }

  private var ofTheTurn: [String] {
    guard let top = reports.first(where: \.isOnScreen) else { return [] }
    let count = reports.count { $0.stage == "waiting" }
    guard count > 0 else { return [] }
    let others = count == 1 ? "1 alert waits" : "\(count) alerts wait"
    return ["\(others) for the end of alert \(top.id.rawValue), which is on screen"]
  }

  private var ofAlerts: [String] {
    told(reports.filter { $0.stage == "presenting" }) { report in
      "alert \(report.id.rawValue) is with the notification server, which has not answered yet"
    }
      + told(reports.filter { $0.stage == "held" }) { report in
        "alert \(report.id.rawValue) is \(report.stageText)"
      }
      + told(reports.filter { $0.stage == "parked" }) { report in
        "alert \(report.id.rawValue) is in the desktop's tray, where it can still be answered"
      }
  }

  private func told(_ reports: [AlertReport], _ sentence: (AlertReport) -> String) -> [String] {
    let rest = reports.count - Self.limit
    return reports.prefix(Self.limit).map(sentence) + (rest > 0 ? ["\(rest) more are so"] : [])
  }
}
