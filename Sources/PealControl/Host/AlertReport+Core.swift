package import Peal

extension AlertReport {
  /// Reports a live alert.
  init(_ status: AlertStatus, _ record: AlertBook.Record?, at now: WallTime) {
    self.init(status, at: status.stage, record, now)
  }

  /// Reports a live alert as it was at a stage.
  init(
    _ status: AlertStatus, at stage: Stage, _ record: AlertBook.Record?, _ now: WallTime
  ) {
    self.init(status.id, status.alert, stage: stage, posted: record?.posted ?? now)
    count = status.count
    (waited, shown) = (status.waited, status.shown)
    attempts = Int(status.attempts)
    poster = record?.poster
  }

  /// Reports an ended alert.
  init(_ ending: Ending, _ record: AlertBook.Record?, at now: WallTime) {
    self.init(
      ending.id, ending.alert, stage: .ended(ending.outcome), posted: record?.posted ?? now)
    (count, leftOut) = (ending.count, ending.leftOut)
    (waited, shown) = (ending.waited, ending.shown)
    attempts = Int(ending.attempts)
    poster = record?.poster
    self.ending = End(ending.outcome, ended: now, server: ending.presenter)
    if case .action = ending.outcome { activationToken = record?.activationToken }
  }

  /// Reports what an alert itself says.
  package init(_ id: AlertID, _ alert: Alert, stage: Stage, posted: WallTime) {
    self.init(
      id: id, stage: stage.word, appName: alert.appName, summary: alert.summary, body: alert.body,
      priority: alert.priority, posted: posted)
    if case .held(let reasons) = stage { self.reasons = reasons.words }
    tag = alert.tag
    actions = alert.actions
    replyPlaceholder = alert.replyPlaceholder
  }
}

extension AlertReport {
  /// The report with a body of at most so many bytes, cut on a character boundary with an ellipsis.
  func abridged(to limit: Int) -> AlertReport {
    guard body.utf8.count > limit else { return self }
    var report = self
    var size = 0
    let end = body.firstIndex { character in
      size += character.utf8.count
      return size > limit
    }
    report.body = body[..<(end ?? body.endIndex)] + "…"
    return report
  }
}
