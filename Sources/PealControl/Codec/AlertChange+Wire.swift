package import DBus
package import Peal

extension AlertChange {
  /// The options of `Post` that `Update` takes beside `summary` and `body`.
  package static let wireOptions: Set<PostOption> = [
    .urgency, .expireTime, .icon, .appIcon, .image, .category, .transient, .actions, .hints,
    .priority, .ttl, .timeout, .markup, .progress, .reply,
  ]

  /// Reads the options of `Update`. An empty text takes an icon, picture, category or reply field
  /// away, zero a time limit, and a priority without an urgency the urgency that was given.
  ///
  /// - Throws: ``ControlError`` as `Post` does, and for an option that cannot be changed.
  package init(wire options: [String: Value]) throws(ControlError) {
    self.init()
    var rest = options
    summary = try Self.takeText("summary", from: &rest)
    body = try Self.takeText("body", from: &rest)
    for name in rest.keys.sorted() {
      guard let option = PostOption(rawValue: name) else { continue }
      guard !Self.wireOptions.contains(option) else { continue }
      throw .badValue(option: name, reason: "it cannot be changed once the alert is posted")
    }
    let reader = try OptionReader(rest, of: PostOption.self)
    var alert = Alert("")
    try alert.decodeOptions(reader)
    takeLooks(alert, reader)
    takeBehavior(alert, reader)
  }

  private mutating func takeLooks(_ alert: Alert, _ reader: OptionReader<PostOption>) {
    let hinted = reader[.hints]?.options ?? [:]
    func given<Part>(_ option: PostOption, _ hint: String, _ part: Part) -> Part? {
      reader[option] == nil && hinted[hint] == nil ? nil : part
    }
    markup = given(.markup, "", alert.markup)
    icon = given(.icon, "", alert.icon?.nonEmpty)
    appIcon = given(.appIcon, "", alert.appIcon?.nonEmpty)
    image = given(.image, "", alert.image?.nonEmpty)
    category = given(.category, "category", alert.category?.nonEmpty)
    isTransient = given(.transient, "transient", alert.isTransient)
    isResident = hinted["resident"] == nil ? nil : alert.isResident
    progress = alert.progress.map(Optional.some)
    replyPlaceholder = given(.reply, "", alert.replyPlaceholder?.nonEmpty)
    actions = given(.actions, "", alert.actions)
    hints = alert.hints
  }

  private mutating func takeBehavior(_ alert: Alert, _ reader: OptionReader<PostOption>) {
    let isRanked = reader[.priority] != nil || alert.urgency != nil
    priority = isRanked ? alert.priority : nil
    urgency = isRanked ? .some(alert.urgency) : nil
    expiry = reader[.expireTime] == nil ? nil : alert.expiry
    ttl = reader[.ttl] == nil ? nil : .some(alert.ttl == .zero ? nil : alert.ttl)
    timeout = reader[.timeout] == nil ? nil : .some(alert.timeout)
  }

  private static func takeText(
    _ name: String, from options: inout [String: Value]
  ) throws(ControlError) -> String? {
    guard let value = options.removeValue(forKey: name) else { return nil }
    guard let text = value.string else {
      throw .wrongType(option: name, expected: "s", found: value.type)
    }
    return text
  }

  /// Brings the texts into the form that an alert's have once this change is made to `alert`.
  ///
  /// - Throws: ``ControlError`` when the alert would have no text, or too much.
  package mutating func settleText(of alert: Alert) throws(ControlError) {
    guard summary != nil || body != nil || markup != nil else { return }
    var changed = Alert(summary ?? alert.summary, body: body ?? alert.body)
    changed.markup = markup ?? alert.markup
    try changed.settleText()
    guard summary != nil || body != nil else { return }
    summary = changed.summary
    body = changed.body
  }
}

extension AlertChange {
  /// The options as `a{sv}`.
  package var wire: Value {
    var writer = OptionWriter<PostOption>()
    writer.encodeLooks(of: self)
    writer.encodeBehavior(of: self)
    var options = writer.options
    options["summary"] = summary.map(Value.string)
    options["body"] = body.map(Value.string)
    return .options(options)
  }

  fileprivate var wireHints: Value? {
    var hints = hints.mapValues(\.wire)
    hints["resident"] = isResident.map(Value.boolean)
    return hints.isEmpty ? nil : .options(hints)
  }
}

extension OptionWriter<PostOption> {
  fileprivate mutating func encodeLooks(of change: AlertChange) {
    set(.markup, change.markup.map { .boolean($0 == .markup) })
    set(.icon, change.icon.map { .string($0 ?? "") })
    set(.appIcon, change.appIcon.map { .string($0 ?? "") })
    set(.image, change.image.map { .string($0 ?? "") })
    set(.category, change.category.map { .string($0 ?? "") })
    set(.transient, change.isTransient.map(Value.boolean))
    set(.progress, (change.progress ?? nil).map { .int32(Int32(clamping: $0)) })
    set(.reply, change.replyPlaceholder.map { .string($0 ?? "") })
    set(.actions, change.actions.map(Value.actions))
    set(.hints, change.wireHints)
  }

  fileprivate mutating func encodeBehavior(of change: AlertChange) {
    set(.priority, change.priority.map { .string($0.busWord) })
    set(.urgency, (change.urgency ?? nil).map { .byte($0.rawValue) })
    set(.expireTime, change.expiry.map { $0.wire ?? .int32(-1) })
    set(.ttl, change.ttl.map { .milliseconds($0 ?? .zero) })
    set(.timeout, change.timeout.map { .milliseconds($0 ?? .zero) })
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
