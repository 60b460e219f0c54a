internal import CSQLite
internal import Peal

/// The columns of a row, read one after the other. What has another type than it should is damage.
struct Columns {
  private let statement: OpaquePointer
  private var index: Int32 = 0

  /// Reads the row that a statement stands on.
  init(of statement: OpaquePointer) {
    self.statement = statement
  }

  /// The next column, a number or null.
  mutating func integer() throws(SQLiteError) -> Int64? {
    defer { index += 1 }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, index)
    default: throw damage
    }
  }

  /// The next column, a text or null.
  mutating func text() throws(SQLiteError) -> String? {
    defer { index += 1 }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(statement, index) else { throw damage }
      let count = Int(sqlite3_column_bytes(statement, index))
      let buffer = UnsafeBufferPointer(start: bytes, count: count)
      guard let text = String(validating: buffer, as: UTF8.self) else { throw damage }
      return text
    default: throw damage
    }
  }

  /// What is wrong with the column that is being read.
  private var damage: SQLiteError {
    let name = sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "?"
    return SQLiteError(damage: "column \(name) makes no sense")
  }

  /// Hands on what `value` is made of, or calls the column read last damaged.
  private func require<Value>(_ value: Value?) throws(SQLiteError) -> Value {
    guard let value else {
      var columns = self
      columns.index -= 1
      throw columns.damage
    }
    return value
  }
}

extension Columns {
  /// A number that must be there.
  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(SQLiteError) -> Number {
    try require(try integer().flatMap { Number(exactly: $0) })
  }

  /// A number that may be missing.
  mutating func numberIfAny<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(SQLiteError) -> Number? {
    guard let value = try integer() else { return nil }
    return try require(Number(exactly: value))
  }

  /// A text that must be there.
  mutating func string() throws(SQLiteError) -> String {
    try require(try text())
  }

  /// A flag: 0 or 1.
  mutating func flag() throws(SQLiteError) -> Bool {
    let number = try number(Int64.self)
    return try require(number == 0 ? false : number == 1 ? true : nil)
  }

  /// One of an enum's words or numbers.
  mutating func word<Word: RawRepresentable<String>>(
    _ type: Word.Type = Word.self
  ) throws(SQLiteError) -> Word {
    try require(Word(rawValue: try string()))
  }

  /// One of an enum's words, or none.
  mutating func wordIfAny<Word: RawRepresentable<String>>(
    _ type: Word.Type = Word.self
  ) throws(SQLiteError) -> Word? {
    guard let value = try text() else { return nil }
    return try require(Word(rawValue: value))
  }

  /// An alert's id, or none.
  mutating func idIfAny() throws(SQLiteError) -> AlertID? {
    try numberIfAny(UInt32.self).map(AlertID.init(rawValue:))
  }

  /// An alert's id.
  mutating func id() throws(SQLiteError) -> AlertID {
    try require(try idIfAny())
  }

  /// A duration, or none.
  mutating func duration() throws(SQLiteError) -> Duration? {
    try integer().map { .nanoseconds($0) }
  }

  /// A point in civil time, or none.
  mutating func time() throws(SQLiteError) -> WallTime? {
    try integer().map(WallTime.init(milliseconds:))
  }

  /// Calls the column read last damaged unless it has a value.
  func checked<Value>(_ value: Value?) throws(SQLiteError) -> Value {
    try require(value)
  }
}
