package import DBus
import Peal

extension PostRequest {
  /// Reads the arguments of `Post`, or the fields of one element of `PostMany`.
  ///
  /// - Throws: ``ControlError`` for an unknown option, a wrong type, a value that makes no sense, a
  ///   text longer than ``Bounds`` and `Limits` allow, and an alert that cannot be.
  package init(arguments: [Value]) throws(ControlError) {
    guard arguments.count == 3, let summary = arguments[0].string,
      let body = arguments[1].string, let options = arguments[2].options
    else { throw .malformed("an alert is a summary, a body and options: (ssa{sv})") }
    try self.init(summary: summary, body: body, options: options)
  }

  /// Reads a summary, a body and options by name.
  package init(summary: String, body: String, options: [String: Value]) throws(ControlError) {
    let reader = try OptionReader(options, of: PostOption.self)
    var alert = Alert(summary, body: body)
    try alert.decodeOptions(reader)
    try alert.settleText()
    self.init(alert)
    try decodeWishes(reader)
  }

  private mutating func decodeWishes(_ reader: OptionReader<PostOption>) throws(ControlError) {
    replacing = reader[.replaceID]?.uint32.flatMap { $0 == 0 ? nil : AlertID(rawValue: $0) }
    requiresServer = reader.flag(.requireServer)
    isWaiting = reader.flag(.waiting)
    isDetached = reader.flag(.detach)
    isUnlimited = reader.integer(.timeout) == 0
    token = try reader.string(.token)
    if let word = try reader.string(.priority), Priority(word: word) == nil {
      unknownPriority = word
    }
  }
}

extension Alert {
  /// Takes in every option that is about the alert itself.
  mutating func decodeOptions(_ reader: OptionReader<PostOption>) throws(ControlError) {
    try decodeHints(reader)
    try decodeLooks(reader)
    try decodeBehavior(reader)
  }

  fileprivate mutating func decodeLooks(_ reader: OptionReader<PostOption>) throws(ControlError) {
    appName = try reader.string(.appName) ?? ""
    icon = try reader.string(.icon, atMost: Bounds.path)
    appIcon = try reader.string(.appIcon, atMost: Bounds.path)
    image = try reader.string(.image, atMost: Bounds.path)
    category = try reader.string(.category) ?? category
    isTransient = reader[.transient]?.boolean ?? isTransient
    markup = reader.flag(.markup) ? .markup : .plain
    replyPlaceholder = try reader.string(.reply)
    urgency = try Self.urgency(reader[.urgency]?.integer) ?? urgency
    progress = try Self.progress(reader.integer(.progress)) ?? progress
    expiry = try Self.expiry(reader.integer(.expireTime))
    actions = try reader[.actions].map([Action].init(wire:)) ?? []
  }

  fileprivate mutating func decodeBehavior(
    _ reader: OptionReader<PostOption>
  ) throws(ControlError) {
    let word = try reader.string(.priority)
    priority = word.map { Priority(word: $0) ?? .normal } ?? urgency.map(Priority.init) ?? .normal
    tag = try reader.string(.tag).flatMap { $0.isEmpty ? nil : $0 }
    duplicates = try reader.word(.onDuplicate) ?? .replace
    arrival = try reader.word(.arrival)
    cover = try reader.word(.cover) ?? .keep
    interruptible = try reader.word(.interruptible) ?? .yes
    ttl = try reader.duration(.ttl)
    delay = try reader.duration(.delay)
    timeout = try reader.duration(.timeout).flatMap { $0 == .zero ? nil : $0 }
  }

  private static func urgency(_ level: Int?) throws(ControlError) -> Urgency? {
    guard let level else { return nil }
    guard let byte = UInt8(exactly: level), let urgency = Urgency(rawValue: byte) else {
      throw .badValue(option: "urgency", reason: "\(level) is none of 0, 1, 2")
    }
    return urgency
  }

  private static func progress(_ percent: Int?) throws(ControlError) -> Int? {
    guard let percent else { return nil }
    guard (0...100).contains(percent) else {
      throw .badValue(option: "progress", reason: "\(percent) is not within 0 to 100")
    }
    return percent
  }

  private static func expiry(_ milliseconds: Int?) throws(ControlError) -> Expiry {
    guard let milliseconds else { return .serverDefault }
    guard let expiry = Expiry(wire: milliseconds) else {
      throw .badValue(
        option: "expire-time",
        reason: "\(milliseconds) is negative; -1 means the server's default, 0 never")
    }
    return expiry
  }
}

extension [Action] {
  /// Reads `a(sss)`: key, label, style.
  package init(wire: Value) throws(ControlError) {
    let elements = wire.elements ?? []
    guard elements.count <= Limits.actions else { throw .alert(.tooManyActions(elements.count)) }
    self = []
    for element in elements {
      let action = try Action(wire: element)
      guard !contains(where: { $0.key == action.key }) else {
        throw .alert(.duplicateKey(action.key))
      }
      append(action)
    }
  }
}

extension Action {
  fileprivate init(wire: Value) throws(ControlError) {
    let texts = wire.fields?.compactMap(\.string) ?? []
    guard texts.count == 3 else { throw .malformed("an action is (sss): key, label, style") }
    guard let style = Style(rawValue: texts[2]) else {
      throw .badValue(
        option: "actions",
        reason: "style \(texts[2].debugDescription) is none of \"\", \"cancel\", \"destructive\"")
    }
    guard texts.allSatisfy({ $0.utf8.count <= Bounds.name }) else {
      throw .badValue(option: "actions", reason: "a key or label is over \(Bounds.name) bytes")
    }
    do { try self.init(texts[0], texts[1], style: style) } catch { throw .alert(error) }
  }
}
