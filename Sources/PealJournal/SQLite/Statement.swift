internal import CSQLite

/// One prepared statement, and the only owner of its pointer.
final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Prepares `sql` for use again and again.
  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError(reading: connection, code: code)
    }
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs it to its end with these parameters; rows are not looked at.
  func run(_ cells: [Cell] = []) throws(SQLiteError) {
    defer { reset() }
    try bind(cells)
    while try step() {}
  }

  /// Runs it with these parameters and reads each row.
  func rows<Row>(
    _ cells: [Cell] = [], _ read: (inout Columns) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> [Row] {
    defer { reset() }
    try bind(cells)
    var rows: [Row] = []
    while try step() {
      var columns = Columns(of: handle)
      rows.append(try read(&columns))
    }
    return rows
  }

  private func bind(_ cells: [Cell]) throws(SQLiteError) {
    precondition(cells.count == Int(sqlite3_bind_parameter_count(handle)), "one cell a parameter")
    for (index, cell) in cells.enumerated() {
      let code = bind(cell, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw SQLiteError(reading: connection, code: code) }
    }
  }

  private func bind(_ cell: Cell, at index: Int32) -> Int32 {
    switch cell {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          csqlite_bind_text(handle, index, characters.baseAddress, UInt64(characters.count))
        }
      }
    }
  }

  /// Whether there is another row.
  private func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(reading: connection, code: code)
    }
  }

  /// Makes it ready for the next use; what went wrong was reported by the step.
  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
