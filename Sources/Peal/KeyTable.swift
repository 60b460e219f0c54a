/// Small numbers by alert id: an open hash table whose look-ups cost a few nanoseconds.
///
/// A `Dictionary` guards against keys chosen by an attacker; ids are handed out by the queue
/// itself, and every event looks up a dozen of them.
struct KeyTable: Sendable {
  /// Ids and their numbers; an id of 0 marks an empty place. A power of two, at most half full.
  private var entries: [Entry] = []
  private(set) var count = 0

  private struct Entry: Sendable {
    var id: UInt32 = 0
    var number: UInt32 = 0
  }

  /// The ids, in ascending order.
  var keys: [AlertID] {
    entries.lazy.filter { $0.id != 0 }.map { AlertID(rawValue: $0.id) }.sorted()
  }

  subscript(key: AlertID) -> Int? {
    guard let index = index(of: key.rawValue) else { return nil }
    return Int(entries[index].number)
  }

  /// Enters an id that is not in it.
  mutating func insert(_ number: Int, for key: AlertID) {
    if 2 * (count + 1) > entries.count { grow() }
    place(Entry(id: key.rawValue, number: UInt32(number)))
    count += 1
  }

  /// Takes an id out; its number, if it was in.
  mutating func remove(_ key: AlertID) -> Int? {
    guard let index = index(of: key.rawValue) else { return nil }
    let number = Int(entries[index].number)
    close(index)
    count -= 1
    return number
  }

  private var mask: Int { entries.count - 1 }

  /// Where an id would be if nothing were in its way.
  private func home(_ id: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(id) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  private func index(of id: UInt32) -> Int? {
    guard !entries.isEmpty, id != 0 else { return nil }
    var index = home(id)
    while entries[index].id != id {
      guard entries[index].id != 0 else { return nil }
      index = (index + 1) & mask
    }
    return index
  }

  private mutating func place(_ entry: Entry) {
    var index = home(entry.id)
    while entries[index].id != 0 { index = (index + 1) & mask }
    entries[index] = entry
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: max(16, 2 * old.count))
    for entry in old where entry.id != 0 { place(entry) }
  }

  /// Empties a place and moves up what had to go past it.
  private mutating func close(_ index: Int) {
    var hole = index
    var next = (index + 1) & mask
    while entries[next].id != 0 {
      let distance = (next - home(entries[next].id)) & mask
      if distance >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole] = Entry()
  }
}
