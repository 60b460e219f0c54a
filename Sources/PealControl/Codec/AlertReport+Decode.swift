package import DBus
import Peal

extension AlertReport {
  /// Reads a report.
  ///
  /// - Throws: ``ControlError`` when a fact is missing, unknown or of another type.
  package init(_ value: Value) throws(ControlError) {
    guard let options = value.options else { throw .malformed("a report is an a{sv}") }
    try self.init(facts: options)
  }

  /// Reads a report's facts by name.
  package init(facts: [String: Value]) throws(ControlError) {
    let reader = try OptionReader(facts, of: Fact.self)
    self.init(
      id: AlertID(rawValue: try reader.number(.id)),
      stage: try reader.text(.stage),
      appName: try reader.text(.app),
      summary: try reader.text(.summary),
      body: try reader.text(.body),
      priority: Priority(word: try reader.text(.priority)) ?? .normal,
      posted: try reader.time(.posted))
    try decodeRest(reader)
    ending = try End(reader)
  }

  private mutating func decodeRest(_ reader: OptionReader<Fact>) throws(ControlError) {
    reasons = reader[.why]?.elements?.compactMap(\.string) ?? []
    tag = reader[.tag]?.string
    count = reader.integer(.count) ?? 1
    leftOut = reader.integer(.leftOut) ?? 0
    actions = try reader[.actions].map([Action].init(wire:)) ?? []
    replyPlaceholder = reader[.reply]?.string
    waited = try reader.duration(.waited) ?? .zero
    shown = try reader.duration(.shown) ?? .zero
    attempts = reader.integer(.attempts) ?? 0
    poster = reader[.by].flatMap(Poster.init)
    activationToken = reader[.activationToken]?.string
  }
}

extension AlertReport.End {
  fileprivate init?(_ reader: OptionReader<Fact>) throws(ControlError) {
    guard let word = reader[.outcome]?.string else { return nil }
    let outcome = Outcome(word: word, action: reader[.action]?.string, text: reader[.text]?.string)
    guard let outcome else { throw .malformed("\(word.debugDescription) is no outcome") }
    self.init(outcome, ended: try reader.time(.ended), server: reader[.server]?.string)
  }
}

extension Poster {
  fileprivate init?(_ value: Value) {
    guard let fields = value.fields, let pid = fields.first?.uint32,
      let executable = fields.last?.string
    else { return nil }
    self.init(pid: pid, executable: executable)
  }
}

extension OptionReader<Fact> {
  fileprivate func text(_ fact: Fact) throws(ControlError) -> String {
    guard let text = self[fact]?.string else { throw missing(fact) }
    return text
  }

  fileprivate func number(_ fact: Fact) throws(ControlError) -> UInt32 {
    guard let number = self[fact]?.uint32 else { throw missing(fact) }
    return number
  }

  fileprivate func time(_ fact: Fact) throws(ControlError) -> WallTime {
    guard case .int64(let milliseconds)? = self[fact] else { throw missing(fact) }
    return WallTime(milliseconds: milliseconds)
  }

  private func missing(_ fact: Fact) -> ControlError {
    .malformed("a report lacks \(fact.rawValue)")
  }
}
