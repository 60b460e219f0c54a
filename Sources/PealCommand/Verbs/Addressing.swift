import Peal
import PealControl

extension Invocation {
  /// Which alerts `--app`, `--tag` and the rest mean.
  var query: Query {
    var query = Query()
    query.appName = address.app
    query.tag = address.tag
    query.includesShown = address.includesShown
    query.limit = limit.map { UInt32(clamping: $0) }
    query.since = since.map { WallTime.now.earlier(by: $0) }
    return query
  }

  /// The one alert that is meant. Of several with one tag it is the latest: the one that a newcomer
  /// would meet (SEMANTICS R9).
  ///
  /// - Throws: ``Failure`` when there is none.
  func addressed(_ session: Session) throws(Failure) -> AlertID {
    if address.isTop { return try top(session).id }
    guard let id = try allAddressed(session).max() else {
      throw Failure(.internalFault, "\(verb.rawValue) without an alert")
    }
    return id
  }

  /// Every alert that is meant, by number or by tag.
  ///
  /// - Throws: ``Failure`` when none has the tag.
  func allAddressed(_ session: Session) throws(Failure) -> [AlertID] {
    guard let tag = address.tag else { return address.ids }
    let query = query
    let reports = try session.ask { client throws(ControlError) in try client.list(query) }
    guard !reports.isEmpty else {
      throw Failure(.noSuchAlert, "no live alert has the tag \(tag.debugDescription)")
    }
    return reports.map(\.id)
  }

  /// The one that was shown last; the list has it first.
  func top(_ session: Session) throws(Failure) -> AlertReport {
    let reports = try session.ask { client throws(ControlError) in try client.list() }
    guard let top = reports.first(where: \.isOnScreen) else {
      throw Failure(.noSuchAlert, "no alert is on screen")
    }
    return top
  }

  /// A live alert, or one that has ended.
  func report(of id: AlertID, _ session: Session) throws(Failure) -> AlertReport {
    var query = Query()
    query.id = id
    let wanted = query
    let live = try session.ask { client throws(ControlError) in try client.list(wanted) }
    if let report = live.first { return report }
    let ended = try session.ask { client throws(ControlError) in try client.history(wanted) }
    guard let report = ended.first else { throw .noSuchAlert(id) }
    return report
  }
}

extension AlertReport {
  /// Whether it is to be seen.
  var isOnScreen: Bool { stage == "shown" || stage == "covered" }
}

extension Failure {
  /// No alert has that number.
  static func noSuchAlert(_ id: AlertID) -> Failure {
    Failure(.noSuchAlert, "there is no alert \(id.rawValue); 'peal list' shows those that live")
  }
}
