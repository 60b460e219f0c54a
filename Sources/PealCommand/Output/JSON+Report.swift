import Peal
import PealControl

extension JSON {
  /// An alert, with its end if it has ended. The names are those of the bus interface.
  init(_ report: AlertReport) {
    var members = Self.alert(report)
    if let ending = report.ending { members += Self.end(ending) }
    if report.leftOut > 0 { members.append(Member("left-out", .integer(Int64(report.leftOut)))) }
    self = .object(members)
  }

  private static func alert(_ report: AlertReport) -> [Member] {
    guard
      case .object(let members) = object([
        "id": .integer(Int64(report.id.rawValue)), "stage": .string(report.stage),
        "why": report.reasons.isEmpty ? nil : .array(report.reasons.map(JSON.string)),
        "app": .string(report.appName), "summary": .string(report.summary),
        "body": .string(report.body), "priority": .string(report.priority.busWord),
        "tag": report.tag.map(JSON.string), "count": .integer(Int64(report.count)),
        "actions": .array(report.actions.map(JSON.init)),
        "reply": report.replyPlaceholder.map(JSON.string), "posted": .string(report.posted.text),
        "waited": .number(report.waited.inSeconds), "shown": .number(report.shown.inSeconds),
        "attempts": .integer(Int64(report.attempts)), "by": report.poster.map(JSON.init),
      ])
    else { return [] }
    return members
  }

  private static func end(_ end: AlertReport.End) -> [Member] {
    var members = [Member("outcome", .string(end.outcome.word))]
    if case .action(let key, let text) = end.outcome {
      members.append(Member("action", .string(key)))
      if let text { members.append(Member("text", .string(text))) }
    }
    members.append(Member("ended", .string(end.ended.text)))
    if let server = end.server { members.append(Member("server", .string(server))) }
    return members
  }

  private init(_ action: Action) {
    self = .object([
      Member("key", .string(action.key)), Member("label", .string(action.label)),
      Member("style", .string(action.style.word)),
    ])
  }

  private init(_ poster: Poster) {
    self = .object([
      Member("pid", .integer(Int64(poster.pid))), Member("exe", .string(poster.executable)),
    ])
  }
}

extension JSON {
  /// The daemon's counts and its server.
  init(_ status: StatusChange) {
    self = .object([
      "version": status.version.map(JSON.string),
      "waiting": status.waiting.map { .integer(Int64($0)) },
      "shown": status.shown.map { .integer(Int64($0)) },
      "paused": status.isPaused.map(JSON.boolean),
      "server": status.server.map { $0.isEmpty ? .null : .string($0) },
    ])
  }

  /// What the daemon says about itself.
  init(_ facts: [DaemonFact]) {
    self = .object(facts.map { Member($0.name, JSON($0.value)) })
  }

  private init(_ content: DaemonFact.Content) {
    switch content {
    case .text(let text): self = .string(text)
    case .number(let number): self = .integer(Int64(number))
    case .truth(let truth): self = .boolean(truth)
    case .list(let elements): self = .array(elements.map(JSON.init))
    case .facts(let facts): self = JSON(facts)
    }
  }
}

extension Action.Style {
  /// The style's word in JSON.
  var word: String { self == .default ? "default" : rawValue }
}

extension Duration {
  /// Seconds, with their milliseconds.
  var inSeconds: Double { Double(milliseconds) / 1000 }
}
