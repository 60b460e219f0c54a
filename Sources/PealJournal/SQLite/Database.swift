internal import CSQLite

/// One connection to an SQLite file, and the only owner of its pointer.
///
/// Not for two threads at once: whoever owns it sees to that.
final class Database {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a file that is there. Nothing of it is read yet.
  init(path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteError(reading: handle, code: code)
    }
    csqlite_make_defensive(handle)
    self.handle = handle
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements of ours that take nothing and give nothing.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(reading: handle, code: code) }
  }

  /// The prepared statement for `sql`, made at its first use.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: handle)
    statements[sql] = statement
    return statement
  }

  /// Runs one statement with these parameters.
  func run(_ sql: String, _ cells: [Cell] = []) throws(SQLiteError) {
    try statement(sql).run(cells)
  }

  /// The first column of the first row, a number.
  func number(_ sql: String, _ cells: [Cell] = []) throws(SQLiteError) -> Int64? {
    try statement(sql).rows(cells) { (row) throws(SQLiteError) in try row.integer() }.first ?? nil
  }

  /// The first column of every row, texts.
  func texts(_ sql: String, _ cells: [Cell] = []) throws(SQLiteError) -> [String] {
    try statement(sql).rows(cells) { (row) throws(SQLiteError) in try row.string() }
  }

  /// Runs `work` in one transaction: all of it is kept, or nothing.
  func transaction<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try run("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let value = try work()
      try run("COMMIT")
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends a transaction without keeping anything of it, unless SQLite has done so already, as for
  /// want of room.
  func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
}
