package import DBus
import Peal

/// The names of an alert's facts on the wire, with the type of each; the same as in JSON.
package enum Fact: String, OptionName {
  case id, stage, why, app, summary, body, priority, tag, count, actions, posted, waited, shown
  case attempts, by
  case outcome, action, text, ended, server

  package var type: Signature {
    switch self {
    case .id, .count, .attempts: "u"
    case .why: "as"
    case .actions: "a(sss)"
    case .posted, .waited, .shown, .ended: "x"
    case .by: "(us)"
    case .stage, .app, .summary, .body, .priority, .tag, .outcome, .action, .text, .server: "s"
    }
  }
}

extension AlertReport {
  /// The report as `a{sv}`.
  package var value: Value { .options(facts) }

  /// The report's facts by name.
  package var facts: [String: Value] {
    var writer = OptionWriter<Fact>()
    writer.encode(self)
    if let ending { writer.encode(ending) }
    return writer.options
  }
}

extension OptionWriter<Fact> {
  fileprivate mutating func encode(_ report: AlertReport) {
    set(.id, .uint32(report.id.rawValue))
    set(.stage, .string(report.stage))
    set(.why, report.reasons.isEmpty ? nil : .strings(report.reasons))
    set(.app, .string(report.appName))
    set(.summary, .string(report.summary))
    set(.body, .string(report.body))
    set(.priority, .string(report.priority.busWord))
    set(.tag, report.tag.map(Value.string))
    set(.count, .uint32(UInt32(clamping: report.count)))
    set(.actions, .actions(report.actions))
    set(.posted, .int64(report.posted.milliseconds))
    set(.waited, .milliseconds(report.waited))
    set(.shown, .milliseconds(report.shown))
    set(.attempts, .uint32(UInt32(clamping: report.attempts)))
    set(.by, report.poster.map { .structure([.uint32($0.pid), .string($0.executable)]) })
  }

  fileprivate mutating func encode(_ end: AlertReport.End) {
    set(.outcome, .string(end.outcome.word))
    set(.ended, .int64(end.ended.milliseconds))
    set(.server, end.server.map(Value.string))
    guard case .action(let key, let text) = end.outcome else { return }
    set(.action, .string(key))
    set(.text, text.map(Value.string))
  }
}
