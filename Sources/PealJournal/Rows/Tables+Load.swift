internal import Peal

extension Tables {
  private static let selectLive = """
    SELECT \(LiveRow.columns.joined(separator: ", ")) FROM live ORDER BY leader, id
    """
  private static let selectContent = """
    SELECT posted, pid, executable, \(AlertContent.columns.joined(separator: ", "))
    FROM alert WHERE id = ?
    """

  /// A row of `alert` before its end.
  private struct Content {
    var alert: Alert
    var posted: Instant
    var poster: Poster?
  }

  /// Everything that a queue needs to go on.
  func contents(_ clock: ClockReading) throws(SQLiteError) -> JournalContents {
    var contents = JournalContents()
    contents.queue.nextID = AlertID(rawValue: UInt32(clamping: try nextID()))
    contents.queue.pauses = try pauses(clock)
    var entries: [LiveEntry] = []
    for rows in try groups(clock) {
      if let entry = try entry(rows, clock, &contents) { entries.append(entry) }
    }
    try readPopups(of: &entries, into: &contents)
    contents.queue.alerts = entries.map(\.record).sorted { $0.place < $1.place }
    let read = Set(entries.flatMap { $0.record.submissions.map(\.id) })
    contents.unreadable = try liveIDs().filter { !read.contains($0) }
    return contents
  }

  /// The id that the next alert gets: one more than any that was ever given.
  func nextID() throws(SQLiteError) -> Int64 {
    let kept = try database.number("SELECT value FROM counter WHERE name = 'next id'") ?? 1
    let highest = try database.number(
      "SELECT max(id) FROM alert WHERE id < ?", [.integer(ContentID.firstMerged)])
    let next = max(1, kept, (highest ?? 0) + 1)
    // After the last one that there can be it stays at one more.
    guard next <= Int64(UInt32.max) + 1 else {
      throw SQLiteError(damage: "the next id, \(next), is none")
    }
    return next
  }

  /// The number of the latest ending.
  func latestEnding() throws(SQLiteError) -> Int64 {
    let number = max(0, try database.number("SELECT max(ending) FROM alert") ?? 0)
    // Nothing has ended so often: to count on from there would come to the end of numbers.
    guard number < .max / 2 else {
      throw SQLiteError(damage: "the number of an ending, \(number), makes no sense")
    }
    return number
  }

  /// The alert that a token was given for, live or ended.
  func id(token: String) throws(SQLiteError) -> AlertID? {
    try database.number("SELECT id FROM alert WHERE token = ?", [.text(token)])
      .flatMap(UInt32.init(exactly:)).map(AlertID.init(rawValue:))
  }

  /// The rows of each live alert. Those that make no sense are left out.
  private func groups(_ clock: ClockReading) throws(SQLiteError) -> [[LiveRow]] {
    let rows = try database.statement(Self.selectLive).rows {
      (row) throws(SQLiteError) -> LiveRow? in try? LiveRow(&row, clock)
    }.compactMap(\.self)
    return Dictionary(grouping: rows, by: \.leader).values.sorted { $0[0].leader < $1[0].leader }
  }

  /// Puts an alert together from the rows of its submissions; nil when there is none that makes
  /// sense. Should the leader's be lost, the oldest one left leads.
  private func entry(
    _ rows: [LiveRow], _ clock: ClockReading, _ contents: inout JournalContents
  ) throws(SQLiteError) -> LiveEntry? {
    var entry = (rows.first { $0.submission.id == $0.leader } ?? rows[0]).entry
    entry.record.submissions = []
    var content = try self.content(ContentID(of: rows[0].leader, isMerged: true), clock)?.alert
    for row in rows {
      guard let own = try self.content(ContentID(row.submission.id), clock) else { continue }
      var submission = row.submission
      submission.posted = own.posted
      if row.isMerged { submission.original = own.alert }
      entry.record.submissions.append(submission)
      contents.posters[submission.id] = own.poster
      content = content ?? own.alert
    }
    guard let content, !entry.record.submissions.isEmpty else { return nil }
    entry.record.alert = content
    return entry
  }

  /// What a row of `alert` says; nil when there is none or it makes no sense.
  private func content(_ id: ContentID, _ clock: ClockReading) throws(SQLiteError) -> Content? {
    let rows = try database.statement(Self.selectContent).rows([Cell(id)]) {
      (row) throws(SQLiteError) -> Content? in try? Self.content(&row, clock)
    }
    guard var content = rows.first ?? nil, (try? readParts(of: id, into: &content.alert)) != nil
    else { return nil }
    return content
  }

  private static func content(
    _ row: inout Columns, _ clock: ClockReading
  ) throws(SQLiteError) -> Content {
    let posted = clock.instant(of: try row.checked(try row.time()))
    let poster = Poster(pid: try row.numberIfAny(), executable: try row.text())
    return Content(alert: try AlertContent.read(&row), posted: posted, poster: poster)
  }

  private func liveIDs() throws(SQLiteError) -> [AlertID] {
    try database.statement("SELECT id FROM alert WHERE ending IS NULL AND id < ? ORDER BY id")
      .rows([.integer(ContentID.firstMerged)]) { (row) throws(SQLiteError) in try row.integer() }
      .compactMap { $0.flatMap(UInt32.init(exactly:)).map(AlertID.init(rawValue:)) }
  }

  private func pauses(_ clock: ClockReading) throws(SQLiteError) -> [PauseToken: QueueRecord.Pause]
  {
    let rows = try database.statement("SELECT name, exception, until FROM pause").rows {
      (row) throws(SQLiteError) in
      let (name, exception) = (try row.string(), try row.string())
      let end = try row.time().map(clock.instant(of:))
      return (
        PauseToken(rawValue: name),
        QueueRecord.Pause(exception == "nothing" ? .nothing : .critical, end: end)
      )
    }
    return Dictionary(rows) { $1 }
  }
}

// The popups that may still be up.
extension Tables {
  /// Only those of the server that showed something last can be: there is one at a time.
  fileprivate func readPopups(
    of entries: inout [LiveEntry], into contents: inout JournalContents
  ) throws(SQLiteError) {
    let orphans = try self.orphans()
    let latest = entries.filter { $0.popup != nil }.max { $0.record.serial < $1.record.serial }
    let incarnation = latest?.popup?.incarnation ?? orphans.last?.popup.incarnation
    contents.queue.incarnation = incarnation
    for orphan in orphans where orphan.popup.incarnation == incarnation {
      contents.queue.orphans.append(orphan.presentation)
      contents.popups[orphan.presentation] = orphan.popup.number
    }
    for index in entries.indices {
      let (presentation, popup) = (entries[index].record.popup, entries[index].popup)
      if let presentation, let popup, popup.incarnation == incarnation {
        contents.popups[presentation] = popup.number
      } else {
        entries[index].record.popup = nil
      }
    }
  }

  private func orphans() throws(SQLiteError) -> [(presentation: Presentation, popup: ServerPopup)] {
    try database.statement(
      """
      SELECT popup_of, popup_attempt, popup_number, incarnation FROM orphan
      WHERE ended >= (SELECT max(ended) FROM orphan) - 5000 ORDER BY ended LIMIT 100
      """
    ).rows { (row) throws(SQLiteError) in
      let presentation = Presentation(id: try row.id(), attempt: try row.number())
      let popup = ServerPopup(try row.number(), incarnation: try row.string())
      return (presentation, popup)
    }
  }
}
