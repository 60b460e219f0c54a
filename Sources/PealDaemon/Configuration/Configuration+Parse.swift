internal import Peal

extension Configuration {
  /// Reads what a configuration file says.
  ///
  /// - Throws: ``ConfigurationError`` with every fault there is.
  init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
    let ini = IniFile(bytes)
    self.init()
    var faults = ini.faults
    var seen: Set<[String]> = []
    for entry in ini.entries {
      do throws(ValueError) {
        guard seen.insert([entry.section, entry.key]).inserted else {
          throw ValueError("is given twice")
        }
        try take(entry)
      } catch {
        faults.append(.init(line: entry.line, sentence: "\(entry.key): \(error.sentence)"))
      }
    }
    guard faults.isEmpty else {
      throw ConfigurationError(file: file, faults: faults.sorted { $0.line < $1.line })
    }
  }

  private mutating func take(_ entry: IniFile.Entry) throws(ValueError) {
    switch entry.section {
    case "queue": try takeQueue(entry.key, entry.value)
    case "presenter": try takePresenter(entry.key, entry.value)
    case "journal": try takeJournal(entry.key, entry.value)
    case "": throw ValueError("comes before the first [section]")
    default: try takeRule(entry)
    }
  }

  private mutating func takeQueue(_ key: String, _ value: String) throws(ValueError) {
    switch key {
    case "display": queue.display = try Self.display(value)
    case "order": queue.order = try Setting.word(value)
    case "gap": queue.gap = try Setting.duration(value)
    case "aging": queue.aging = try Self.aging(value)
    case "max-waiting": queue.maxWaiting = try Setting.number(value, 1...10_000_000)
    case "max-waiting-per-app": queue.maxWaitingPerApp = try Setting.number(value, 1...10_000_000)
    case "max-text": queue.maxText = try Setting.size(value)
    case "answer-timeout":
      let limit = try Setting.duration(value)
      answerTimeout = limit == .zero ? nil : limit
    default: throw Self.unknown("queue")
    }
  }

  private mutating func takePresenter(_ key: String, _ value: String) throws(ValueError) {
    switch key {
    case "reply-timeout":
      replyTimeout = try Setting.duration(value)
      guard replyTimeout > .zero else { throw ValueError("0 leaves no time for a reply") }
    case "slot-timeout":
      queue.slotTimeout =
        try Setting.duration(value, or: "auto").map { .after($0) } ?? .automatic
    default: throw Self.unknown("presenter")
    }
  }

  private mutating func takeJournal(_ key: String, _ value: String) throws(ValueError) {
    switch key {
    case "enabled": journal.isEnabled = try Setting.truth(value)
    case "durability": journal.durability = try Setting.word(value)
    case "history": journal.history = try Setting.number(value, 0...10_000_000)
    default: throw Self.unknown("journal")
    }
  }

  private mutating func takeRule(_ entry: IniFile.Entry) throws(ValueError) {
    let words = entry.section.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "rule" else {
      throw ValueError(
        "there is no section [\(entry.section)]; there are queue, presenter, journal, rule NAME")
    }
    let name = String(words[1])
    let index = rules.firstIndex { $0.name == name } ?? rules.endIndex
    if index == rules.endIndex { rules.append(Rule(name)) }
    try rules[index].take(entry.key, entry.value)
  }

  private static func unknown(_ section: String) -> ValueError {
    ValueError("there is no such key in [\(section)]")
  }

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
