extension Outcome {
  /// The outcome of its public word, with the key and text that belong to `action`.
  package init?(word: String, action: String? = nil, text: String? = nil) {
    if word == "action" {
      self = .action(key: action ?? "", text: text)
      return
    }
    guard let outcome = Self.plain.first(where: { $0.word == word }) else { return nil }
    self = outcome
  }

  /// Every outcome but `action`.
  private static let plain: [Outcome] = [
    .dismissed, .expired, .lapsed, .timedOut, .withdrawn, .cleared, .replaced, .preempted,
    .suppressed, .evicted, .failed, .abandoned, .shutdown,
  ]
}
