internal import Peal

extension Tables {
  private static let selectHistory = """
    SELECT id, posted, pid, executable, outcome, action_key, reply_text, ended, waited, shown,
      attempts, count, server, left_out, \(AlertContent.columns.joined(separator: ", "))
    FROM alert
    WHERE ending IS NOT NULL AND (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR app = ?2)
      AND (?3 IS NULL OR tag = ?3) AND (?4 IS NULL OR id > ?4) AND (?5 IS NULL OR ended >= ?5)
    ORDER BY ending DESC LIMIT ?6
    """

  /// The entries that a query means, the latest first. Rows that make no sense are left out.
  func history(_ query: HistoryQuery) throws(SQLiteError) -> [HistoryEntry] {
    let cells = [
      Cell(query.id), Cell(query.app), Cell(query.tag), Cell(query.after), Cell(query.since),
      .integer(query.limit.map(Int64.init) ?? -1),
    ]
    let rows = try database.statement(Self.selectHistory).rows(cells) {
      (row) throws(SQLiteError) -> HistoryEntry? in try? HistoryEntry(&row)
    }
    return rows.compactMap { entry in
      guard var entry, let actions = try? actions(of: ContentID(entry.id)) else { return nil }
      entry.alert.actions = actions
      return entry
    }
  }
}

extension HistoryEntry {
  fileprivate init(_ row: inout Columns) throws(SQLiteError) {
    id = try row.id()
    posted = try row.checked(try row.time())
    poster = Poster(pid: try row.numberIfAny(), executable: try row.text())
    outcome = try row.outcome()
    ended = try row.checked(try row.time())
    waited = try row.checked(try row.duration())
    shown = try row.checked(try row.duration())
    attempts = try row.number()
    count = try row.number()
    server = try row.text()
    leftOut = try row.numberIfAny(Int.self) ?? 0
    alert = try AlertContent.read(&row)
  }
}

extension Poster {
  init?(pid: UInt32?, executable: String?) {
    guard let pid, let executable else { return nil }
    self.init(pid: pid, executable: executable)
  }
}

extension Columns {
  fileprivate mutating func outcome() throws(SQLiteError) -> Outcome {
    let (word, key, text) = (try string(), try self.text(), try self.text())
    return try checked(Outcome(word: word, action: key, text: text))
  }
}
