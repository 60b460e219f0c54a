import Peal

/// Which texts went out lately, so that one equal to another can be told from it.
struct RecentTexts {
  private static let capacity = 64
  private static let variations = 16

  private var recent: [(text: Int, variation: Int)] = []

  /// Which variation of its text an alert is to be shown in; 0 is the text itself.
  mutating func variation(for alert: Alert) -> Int {
    var hasher = Hasher()
    hasher.combine(alert.appName)
    hasher.combine(alert.summary)
    hasher.combine(alert.body)
    let text = hasher.finalize()
    let last = recent.last { $0.text == text }
    let variation = last.map { ($0.variation + 1) % Self.variations } ?? 0
    if recent.count == Self.capacity { recent.removeFirst() }
    recent.append((text, variation))
    return variation
  }
}
