package import DBus
import Peal

extension PostRequest {
  /// The arguments of `Post`.
  package var arguments: [Value] {
    [.string(alert.summary), .string(alert.body), .options(options)]
  }

  /// One element of `PostMany`.
  package var element: Value { .structure(arguments) }

  /// The options that differ from what a call without them means, by name.
  package var options: [String: Value] {
    var writer = OptionWriter<PostOption>()
    writer.encodeLooks(of: alert)
    writer.encodeBehavior(of: alert)
    writer.set(.timeout, isUnlimited ? .int64(0) : alert.timeout.map(Value.milliseconds))
    writer.set(.replaceID, replacing.map { .uint32($0.rawValue) })
    writer.set(.requireServer, requiresServer)
    writer.set(.waiting, isWaiting)
    writer.set(.detach, isDetached)
    writer.set(.token, token.map(Value.string))
    return writer.options
  }
}

/// Options as they are collected for a call.
struct OptionWriter<Name: OptionName> {
  private(set) var options: [String: Value] = [:]

  /// Sets an option, unless there is nothing to set.
  mutating func set(_ name: Name, _ value: Value?) {
    guard let value else { return }
    options[name.rawValue] = value
  }

  /// Sets a text option, unless it is empty.
  mutating func set(_ name: Name, _ text: String) {
    guard !text.isEmpty else { return }
    options[name.rawValue] = .string(text)
  }

  /// Sets a flag that is on.
  mutating func set(_ name: Name, _ flag: Bool) {
    guard flag else { return }
    options[name.rawValue] = .boolean(true)
  }

  /// Sets a word, unless it is the one that counts anyway.
  mutating func set<Word: RawRepresentable<String> & Equatable>(
    _ name: Name, _ word: Word?, unless default: Word? = nil
  ) {
    guard let word, word != `default` else { return }
    options[name.rawValue] = .string(word.rawValue)
  }
}

extension OptionWriter<PostOption> {
  /// What the server is told.
  fileprivate mutating func encodeLooks(of alert: Alert) {
    set(.urgency, alert.urgency.map { .byte($0.rawValue) })
    set(.expireTime, alert.expiry.wire)
    set(.appName, alert.appName)
    set(.icon, alert.icon.map(Value.string))
    set(.appIcon, alert.appIcon.map(Value.string))
    set(.image, alert.image.map(Value.string))
    set(.category, alert.category.map(Value.string))
    set(.transient, alert.isTransient)
    set(.actions, alert.actions.isEmpty ? nil : .actions(alert.actions))
    set(.hints, alert.wireHints)
    set(.markup, alert.markup == .markup)
    set(.progress, alert.progress.map { .int32(Int32(clamping: $0)) })
    set(.reply, alert.replyPlaceholder.map(Value.string))
  }

  /// What the queue goes by.
  fileprivate mutating func encodeBehavior(of alert: Alert) {
    let isPlain = alert.priority == .normal && alert.urgency == nil
    set(.priority, isPlain ? nil : .string(alert.priority.busWord))
    set(.tag, alert.tag.map(Value.string))
    set(.onDuplicate, alert.duplicates, unless: .replace)
    set(.arrival, alert.arrival)
    set(.cover, alert.cover, unless: .keep)
    set(.interruptible, alert.interruptible, unless: .yes)
    set(.ttl, alert.ttl.map(Value.milliseconds))
    set(.delay, alert.delay.map(Value.milliseconds))
  }
}

extension Alert {
  /// Its hints as `a{sv}`; `resident` is one of them.
  fileprivate var wireHints: Value? {
    var hints = hints.mapValues(\.wire)
    if isResident { hints["resident"] = .boolean(true) }
    return hints.isEmpty ? nil : .options(hints)
  }
}
