internal import Peal

// What is written of live alerts.
extension Tables {
  private static let insertAlert = insert(
    into: "alert", ["id", "posted", "token", "pid", "executable"] + AlertContent.columns)
  private static let updateContent = update("alert", AlertContent.columns)
  private static let putLive = insert(into: "live", LiveRow.columns, or: "OR REPLACE")

  /// Takes a new alert in.
  func add(_ post: JournalPost, as id: AlertID, _ clock: ClockReading) throws(SQLiteError) {
    try insert(post, ContentID(id), clock)
    try put(LiveEntry(post.record(id: id, at: clock.instant)), clock)
  }

  private func insert(
    _ post: JournalPost, _ id: ContentID, _ clock: ClockReading
  ) throws(SQLiteError) {
    let facts = [
      Cell(id), Cell(clock.wall), Cell(post.token), Cell(post.poster.map { Int64($0.pid) }),
      Cell(post.poster?.executable),
    ]
    try database.run(Self.insertAlert, facts + AlertContent.cells(of: post.alert))
    try putParts(of: post.alert, for: id)
  }

  /// Writes where a live alert stands.
  func put(_ entry: LiveEntry, _ clock: ClockReading) throws(SQLiteError) {
    guard let leader = entry.record.id else { return }
    for submission in entry.record.submissions {
      try database.run(Self.putLive, LiveRow(submission, of: leader, entry).cells(clock))
    }
  }

  /// Writes what a live alert says now.
  func putContent(_ alert: Alert, _ id: ContentID, _ clock: ClockReading) throws(SQLiteError) {
    try database.run(Self.updateContent, AlertContent.cells(of: alert) + [Cell(id)])
    guard database.changes > 0 else { return try insert(JournalPost(alert), id, clock) }
    try removeParts(of: id)
    try putParts(of: alert, for: id)
  }

  /// Removes what an alert said, and all that depends on it.
  func remove(_ id: ContentID) throws(SQLiteError) {
    try database.run("DELETE FROM alert WHERE id = ?", [Cell(id)])
  }

  /// Notes who posted an alert.
  func put(_ poster: Poster, of id: AlertID) throws(SQLiteError) {
    try database.run(
      "UPDATE alert SET pid = ?, executable = ? WHERE id = ?",
      [Cell(poster.pid), .text(poster.executable), Cell(id)])
  }
}

// What is written of the queue as a whole.
extension Tables {
  /// Keeps a pause.
  func put(
    _ pause: QueueRecord.Pause, _ token: PauseToken, _ clock: ClockReading
  ) throws(SQLiteError) {
    let exception = pause.exception == .critical ? "critical" : "nothing"
    try database.run(
      "INSERT OR REPLACE INTO pause VALUES (?, ?, ?)",
      [.text(token.rawValue), .text(exception), Cell(pause.end.map(clock.wall(of:)))])
  }

  /// Forgets a pause.
  func remove(_ token: PauseToken) throws(SQLiteError) {
    try database.run("DELETE FROM pause WHERE name = ?", [.text(token.rawValue)])
  }

  /// Keeps the next id beyond the rows that say it.
  func put(nextID: Int64) throws(SQLiteError) {
    try database.run("INSERT OR REPLACE INTO counter VALUES ('next id', ?)", [.integer(nextID)])
  }
}
