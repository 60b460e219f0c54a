internal import Peal

extension Tables {
  private static let updateEnding = update(
    "alert",
    AlertContent.columns + [
      "ending", "outcome", "action_key", "reply_text", "ended", "waited", "shown", "attempts",
      "count", "server", "left_out",
    ])

  /// How long a popup may outlive its alert, generously: the time for which the queue waits for a
  /// server to close it, and the reply to that.
  private static let orphanTime: Int64 = 5000

  /// What there is of an alert in the tables of parts.
  enum Parts {
    case none
    /// Whatever there is, for what the history keeps.
    case exchanged
  }

  /// Files a submission that ended, as the `order`th.
  func file(
    _ ending: Ending, order: Int64, _ clock: ClockReading, parts: Parts
  ) throws(SQLiteError) {
    let id = ContentID(ending.id)
    let ended = clock.wall(of: ending.ended)
    try keepOrphan(of: ending.id, ended)
    try database.run(
      Self.updateEnding,
      AlertContent.cells(of: ending.keptAlert) + ending.cells(order, ended) + [Cell(id)])
    if case .exchanged = parts {
      try removeParts(of: id)
      try putParts(of: ending.keptAlert, for: id)
    }
    try database.run("DELETE FROM live WHERE id = ?", [Cell(id)])
    if ending.count > 1 { try removeMerged(of: ending.id) }
  }

  /// Files a live alert that cannot be read, as failed.
  func fileUnreadable(_ id: AlertID, order: Int64, _ now: WallTime) throws(SQLiteError) {
    try database.run(
      """
      UPDATE alert SET ending = ?, outcome = 'failed', ended = ?, waited = 0, shown = 0,
        attempts = 0, count = 1 WHERE id = ?
      """, [.integer(order), Cell(now), Cell(id)])
    try database.run("DELETE FROM live WHERE id = ?", [Cell(id)])
  }

  /// Notes the popup of an alert that ends. It is being taken down: should this process die before
  /// that is done, the next one does it.
  private func keepOrphan(of id: AlertID, _ ended: WallTime) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO orphan
      SELECT popup_of, popup_attempt, popup_number, incarnation, ? FROM live
      WHERE id = ? AND popup_of NOT NULL AND popup_attempt NOT NULL
        AND popup_number NOT NULL AND incarnation NOT NULL
      """, [Cell(ended), Cell(id)])
    guard database.changes > 0 else { return }
    try database.run(
      "DELETE FROM orphan WHERE ended < ?", [.integer(ended.milliseconds - Self.orphanTime)])
  }

  /// Forgets a popup that is gone from the screen.
  func forget(_ popup: Presentation) throws(SQLiteError) {
    let cells = [Cell(popup.id), Cell(popup.attempt)]
    try database.run("DELETE FROM orphan WHERE popup_of = ? AND popup_attempt = ?", cells)
    try database.run(
      """
      UPDATE live SET popup_number = NULL
      WHERE id = ?1 AND popup_of = ?1 AND popup_attempt = ?2
      """, cells)
  }

  /// Removes what merged submissions said together, when none of them is left.
  private func removeMerged(of leader: AlertID) throws(SQLiteError) {
    try database.run(
      "DELETE FROM alert WHERE id = ? AND NOT EXISTS (SELECT 1 FROM live WHERE leader = ?)",
      [Cell(ContentID(of: leader, isMerged: true)), Cell(leader)])
  }

  /// The same for all that an earlier process left.
  func removeMerged() throws(SQLiteError) {
    try database.run(
      "DELETE FROM alert WHERE id >= ?1 AND id - ?1 NOT IN (SELECT leader FROM live)",
      [.integer(ContentID.firstMerged)])
  }

  /// Removes those that ended before the last `kept`, of which the latest is the `latest`th.
  ///
  /// - Returns: whether there were any.
  func prune(keeping kept: Int, latest: Int64) throws(SQLiteError) -> Bool {
    try database.run("DELETE FROM alert WHERE ending <= ?", [.integer(latest - Int64(kept))])
    return database.changes > 0
  }
}

extension Ending {
  /// What a history shows of the alert.
  fileprivate var keptAlert: Alert {
    var kept = alert
    kept.body = kept.body.cut(to: Limits.body)
    kept.summary = kept.summary.cut(to: Limits.summary)
    kept.hints = [:]
    kept.userInfo = [:]
    return kept
  }

  fileprivate func cells(_ order: Int64, _ time: WallTime) -> [Cell] {
    let (key, text) = outcome.choice
    return [
      .integer(order), .text(outcome.word), Cell(key), Cell(text), Cell(time), Cell(waited),
      Cell(shown), Cell(attempts), Cell(count), Cell(presenter), Cell(leftOut),
    ]
  }
}

extension Outcome {
  /// The chosen key and the reply that was typed.
  fileprivate var choice: (key: String?, text: String?) {
    guard case .action(let key, let text) = self else { return (nil, nil) }
    return (key, text)
  }
}

extension String {
  /// At most `bytes` bytes, cut on a character boundary.
  fileprivate func cut(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var end = utf8.index(startIndex, offsetBy: bytes)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
