internal import Peal

extension AlertReport {
  /// Reports a live alert.
  init(_ status: AlertStatus, _ record: AlertBook.Record?, at now: WallTime) {
    self.init(status.id, status.alert, stage: status.stage.word, posted: record?.posted ?? now)
    if case .held(let reasons) = status.stage { self.reasons = reasons.words }
    count = status.count
    (waited, shown) = (status.waited, status.shown)
    attempts = Int(status.attempts)
    poster = record?.poster
  }

  /// Reports an ended alert.
  init(_ ending: Ending, _ record: AlertBook.Record?, at now: WallTime) {
    let word = Stage.ended(ending.outcome).word
    self.init(ending.id, ending.alert, stage: word, posted: record?.posted ?? now)
    count = ending.count
    (waited, shown) = (ending.waited, ending.shown)
    attempts = Int(ending.attempts)
    poster = record?.poster
    self.ending = End(ending.outcome, ended: now, server: ending.presenter)
  }

  private init(_ id: AlertID, _ alert: Alert, stage: String, posted: WallTime) {
    self.init(
      id: id, stage: stage, appName: alert.appName, summary: alert.summary, body: alert.body,
      priority: alert.priority, posted: posted)
    tag = alert.tag
    actions = alert.actions
  }
}
