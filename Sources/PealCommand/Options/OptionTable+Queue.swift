import Peal
import PealControl

extension Option {
  private static let posting: [Verb] = [.send, .ask]
  private static let composing: [Verb] = [.send, .ask, .update]

  /// How an alert takes its turn.
  static let queueOptions: [Option] = [
    Option(
      "priority", argument: .value("LEVEL"), offering: .priorities, in: .queue, for: composing,
      help: "low, normal, high or critical: who is shown first among those that wait."
    ) { line, text in line.draft.priority = line.priority(text) },
    Option(
      "tag", argument: .value("TAG"), offering: .tag, in: .queue, for: posting,
      help: "Alerts of one app with one tag are the same alert."
    ) { line, text throws(ValueError) in line.address.tag = try tag(text) },
    Option(
      "on-duplicate", argument: .value("WAY"), offering: .words(of: Alert.DuplicatePolicy.self),
      in: .queue, for: posting,
      help: "replace, merge, ignore or allow: what it does to a live one with the same tag."
    ) { line, text throws(ValueError) in
      line.draft.duplicates = try Alert.DuplicatePolicy(word: text)
    },
    Option(
      "arrival", argument: .value("WAY"), offering: .words(of: Alert.Arrival.self), in: .queue,
      for: posting,
      help: "wait, drop, barge, preempt, next or manual: how it comes on screen."
    ) { line, text throws(ValueError) in line.draft.arrival = try Alert.Arrival(word: text) },
    Option(
      "cover", argument: .value("WAY"), offering: .words(of: Alert.Cover.self), in: .queue,
      for: posting,
      help: "keep, hide or drop: what becomes of the alert it barges in upon."
    ) { line, text throws(ValueError) in line.draft.cover = try Alert.Cover(word: text) },
    Option(
      "interruptible", argument: .value("WAY"), offering: .words(of: Alert.Interruptible.self),
      in: .queue, for: posting,
      help: "yes, never or discard: whether others may barge in upon it."
    ) { line, text throws(ValueError) in
      line.draft.interruptible = try Alert.Interruptible(word: text)
    },
    Option(
      "ttl", argument: .value("DURATION"), in: .queue, for: composing,
      help: "Drop it if it has not been shown by then."
    ) { line, text throws(ValueError) in line.draft.ttl = try Duration(argument: text) },
    Option(
      "delay", argument: .value("DURATION"), in: .queue, for: posting,
      help: "Do not show it before then."
    ) { line, text throws(ValueError) in line.draft.delay = try Duration(argument: text) },
    Option(
      "timeout", argument: .value("DURATION"), in: .queue, for: composing,
      help: "End it when that much time has passed in all; 0 is for ever."
    ) { line, text throws(ValueError) in line.draft.timeout = try Duration(argument: text) },
    Option(
      "no-queue", in: .queue, for: posting,
      help: "Fail when there is no notification server, rather than wait for one."
    ) { line, _ in line.needsServer = true },
    Option(
      "fallback", argument: .value("WHERE"), offering: .words(of: Fallback.self), in: .queue,
      for: posting,
      help: "Where the server takes no answers: tty asks on the terminal too, none fails."
    ) { line, text throws(ValueError) in line.fallback = try Fallback(word: text) },
    Option(
      "detach", in: .queue, for: posting, help: "Keep the alert when this command ends before it."
    ) { line, _ in line.detaches = true },
    Option(
      "timeout", argument: .value("DURATION"), in: .queue, for: [.wait],
      help: "Give up waiting after that time; the alert stays."
    ) { line, text throws(ValueError) in line.duration = try Duration(argument: text) },
    Option(
      "for", argument: .value("DURATION"), in: .queue, for: [.pause],
      help: "Resume by itself after that time."
    ) { line, text throws(ValueError) in line.duration = try Duration(argument: text) },
    Option(
      "except", argument: .value("WHAT"), offering: .words(of: PauseRequest.Exception.self),
      in: .queue, for: [.pause],
      help: "critical (the default) or none: what is shown all the same."
    ) { line, text throws(ValueError) in line.exception = try PauseRequest.Exception(word: text) },
  ]

  static func tag(_ text: String) throws(ValueError) -> String {
    guard !text.isEmpty else { throw ValueError("is empty; a tag is any text") }
    return text
  }
}

extension Invocation {
  /// A priority that is not one of the four counts as normal (SEMANTICS R2).
  fileprivate mutating func priority(_ text: String) -> Priority {
    if let priority = Priority(word: text) { return priority }
    warnings.append(
      "--priority \(text.debugDescription) is not one of low, normal, high, critical; taken as normal"
    )
    return .normal
  }
}
