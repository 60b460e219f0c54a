import Peal
import PealControl

extension Invocation {
  /// Whether the command stays until the alert has ended.
  var staysForEnd: Bool { verb == .ask || waits }

  /// What `send` and `ask` post.
  func postRequest(_ summary: String, _ body: String) throws(Failure) -> PostRequest {
    var request = PostRequest(try alert(summary, body))
    request.replacing = draft.replaces
    request.requiresServer = needsServer
    request.isWaiting = staysForEnd
    request.isDetached = detaches
    request.isUnlimited = draft.timeout == .zero
    request.token = PostRequest.newToken()
    return request
  }

  private func alert(_ summary: String, _ body: String) throws(Failure) -> Alert {
    var alert = Alert(summary, body: body, appName: address.app ?? "peal", actions: actions)
    draft.describe(&alert)
    if draft.hasMarkup { try Self.check(markup: body) }
    if let host = RemoteHost.current(talkingTo: bus) { host.sign(&alert) }
    alert.tag = address.tag
    alert.expiry = draft.expiry ?? (verb == .ask ? .never : .serverDefault)
    return alert
  }

  /// Refuses what is no markup, and pictures in it: those are for `--image`.
  static func check(markup body: String) throws(Failure) {
    do {
      _ = try MarkupText(body)
    } catch {
      throw Failure(.usage, "--markup: \(error)")
    }
  }

  /// What an operand stands for: `-` is what comes on standard input.
  func text(_ operand: String) throws(Failure) -> String {
    guard operand == "-" else { return operand }
    let text = try StandardInput.read()
    if isStrict, !text.isClean {
      throw Failure(.usage, "standard input is not UTF-8, and --strict refuses to repair it")
    }
    if text.isCut { warn("the text on standard input is cut at \(Limits.text) bytes") }
    return text.repaired
  }

  private var actions: [Action] {
    let isPlainQuestion = verb == .ask && draft.actions.isEmpty && draft.reply == nil
    return isPlainQuestion ? Self.yesOrNo : draft.actions
  }

  private static let yesOrNo = [("yes", "Yes"), ("no", "No")].compactMap {
    try? Action($0, $1)
  }
}

extension PostRequest {
  /// 128 random bits: posting again with the same token gives the same alert.
  static func newToken() -> String {
    var source = SystemRandomNumberGenerator()
    let letters = (0..<32).map { _ in
      let digit = UInt8(truncatingIfNeeded: source.next()) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension Draft {
  /// Puts what was said into an alert.
  fileprivate func describe(_ alert: inout Alert) {
    alert.markup = hasMarkup ? .markup : .plain
    alert.urgency = urgency
    alert.priority = priority ?? urgency.map { Priority($0) } ?? .normal
    (alert.icon, alert.appIcon, alert.image, alert.category) = (icon, appIcon, image, category)
    alert.isTransient = isTransient
    alert.hints = hints
    alert.progress = progress
    alert.replyPlaceholder = reply
    alert.duplicates = duplicates ?? .replace
    alert.arrival = arrival
    alert.cover = cover ?? .keep
    alert.interruptible = interruptible ?? .yes
    (alert.ttl, alert.delay) = (ttl, delay)
    alert.timeout = timeout == .zero ? nil : timeout
  }
}
