/// How early an alert is shown among those that wait. Priority alone never takes a slot from anybody.
public enum Priority: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  case low, normal, high, critical

  public static func < (lhs: Priority, rhs: Priority) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Priority {
  /// The priority's word: `low`, `normal`, `high` or `critical`.
  public var word: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .critical: "critical"
    }
  }

  /// What was made of a word that should name a priority.
  public struct Reading: Sendable, Hashable {
    /// The priority that it names, or normal.
    public let priority: Priority
    /// What is wrong with the word, for a person; nil when nothing is.
    public let diagnostic: String?

    /// Describes a reading.
    public init(priority: Priority, diagnostic: String?) {
      self.priority = priority
      self.diagnostic = diagnostic
    }
  }

  /// Reads a word; anything but a priority's is normal, with a diagnostic (SEMANTICS R2).
  public static func reading(_ word: String) -> Reading {
    if let priority = allCases.first(where: { $0.word == word }) {
      return Reading(priority: priority, diagnostic: nil)
    }
    let words = allCases.map(\.word).joined(separator: ", ")
    return Reading(
      priority: .normal, diagnostic: "no priority \"\(word)\", taken as normal (one of \(words))")
  }
}
