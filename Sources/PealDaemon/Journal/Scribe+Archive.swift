internal import Peal
internal import PealControl
internal import PealJournal

extension Scribe {
  /// The journal as the host sees it.
  func archive(_ journal: Journal) -> Archive {
    Archive(
      admit: { entry, then in
        journal.accept(JournalPost(entry), self.now) { then($0.control) }
      },
      forget: { journal.forget($0) },
      whenWritten: { action in journal.whenWritten { action($0.map(ControlError.unwritten)) } },
      notePause: { pause, token in journal.record(pause, token, self.now) },
      history: { query in journal.history(HistoryQuery(query)).reversed().map(AlertReport.init) })
  }
}

extension JournalPost {
  fileprivate init(_ entry: Archive.Entry) {
    self.init(entry.alert)
    owner = entry.owner
    isAwaited = entry.isAwaited
    token = entry.token
    poster = entry.poster
  }
}

extension Result<Journal.Acceptance, JournalError> {
  /// In the host's words. Whatever is wrong with the journal, a sender may try again later.
  fileprivate var control: Result<Archive.Kept, ControlError> {
    switch self {
    case .success(.new(let id)): .success(.new(id))
    case .success(.known(let id)): .success(.known(id))
    case .failure(let error):
      .failure(.refused(.full, "\(error); what was accepted before is kept"))
    }
  }
}

extension ControlError {
  /// What was done stays done, and is written as soon as it can be.
  fileprivate static func unwritten(_ error: JournalError) -> ControlError {
    .refused(.full, "it is done, but would be undone if peald were killed now: \(error)")
  }
}

extension HistoryQuery {
  fileprivate init(_ query: Query) {
    self.init()
    id = query.id
    app = query.appName
    tag = query.tag
    after = query.after
    since = query.since
    limit = query.limit.map(Int.init)
  }
}

extension AlertReport {
  fileprivate init(_ entry: HistoryEntry) {
    self.init(entry.id, entry.alert, stage: .ended(entry.outcome), posted: entry.posted)
    (count, leftOut) = (entry.count, entry.leftOut)
    (waited, shown) = (entry.waited, entry.shown)
    attempts = Int(entry.attempts)
    poster = entry.poster
    ending = End(entry.outcome, ended: entry.ended, server: entry.server)
  }
}
