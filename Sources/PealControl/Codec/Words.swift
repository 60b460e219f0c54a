package import Peal

extension Priority {
  /// The priority of a word: low, normal, high or critical.
  package init?(word: String) {
    guard let priority = Priority.allCases.first(where: { $0.busWord == word }) else { return nil }
    self = priority
  }

  /// The priority's word on the bus and in JSON.
  package var busWord: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .critical: "critical"
    }
  }

  /// The priority that an urgency stands for when none is given.
  package init(_ urgency: Alert.Urgency) {
    switch urgency {
    case .low: self = .low
    case .normal: self = .normal
    case .critical: self = .critical
    }
  }
}
