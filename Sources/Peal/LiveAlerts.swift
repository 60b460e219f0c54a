/// The live alerts by key: the id of an alert's first submission.
///
/// They are large, so they lie in one array and stay where they are; a dictionary of them would
/// move them whenever it grows.
struct LiveAlerts: Sendable {
  private var places: [LiveAlert?] = []
  private var vacant: [Int] = []
  private var index = KeyTable()

  var isEmpty: Bool { index.count == 0 }

  /// The keys, in ascending order.
  var keys: [AlertID] { index.keys }

  /// Read or changed in place; nil cannot be assigned.
  subscript(key: AlertID) -> LiveAlert? {
    _read {
      if let place = index[key] { yield places[place] } else { yield nil }
    }
    _modify {
      if let place = index[key] {
        yield &places[place]
      } else {
        var nobody: LiveAlert?
        yield &nobody
      }
    }
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
    places[place] = nil
    vacant.append(place)
  }
}
