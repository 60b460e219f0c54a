package import DBus
internal import Peal

/// The names of an alert's facts on the wire, with the type of each; the same as in JSON.
package enum Fact: String, OptionName {
  case id, stage, why, app, summary, body, priority, tag, count, actions, reply
  case posted, waited, shown, attempts, by
  case outcome, action, text, ended, server
  case activationToken = "activation-token"
  case leftOut = "left-out"

  package var type: Signature {
    switch self {
    case .id, .count, .attempts, .leftOut: "u"
    case .why: "as"
    case .actions: "a(sss)"
    case .posted, .waited, .shown, .ended: "x"
    case .by: "(us)"
    case .stage, .app, .summary, .body, .priority, .tag, .reply, .outcome, .action, .text,
      .server, .activationToken:
      "s"
    }
  }
}

extension AlertReport {
  /// The report as `a{sv}`.
  package var value: Value { value(choice: nil) }

  /// The report as `a{sv}`, with an action that was chosen and did not end the alert.
  package func value(choice: Choice?) -> Value {
    var writer = FactWriter()
    writer.write(self)
    if let ending { writer.write(ending) }
    writer.write(choice ?? ending?.choice)
    writer.write(activationToken: activationToken)
    return writer.value
  }

  /// The report's facts by name.
  package var facts: [String: Value] { value.options ?? [:] }

  /// An action that was chosen.
  package struct Choice: Sendable, Hashable {
    /// The key of the action that was chosen.
    package var key: String
    /// What was typed, if it was a reply.
    package var text: String?

    /// States a choice.
    package init(key: String, text: String?) {
      self.key = key
      self.text = text
    }
  }
}

extension AlertReport.End {
  fileprivate var choice: AlertReport.Choice? {
    guard case .action(let key, let text) = outcome else { return nil }
    return AlertReport.Choice(key: key, text: text)
  }
}

/// Facts as they are collected. A report goes out at each change of each alert: no dictionary is made.
private struct FactWriter {
  private static let key: Signature = "s"
  private static let variant: Signature = "v"
  private static let names = Dictionary(
    uniqueKeysWithValues: Fact.allCases.map { ($0, Value.string($0.rawValue)) })

  private var entries: [Value.Entry] = []

  init() {
    entries.reserveCapacity(Fact.allCases.count)
  }

  var value: Value { .dictionary(key: Self.key, value: Self.variant, entries) }

  mutating func write(_ report: AlertReport) {
    set(.id, .uint32(report.id.rawValue))
    set(.stage, .string(report.stage))
    set(.why, report.reasons.isEmpty ? nil : .strings(report.reasons))
    set(.app, .string(report.appName))
    set(.summary, .string(report.summary))
    set(.body, .string(report.body))
    set(.priority, .string(report.priority.busWord))
    set(.tag, report.tag.map(Value.string))
    set(.count, .uint32(UInt32(clamping: report.count)))
    set(.leftOut, report.leftOut > 0 ? .uint32(UInt32(clamping: report.leftOut)) : nil)
    set(.actions, .actions(report.actions))
    set(.reply, report.replyPlaceholder.map(Value.string))
    set(.posted, .int64(report.posted.milliseconds))
    set(.waited, .milliseconds(report.waited))
    set(.shown, .milliseconds(report.shown))
    set(.attempts, .uint32(UInt32(clamping: report.attempts)))
    set(.by, report.poster.map { .structure([.uint32($0.pid), .string($0.executable)]) })
  }

  mutating func write(_ end: AlertReport.End) {
    set(.outcome, .string(end.outcome.word))
    set(.ended, .int64(end.ended.milliseconds))
    set(.server, end.server.map(Value.string))
  }

  mutating func write(_ choice: AlertReport.Choice?) {
    set(.action, choice.map { .string($0.key) })
    set(.text, choice?.text.map(Value.string))
  }

  mutating func write(activationToken: String?) {
    set(.activationToken, activationToken.map(Value.string))
  }

  private mutating func set(_ fact: Fact, _ value: Value?) {
    guard let value, let name = Self.names[fact] else { return }
    entries.append(Value.Entry(name, .variant(value)))
  }
}
