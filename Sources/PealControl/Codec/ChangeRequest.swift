package import DBus
package import Peal

/// What `Update` carries: the new values of those parts of an alert that change.
package struct ChangeRequest: Sendable, Hashable {
  package var summary: String?
  package var body: String?
  package var markup: Alert.Markup?
  package var urgency: Alert.Urgency?
  package var priority: Priority?
  package var expiry: Alert.Expiry?
  package var icon: String?
  package var appIcon: String?
  package var image: String?
  package var category: String?
  package var isTransient: Bool?
  package var isResident: Bool?
  package var actions: [Action]?
  /// Hints to set; the others stay.
  package var hints: [String: Alert.HintValue] = [:]
  package var progress: Int?
  package var replyPlaceholder: String?
  package var ttl: Duration?
  /// The overall time from now on; zero is for ever.
  package var timeout: Duration?

  /// Changes nothing.
  package init() {}

  /// The options of `Post` that `Update` takes beside `summary` and `body`.
  package static let options: Set<PostOption> = [
    .urgency, .expireTime, .icon, .appIcon, .image, .category, .transient, .actions, .hints,
    .priority, .ttl, .timeout, .markup, .progress, .reply,
  ]
}

extension ChangeRequest {
  /// Reads the options of `Update`.
  ///
  /// - Throws: ``ControlError`` as `Post` does, and for an option that cannot be changed.
  package init(_ options: [String: Value]) throws(ControlError) {
    var rest = options
    summary = try Self.takeText("summary", from: &rest)
    body = try Self.takeText("body", from: &rest)
    for name in rest.keys.sorted() {
      guard let option = PostOption(rawValue: name) else { continue }
      guard !Self.options.contains(option) else { continue }
      throw .badValue(option: name, reason: "it cannot be changed once the alert is posted")
    }
    let reader = try OptionReader(rest, of: PostOption.self)
    var alert = Alert("")
    try alert.decodeOptions(reader)
    take(alert, reader)
  }

  private mutating func take(_ alert: Alert, _ reader: OptionReader<PostOption>) {
    urgency = alert.urgency
    let changesPriority = reader[.priority] != nil || alert.urgency != nil
    priority = changesPriority ? alert.priority : nil
    markup = reader[.markup] == nil ? nil : alert.markup
    expiry = reader[.expireTime] == nil ? nil : alert.expiry
    (icon, appIcon, image, category) = (alert.icon, alert.appIcon, alert.image, alert.category)
    let hinted = reader[.hints]?.options ?? [:]
    let changesTransient = reader[.transient] != nil || hinted["transient"] != nil
    isTransient = changesTransient ? alert.isTransient : nil
    isResident = hinted["resident"] == nil ? nil : alert.isResident
    actions = reader[.actions] == nil ? nil : alert.actions
    (hints, progress) = (alert.hints, alert.progress)
    (replyPlaceholder, ttl) = (alert.replyPlaceholder, alert.ttl)
    timeout = reader[.timeout] == nil ? nil : alert.timeout ?? .zero
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

  /// Puts the new values into an alert, its texts brought into form.
  ///
  /// - Throws: ``ControlError`` when the alert then has no text, or too much.
  package func apply(to alert: inout Alert) throws(ControlError) {
    alert.summary = summary ?? alert.summary
    alert.body = body ?? alert.body
    alert.markup = markup ?? alert.markup
    alert.urgency = urgency ?? (priority == nil ? alert.urgency : nil)
    alert.priority = priority ?? alert.priority
    alert.expiry = expiry ?? alert.expiry
    alert.icon = icon ?? alert.icon
    alert.appIcon = appIcon ?? alert.appIcon
    alert.image = image ?? alert.image
    alert.category = category ?? alert.category
    alert.isTransient = isTransient ?? alert.isTransient
    alert.isResident = isResident ?? alert.isResident
    alert.actions = actions ?? alert.actions
    alert.hints.merge(hints) { _, new in new }
    alert.progress = progress ?? alert.progress
    alert.replyPlaceholder = replyPlaceholder ?? alert.replyPlaceholder
    alert.ttl = ttl ?? alert.ttl
    if let timeout { alert.timeout = timeout == .zero ? nil : timeout }
    try alert.settleText()
  }
}

extension ChangeRequest {
  /// The options as `a{sv}`.
  package var value: Value { .options(wireOptions) }

  private var wireOptions: [String: Value] {
    var writer = OptionWriter<PostOption>()
    writer.set(.urgency, urgency.map { .byte($0.rawValue) })
    writer.set(.priority, priority.map { .string($0.busWord) })
    writer.set(.expireTime, expiry.map { $0.wire ?? .int32(-1) })
    writer.set(.icon, icon.map(Value.string))
    writer.set(.appIcon, appIcon.map(Value.string))
    writer.set(.image, image.map(Value.string))
    writer.set(.category, category.map(Value.string))
    writer.set(.transient, isTransient.map(Value.boolean))
    writer.set(.actions, actions.map(Value.actions))
    writer.set(.hints, wireHints)
    writer.set(.markup, markup.map { .boolean($0 == .markup) })
    writer.set(.progress, progress.map { .int32(Int32(clamping: $0)) })
    writer.set(.reply, replyPlaceholder.map(Value.string))
    writer.set(.ttl, ttl.map(Value.milliseconds))
    writer.set(.timeout, timeout.map(Value.milliseconds))
    var options = writer.options
    options["summary"] = summary.map(Value.string)
    options["body"] = body.map(Value.string)
    return options
  }

  private var wireHints: Value? {
    var hints = hints.mapValues(\.wire)
    hints["resident"] = isResident.map(Value.boolean)
    return hints.isEmpty ? nil : .options(hints)
  }
}
