internal import Glibc
internal import Peal
internal import PealControl

/// One `[rule NAME]`: which alerts it is about, and what it makes of them.
struct Rule: Equatable {
  let name: String
  /// Patterns (`fnmatch`) that the alert's texts must all meet, by key.
  private(set) var patterns: [Text: String] = [:]
  private(set) var priority: Priority?
  private(set) var urgency: Alert.Urgency?
  private(set) var changes = Changes()

  /// The texts that a rule can look at.
  enum Text: String, CaseIterable {
    case app, summary, body, category, tag
  }

  /// What a rule sets; nil leaves an alert as it is.
  struct Changes: Equatable {
    var priority: Priority?
    var urgency: Alert.Urgency?
    var expiry: Alert.Expiry?
    var arrival: Alert.Arrival?
    var cover: Alert.Cover?
    var interruptible: Alert.Interruptible?
    var duplicates: Alert.DuplicatePolicy?
    var tag: String?
    var ttl: Duration?
    var delay: Duration?
    var timeout: Duration?
    var isTransient: Bool?
  }

  init(_ name: String) {
    self.name = name
  }

  /// Whether the rule is about an alert.
  func matches(_ alert: Alert) -> Bool {
    if let priority, priority != alert.priority { return false }
    if let urgency, urgency != alert.urgency { return false }
    return patterns.allSatisfy { text, pattern in fnmatch(pattern, text.of(alert), 0) == 0 }
  }

  /// Makes of an alert what the rule says, if it is about it.
  func apply(to alert: inout Alert) {
    guard matches(alert) else { return }
    alert.priority = changes.priority ?? alert.priority
    alert.urgency = changes.urgency ?? alert.urgency
    alert.expiry = changes.expiry ?? alert.expiry
    alert.arrival = changes.arrival ?? alert.arrival
    alert.cover = changes.cover ?? alert.cover
    alert.interruptible = changes.interruptible ?? alert.interruptible
    alert.duplicates = changes.duplicates ?? alert.duplicates
    alert.tag = changes.tag ?? alert.tag
    alert.ttl = changes.ttl ?? alert.ttl
    alert.delay = changes.delay ?? alert.delay
    alert.timeout = changes.timeout ?? alert.timeout
    alert.isTransient = changes.isTransient ?? alert.isTransient
  }
}

extension Rule.Text {
  fileprivate func of(_ alert: Alert) -> String {
    switch self {
    case .app: alert.appName
    case .summary: alert.summary
    case .body: alert.body
    case .category: alert.category ?? ""
    case .tag: alert.tag ?? ""
    }
  }
}

extension Rule {
  /// Every key that a rule may have.
  static let keys =
    Text.allCases.map(\.rawValue) + ["priority", "urgency"] + Change.allCases.map(\.key)

  /// What a rule can set; the raw value is the key without `set-`.
  private enum Change: String, CaseIterable {
    case priority, urgency, arrival, cover, interruptible, tag, ttl, delay, timeout, transient
    case expireTime = "expire-time"
    case onDuplicate = "on-duplicate"

    var key: String { "set-" + rawValue }
  }

  /// Takes one key of the rule's section.
  mutating func take(_ key: String, _ value: String) throws(ValueError) {
    if let text = Text(rawValue: key) {
      patterns[text] = value
    } else if let change = Change.allCases.first(where: { $0.key == key }) {
      try take(change, value)
    } else {
      try takeCondition(key, value)
    }
  }

  private mutating func takeCondition(_ key: String, _ value: String) throws(ValueError) {
    switch key {
    case "priority": priority = try Self.priority(value)
    case "urgency": urgency = try Self.urgency(value)
    default: throw ValueError("there is no such key in a [rule]")
    }
  }

  private mutating func take(_ change: Change, _ value: String) throws(ValueError) {
    switch change {
    case .priority: changes.priority = try Self.priority(value)
    case .urgency: changes.urgency = try Self.urgency(value)
    case .expireTime: changes.expiry = try Self.expiry(value)
    case .arrival: changes.arrival = try Setting.word(value)
    case .cover: changes.cover = try Setting.word(value)
    case .interruptible: changes.interruptible = try Setting.word(value)
    case .onDuplicate: changes.duplicates = try Setting.word(value)
    case .tag: changes.tag = value
    case .ttl: changes.ttl = try Setting.duration(value)
    case .delay: changes.delay = try Setting.duration(value)
    case .timeout: changes.timeout = try Setting.duration(value)
    case .transient: changes.isTransient = try Setting.truth(value)
    }
  }

  private static func priority(_ text: String) throws(ValueError) -> Priority {
    guard let priority = Priority(word: text) else {
      throw ValueError("\(text.debugDescription) is none of low, normal, high, critical")
    }
    return priority
  }

  private static func urgency(_ text: String) throws(ValueError) -> Alert.Urgency {
    switch text {
    case "low": return .low
    case "normal": return .normal
    case "critical": return .critical
    default: throw ValueError("\(text.debugDescription) is none of low, normal, critical")
    }
  }

  private static func expiry(_ text: String) throws(ValueError) -> Alert.Expiry {
    switch text {
    case "default": return .serverDefault
    case "never": return .never
    default:
      let duration = try Setting.duration(text)
      return duration == .zero ? .never : .after(duration)
    }
  }
}
