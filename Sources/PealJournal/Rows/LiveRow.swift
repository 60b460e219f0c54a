internal import Peal

/// One row of the table `live`: a submission, and where its alert stands. The rows of merged
/// submissions repeat what their leader's says.
struct LiveRow {
  /// The id that the alert goes by.
  var leader: AlertID
  /// Whether what it says is that of several submissions together.
  var isMerged: Bool
  var submission: AlertRecord.Submission
  /// The alert's record; its text is the table `alert`'s, its submissions are the rows'.
  var entry: LiveEntry

  /// The columns, in the order of ``cells(_:)`` and ``init(_:_:)``.
  static let columns = [
    "id", "leader", "merged", "owner", "awaited", "times_out", "position", "place", "next",
    "popup_of", "popup_attempt", "popup_number", "incarnation", "manual", "delayed", "snoozed",
    "count", "levels", "progress", "waiting_since", "lapses", "attempts", "serial",
    "first_shown", "shown", "used", "on_screen_since", "left_out",
  ]

  /// Makes the row of one submission.
  init(_ submission: AlertRecord.Submission, of leader: AlertID, _ entry: LiveEntry) {
    self.submission = submission
    self.leader = leader
    self.entry = entry
    isMerged = entry.record.isMerged
  }

  /// What to write.
  func cells(_ clock: ClockReading) -> [Cell] {
    [
      Cell(submission.id), Cell(leader), Cell(isMerged), Cell(submission.owner?.rawValue),
      Cell(submission.isAwaited), Cell(submission.timesOut.map(clock.wall(of:))),
    ] + entry.popupCells + entry.record.clockCells(clock)
  }

  /// Reads what ``cells(_:)`` wrote. The time of the post is the other table's.
  init(_ row: inout Columns, _ clock: ClockReading) throws(SQLiteError) {
    submission = AlertRecord.Submission(try row.id(), posted: clock.instant)
    leader = try row.id()
    isMerged = try row.flag()
    submission.owner = try row.text().map(Owner.init(rawValue:))
    submission.isAwaited = try row.flag()
    submission.timesOut = try row.time().map(clock.instant(of:))
    entry = LiveEntry(AlertRecord(Alert(""), submissions: [submission], place: leader))
    try entry.readPopup(&row)
    try entry.record.readClocks(&row, clock)
  }
}

extension AlertRecord {
  /// Whether it says other than what its submissions were given.
  var isMerged: Bool { submissions.contains { $0.original != nil } }

  /// The columns from `manual` on.
  fileprivate func clockCells(_ clock: ClockReading) -> [Cell] {
    let wall = { (instant: Instant?) in Cell(instant.map(clock.wall(of:))) }
    return [
      Cell(hold.isManual), wall(hold.delayed), wall(hold.snoozed), Cell(count), Cell(levels),
      Cell(progress), wall(waitingSince), wall(lapses), Cell(attempts), Cell(serial),
      wall(firstShown), Cell(shown), Cell(used), wall(onScreenSince),
      Cell(leftOut),
    ]
  }

  fileprivate mutating func readClocks(
    _ row: inout Columns, _ clock: ClockReading
  ) throws(SQLiteError) {
    hold.isManual = try row.flag()
    hold.delayed = try row.instant(clock)
    hold.snoozed = try row.instant(clock)
    count = try row.number()
    levels = try row.number()
    progress = try row.checked(try row.duration())
    waitingSince = try row.instant(clock)
    lapses = try row.instant(clock)
    attempts = try row.number()
    serial = try row.number()
    firstShown = try row.instant(clock)
    shown = try row.checked(try row.duration())
    used = try row.checked(try row.duration())
    onScreenSince = try row.instant(clock)
    leftOut = try row.number()
  }
}

extension LiveEntry {
  /// The columns from `position` to `incarnation`.
  fileprivate var popupCells: [Cell] {
    [
      .text(record.position.rawValue), Cell(record.place), Cell(record.isNext),
      Cell(record.popup?.id), Cell(record.popup.map { Int64($0.attempt) }),
      Cell(popup.map { Int64($0.number) }), Cell(popup?.incarnation),
    ]
  }

  fileprivate mutating func readPopup(_ row: inout Columns) throws(SQLiteError) {
    record.position = try row.word()
    record.place = try row.id()
    record.isNext = try row.flag()
    let (id, attempt) = (try row.idIfAny(), try row.numberIfAny(UInt32.self))
    let (number, incarnation) = (try row.numberIfAny(UInt32.self), try row.text())
    if let id, let attempt { record.popup = Presentation(id: id, attempt: attempt) }
    if let number, let incarnation { popup = ServerPopup(number, incarnation: incarnation) }
  }
}

extension Columns {
  fileprivate mutating func instant(_ clock: ClockReading) throws(SQLiteError) -> Instant? {
    try time().map(clock.instant(of:))
  }
}
