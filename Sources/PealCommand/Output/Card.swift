import Peal
import PealControl

/// Facts by name, one a line, for people.
struct Card {
  private var lines: [(name: String, value: String)] = []

  /// The facts, the values aligned.
  var text: String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      (line.name + ":").padded(to: width + 2) + line.value + "\n"
    }.joined()
  }

  private mutating func add(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    lines.append((name, value))
  }
}

extension Card {
  /// All there is to say about an alert.
  init(_ report: AlertReport) {
    add("id", "\(report.id.rawValue)")
    add("stage", report.stageText)
    add("app", report.appName.printable)
    add("summary", report.summary.printable)
    add("body", report.body.printable)
    add("priority", report.priority.busWord)
    add("tag", report.tag?.printable)
    add("count", report.count == 1 ? nil : "\(report.count)")
    add("left out", report.leftOut == 0 ? nil : "\(report.leftOut)")
    add("actions", report.actions.map { "\($0.key)=\($0.label)".printable }.joined(separator: ", "))
    add("posted", report.posted.localText)
    add("waited", report.waited.text)
    add("shown", report.shown.text)
    add("attempts", "\(report.attempts)")
    add("by", report.poster.map { "\($0.executable.printable) (\($0.pid))" })
    add("outcome", report.outcomeText)
    if case .action(_, let text) = report.ending?.outcome { add("text", text?.printable) }
    add("ended", report.ending?.ended.localText)
    add("server", report.ending?.server?.printable)
  }

  /// The daemon's counts and its server.
  init(_ status: StatusChange) {
    add("waiting", status.waiting.map { "\($0)" })
    add("shown", status.shown.map { "\($0)" })
    add("paused", status.isPaused.map { $0 ? "yes" : "no" })
    add("server", status.server.map { $0.isEmpty ? "none" : $0.printable })
    add("daemon", status.version.map { "peald \($0)".printable })
  }

  /// What the daemon says about itself.
  init(_ facts: [DaemonFact]) {
    for fact in facts { add(fact.name.printable, Self.text(fact.value)) }
  }

  /// Several things in a line; sentences have commas of their own.
  private static func text(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "none" }
    let haveCommas = elements.contains { $0.contains(", ") }
    return elements.joined(separator: haveCommas ? "; " : ", ")
  }

  private static func text(_ content: DaemonFact.Content) -> String {
    switch content {
    case .text(let text): text.isEmpty ? "none" : text.printable
    case .number(let number): "\(number)"
    case .truth(let truth): truth ? "yes" : "no"
    case .list(let elements): text(elements.map(text))
    case .facts(let facts):
      facts.map { "\($0.name.printable) \(text($0.value))" }.joined(separator: ", ")
    }
  }
}

extension Duration {
  /// A duration for people, in its two largest units: `2h 5m`, `3.2s`.
  fileprivate var text: String {
    let milliseconds = milliseconds
    guard milliseconds >= 60_000 else { return "\(Double(milliseconds / 100) / 10)s" }
    let units: [(String, Int64)] = [
      ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ]
    var rest = milliseconds
    var parts: [String] = []
    for (name, size) in units where rest >= size && parts.count < 2 {
      parts.append("\(rest / size)\(name)")
      rest %= size
    }
    return parts.joined(separator: " ")
  }
}
