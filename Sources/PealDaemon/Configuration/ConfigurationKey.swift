internal import Peal
internal import PealDesktop

/// One key of `peal.conf` outside the rules: reading, `doctor` and the documents all go by these.
struct ConfigurationKey: Sendable {
  let section: String
  let name: String
  /// What counts without it, as the file would say it.
  let standard: String
  /// Notes in a configuration what the file says.
  let take: @Sendable (inout Configuration, String) throws(ValueError) -> Void

  private init(
    _ section: String, _ name: String, _ standard: String,
    take: @escaping @Sendable (inout Configuration, String) throws(ValueError) -> Void
  ) {
    self.section = section
    self.name = name
    self.standard = standard
    self.take = take
  }

  /// Every key there is, in the file's order.
  static let all = queue + limits + presenter + journal

  private static let queue = [
    Self("queue", "display", "sequential") { settings, text throws(ValueError) in
      settings.queue.display = try display(text)
    },
    Self("queue", "order", "priority") { settings, text throws(ValueError) in
      settings.queue.order = try Setting.word(text)
    },
    Self("queue", "gap", "350ms") { settings, text throws(ValueError) in
      settings.queue.gap = try Setting.duration(text)
    },
    Self("queue", "aging", "60s") { settings, text throws(ValueError) in
      settings.queue.aging = try aging(text)
    },
  ]

  private static let limits = [
    Self("queue", "max-waiting", "10000") { settings, text throws(ValueError) in
      settings.queue.maxWaiting = try Setting.number(text, 1...10_000_000)
    },
    Self("queue", "max-waiting-per-app", "1000") { settings, text throws(ValueError) in
      settings.queue.maxWaitingPerApp = try Setting.number(text, 1...10_000_000)
    },
    Self("queue", "max-text", "64MiB") { settings, text throws(ValueError) in
      settings.queue.maxText = try Setting.size(text)
    },
    Self("queue", "answer-timeout", "1h") { settings, text throws(ValueError) in
      let limit = try Setting.duration(text)
      settings.answerTimeout = limit == .zero ? nil : limit
    },
  ]

  private static let presenter = [
    Self("presenter", "reply-timeout", "5s") { settings, text throws(ValueError) in
      settings.replyTimeout = try Setting.duration(text)
      guard settings.replyTimeout > .zero else {
        throw ValueError("0 leaves no time for a reply")
      }
    },
    Self("presenter", "slot-timeout", "auto") { settings, text throws(ValueError) in
      settings.queue.slotTimeout =
        try Setting.duration(text, or: "auto").map { .after($0) } ?? .automatic
    },
    Self("presenter", "pictures", "path") { settings, text throws(ValueError) in
      settings.pictures = try Setting.word(text)
    },
  ]

  private static let journal = [
    Self("journal", "enabled", "yes") { settings, text throws(ValueError) in
      settings.journal.isEnabled = try Setting.truth(text)
    },
    Self("journal", "durability", "process") { settings, text throws(ValueError) in
      settings.journal.durability = try Setting.word(text)
    },
    Self("journal", "history", "1000") { settings, text throws(ValueError) in
      settings.journal.history = try Setting.number(text, 0...10_000_000)
    },
  ]

  private static func display(
    _ text: String
  ) throws(ValueError) -> AlertQueue.Configuration.Display {
    switch text {
    case "sequential": return .sequential
    case "overlay": return .overlay
    default:
      let words = text.split(separator: " ")
      guard words.count == 2, words[0] == "slots" else {
        throw ValueError("\(text.debugDescription) is none of sequential, slots N, overlay")
      }
      return .slots(try Setting.number(String(words[1]), 1...1000))
    }
  }

  private static func aging(_ text: String) throws(ValueError) -> Duration? {
    let interval = try Setting.duration(text, or: "off")
    guard interval != .zero else { throw ValueError("0 is no interval; write off for none") }
    return interval
  }
}
