/// The live alerts by key: the id of an alert's first submission.
///
/// They stay where they are in one array, and a table says where; a dictionary would move them
/// whenever it grows.
struct LiveAlerts: Sendable {
  private var places: [LiveAlert] = []
  private var vacant: [Int] = []
  /// Where one was removed.
  private static let nobody = LiveAlert(
    Alert(""), submissions: [], place: AlertID(rawValue: 0),
    state: .waiting(since: Instant(nanoseconds: 0)))
  private var index = KeyTable()

  var isEmpty: Bool { index.count == 0 }

  /// The keys, in ascending order.
  var keys: [AlertID] { index.keys }

  subscript(key: AlertID) -> LiveAlert? {
    guard let place = index[key] else { return nil }
    return places[place]
  }

  /// Changes an alert in place, if it is there.
  mutating func change(_ key: AlertID, _ change: (inout LiveAlert) -> Void) {
    guard let place = index[key] else { return }
    change(&places[place])
  }

  mutating func insert(_ live: LiveAlert, for key: AlertID) {
    if let place = vacant.popLast() {
      places[place] = live
      index.insert(place, for: key)
    } else {
      index.insert(places.count, for: key)
      places.append(live)
    }
  }

  mutating func remove(_ key: AlertID) {
    guard let place = index.remove(key) else { return }
    places[place] = Self.nobody
    vacant.append(place)
  }
}
