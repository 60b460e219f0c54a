internal import DBus
internal import Peal
internal import Synchronization

/// `List`, `History`, `Describe`, and the properties.
extension ControlHost {
  func look(_ method: Alerts1.Method, _ body: [Value]) throws(ControlError) -> Value {
    switch method {
    case .list: return .reports(list(try Query(body[0].options ?? [:])))
    case .history: return .reports(history(try Query(body[0].options ?? [:])))
    default: return .options(facts)
    }
  }

  private func list(_ query: Query) -> [AlertReport] {
    let statuses = center.alerts(Filter(id: query.id, app: query.appName, tag: query.tag))
      // How these ended is told already: they are in the history.
      .filter { $0.stage != .withdrawing }
    let now = clock()
    let reports = state.withLock { state in
      statuses.map { AlertReport($0, state.book[$0.id], at: now) }
    }
    let matching = reports.filter { query.allows($0.id, at: $0.posted) }
    return Array(matching.prefix(query.limit.map(Int.init) ?? .max))
  }

  private func history(_ query: Query) -> [AlertReport] {
    if let archive = state.withLock({ $0.archive }) { return archive.history(query) }
    let reports = state.withLock { $0.book.history }
    let matching = reports.filter { report in
      query.allows(report.id, at: report.ending?.ended ?? report.posted)
        && (query.id ?? report.id) == report.id
        && (query.appName ?? report.appName) == report.appName
        && (query.tag ?? report.tag) == report.tag
    }
    return matching.suffix(query.limit.map(Int.init) ?? .max)
  }

  private var facts: [String: Value] {
    duties.describe().merging(properties) { fact, _ in fact }
  }

  /// The properties now, by name.
  var properties: [String: Value] {
    let summary = center.summary
    return [
      Alerts1.Property.version.rawValue: .string(version),
      Alerts1.Property.waiting.rawValue: .uint32(UInt32(clamping: summary.waiting)),
      Alerts1.Property.shown.rawValue: .uint32(UInt32(clamping: summary.shown)),
      Alerts1.Property.paused.rawValue: .boolean(summary.isPaused),
      Alerts1.Property.server.rawValue: .string(summary.presenter ?? ""),
    ]
  }
}

extension Query {
  /// Whether an alert meets what the queue's own filter does not look at.
  fileprivate func allows(_ id: AlertID, at time: WallTime) -> Bool {
    (after.map { id > $0 } ?? true) && (since.map { time >= $0 } ?? true)
  }
}

extension Value {
  /// How many bytes of text a reply may have in all; a message and an array have limits.
  private static let room = 32 * 1024 * 1024

  /// Reports as `aa{sv}`. Once they are too much for one reply, bodies are cut short.
  fileprivate static func reports(_ reports: [AlertReport]) -> Value {
    var room = room
    let values = reports.map { report in
      room -= report.body.utf8.count
      return (room > 0 ? report : report.abridged(to: Limits.summary)).value
    }
    return .array(of: "a{sv}", values)
  }
}
