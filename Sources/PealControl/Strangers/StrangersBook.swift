internal import Peal

/// Which alerts are whose of those that strangers posted, live and ended. Beyond so many the oldest
/// are forgotten; nobody else's become theirs by that.
struct StrangersBook {
  private var owners: [AlertID: Confinement] = [:]
  private var order: [AlertID] = []

  private static let limit = 10_000

  /// Notes that a stranger posted an alert.
  mutating func note(_ id: AlertID, of owner: Confinement) {
    guard owners.updateValue(owner, forKey: id) == nil else { return }
    order.append(id)
    guard order.count > Self.limit else { return }
    for id in order.prefix(Self.limit / 2) { owners[id] = nil }
    order.removeFirst(Self.limit / 2)
  }

  /// Whether an alert is a stranger's own.
  func holds(_ id: AlertID, of owner: Confinement) -> Bool {
    owner != .unknown && owner != .left && owners[id] == owner
  }
}
