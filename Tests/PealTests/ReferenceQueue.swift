import Peal

/// The plainest possible idea of who is next: a list, a sort and what the effects have said.
///
/// It reads nothing of the queue but whether an alert waits ahead of its priority, and does not
/// know how the queue chooses.
struct ReferenceQueue {
  let aging: Duration?
  let order: AlertQueue.Configuration.Order

  struct Entry {
    var priority: Priority
    var place: AlertID
    var stage: Stage
    var waited: Duration = .zero
    var since: Instant?
    var isNext = false
    /// When it was last presented, counted over all.
    var presented = 0
    var wasParked = false
    var wantsScreen = false
  }

  /// By the id that the alert goes by.
  var entries: [AlertID: Entry] = [:]
  private var presents = 0

  init(_ configuration: AlertQueue.Configuration) {
    aging = configuration.aging
    order = configuration.order
  }

  /// Where an alert stands from now on; its waiting is added up.
  mutating func move(_ id: AlertID, to stage: Stage, at now: Instant) {
    guard var entry = entries[id] else { return }
    if let since = entry.since { entry.waited += since.duration(to: now) }
    entry.since = stage == .waiting ? now : nil
    switch stage {
    case .hidden:
      if case .parked = entry.stage { entry.wasParked = true }
    case .presenting:
      entry.wasParked = false
      entry.wantsScreen = false
    default: break
    }
    entry.stage = stage
    entries[id] = entry
  }

  mutating func present(_ id: AlertID, inPlaceOf former: AlertID?, at now: Instant) {
    move(id, to: .presenting(Presentation(id: id, attempt: 0)), at: now)
    presents += 1
    let rank = former.flatMap { entries[$0]?.presented }
    entries[id]?.presented = rank ?? presents
  }

  func effective(_ entry: Entry, at now: Instant) -> Priority {
    var levels = 0
    if let aging {
      let waited = entry.waited + (entry.since.map { $0.duration(to: now) } ?? .zero)
      while levels < 2, waited >= aging * (levels + 1) { levels += 1 }
    }
    guard entry.priority < .high else { return entry.priority }
    return Priority(rawValue: min(entry.priority.rawValue + UInt8(levels), 2)) ?? .high
  }

  /// Whether the first comes before the second (R2).
  func precedes(
    _ a: Entry, _ b: Entry, display: AlertQueue.Configuration.Display, at now: Instant
  ) -> Bool {
    key(a, display, now).lexicographicallyPrecedes(key(b, display, now))
  }

  private func key(
    _ entry: Entry, _ display: AlertQueue.Configuration.Display, _ now: Instant
  ) -> [Int] {
    if entry.wasParked { return [1, 0, 0, 0, 0, Int(entry.place.rawValue)] }
    let isHidden = entry.stage == .hidden
    let level = order == .arrival ? 0 : -Int(effective(entry, at: now).rawValue)
    let recency = display == .overlay ? entry.presented : -entry.presented
    return [
      0, level, entry.isNext && !isHidden ? 0 : 1, isHidden ? 0 : 1, isHidden ? recency : 0,
      Int(entry.place.rawValue),
    ]
  }
}
