internal import Peal

/// A value on its way into a database: what is bound to one parameter of a statement.
enum Cell: Hashable {
  case null
  case integer(Int64)
  case text(String)
}

extension Cell {
  init(_ value: Int64?) {
    self = value.map(Cell.integer) ?? .null
  }

  init(_ value: String?) {
    self = value.map(Cell.text) ?? .null
  }

  init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  init(_ number: some FixedWidthInteger) {
    self = .integer(Int64(clamping: number))
  }

  init(_ id: AlertID?) {
    self = id.map { .integer(Int64($0.rawValue)) } ?? .null
  }

  /// Durations are kept in nanoseconds.
  init(_ duration: Duration?) {
    self = duration.map { .integer($0.clampedNanoseconds) } ?? .null
  }

  init(_ time: WallTime?) {
    self = time.map { .integer($0.milliseconds) } ?? .null
  }
}
