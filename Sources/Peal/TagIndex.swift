/// The live alerts that have a tag, by tag and app.
struct TagIndex: Sendable {
  private var records: [String: [String: Record]] = [:]

  private struct Record: Sendable {
    /// Ascending; some are over.
    var keys: [AlertID] = []
    var live = 0
  }

  mutating func insert(_ key: AlertID, tag: String, app: String) {
    records[tag, default: [:]][app, default: Record()].keys.append(key)
    records[tag]?[app]?.live += 1
  }

  /// Takes note that one of them is over or ending; `alerts` says which are not.
  mutating func remove(tag: String, app: String, in alerts: LiveAlerts) {
    records[tag]?[app]?.live -= 1
    guard let record = records[tag]?[app] else { return }
    if record.live == 0 {
      records[tag]?[app] = nil
      if records[tag]?.isEmpty == true { records[tag] = nil }
    } else if record.keys.count > 2 * record.live + 16 {
      records[tag]?[app]?.keys = record.keys.filter { Self.isLive($0, in: alerts) }
    }
  }

  /// The latest live alert of the app that has the tag.
  mutating func latest(tag: String, app: String, in alerts: LiveAlerts) -> AlertID? {
    while let key = records[tag]?[app]?.keys.last {
      if Self.isLive(key, in: alerts) { return key }
      records[tag]?[app]?.keys.removeLast()
    }
    return nil
  }

  /// All live alerts with the tag, of one app or of all, ascending.
  func all(tag: String, app: String?, in alerts: LiveAlerts) -> [AlertID] {
    guard let byApp = records[tag] else { return [] }
    let keys = app.map { byApp[$0]?.keys ?? [] } ?? byApp.values.flatMap(\.keys)
    return keys.filter { Self.isLive($0, in: alerts) }.sorted()
  }

  private static func isLive(_ key: AlertID, in alerts: LiveAlerts) -> Bool {
    alerts[key]?.isEnding == false
  }
}
