internal import Peal

extension Schema {
  /// Why a file cannot serve as a journal.
  enum Problem: Error {
    /// A newer version wrote it.
    case newer(Int)
    /// Another program wrote it.
    case foreign
    /// It is not what we wrote, or cannot be read.
    case damaged(SQLiteError)
    /// Somebody else has it open.
    case busy
    /// There is no room for what has to be written.
    case full
    /// Something else is in the way; the file may be as it should.
    case failed(SQLiteError)
  }

  /// Makes an open database a journal of this version, or says why it cannot be.
  static func prepare(
    _ database: Database, _ durability: Durability, steps: [String] = steps
  ) throws(Problem) {
    let found = try telling { () throws(SQLiteError) in
      try configure(database, durability)
      return try look(at: database, steps)
    }
    guard found.isOurs else { throw .foreign }
    guard found.version <= steps.count else { throw .newer(found.version) }
    try telling { () throws(SQLiteError) in
      try migrate(database, from: found.version, steps)
      try check(database, steps)
    }
  }

  /// What an open file turned out to be.
  private static func look(
    at database: Database, _ steps: [String]
  ) throws(SQLiteError) -> (isOurs: Bool, version: Int) {
    let tables = try tables(of: database)
    if tables.isEmpty { return (true, 0) }
    // With our tables but another program's mark, its head is damaged: the check will say so.
    let isMarked = try database.number("PRAGMA application_id") == applicationID
    let isOurs = isMarked ? true : try tables == expectedTables(steps)
    return (isOurs, Int(try database.number("PRAGMA user_version") ?? 0))
  }

  /// Runs `work`; what SQLite says of it becomes a problem of the file's.
  static func telling<Value>(
    _ work: () throws(SQLiteError) -> Value
  ) throws(Problem) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw Problem(error) }
  }

  /// A second connection is kept out by the lock file; exclusive mode keeps out other programs too
  /// and needs no shared memory. In WAL, `NORMAL` loses nothing when the process dies and keeps the
  /// file whole when the power fails; `FULL` loses nothing then either.
  private static func configure(
    _ database: Database, _ durability: Durability
  ) throws(SQLiteError) {
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    let mode = try database.texts("PRAGMA journal_mode = WAL")
    guard mode == ["wal"] || mode == ["memory"] else {
      throw SQLiteError(damage: "it does not take a write-ahead log")
    }
    try database.execute(
      """
      PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL");
      PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 4194304;
      """)
  }

  private static func migrate(
    _ database: Database, from version: Int, _ steps: [String]
  ) throws(SQLiteError) {
    guard version < steps.count, version >= 0 else { return }
    try database.transaction { () throws(SQLiteError) in
      for step in steps[version...] { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(steps.count)")
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
  }

  /// Compares the tables with what the steps make, and has SQLite look at every page.
  private static func check(_ database: Database, _ steps: [String]) throws(SQLiteError) {
    guard try tables(of: database) == expectedTables(steps) else {
      throw SQLiteError(damage: "its tables are not those of a journal")
    }
    let findings = try database.texts("PRAGMA quick_check(1)")
    guard findings == ["ok"] else {
      let lines = findings.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }
      throw SQLiteError(damage: lines.joined(separator: "; "))
    }
  }

  private static func tables(of database: Database) throws(SQLiteError) -> [String] {
    try database.texts("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name")
  }

  private static func expectedTables(_ steps: [String]) throws(SQLiteError) -> [String] {
    let model = try Database(path: ":memory:")
    for step in steps { try model.execute(step) }
    return try tables(of: model)
  }
}

extension Schema.Problem {
  init(_ error: SQLiteError) {
    switch error.kind {
    case .busy: self = .busy
    case .full: self = .full
    case .damage: self = .damaged(error)
    case .other: self = .failed(error)
    }
  }
}
