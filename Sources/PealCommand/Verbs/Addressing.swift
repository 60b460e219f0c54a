import Peal
import PealControl

extension Invocation {
  /// The alert that an operand names.
  func id(_ operand: String) throws(Failure) -> AlertID {
    do throws(ValueError) {
      return try AlertID(argument: operand)
    } catch {
      let mistake = CommandLineError.badOperand(operand, problem: error.problem)
      throw .usage(mistake.text, see: "peal help \(verb.rawValue)")
    }
  }

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

  /// The alerts that are meant: by number, by tag, or the one on top.
  ///
  /// - Throws: ``Failure`` when a tag, or the top of the screen, has none.
  func addressed(_ session: Session) throws(Failure) -> [AlertID] {
    if address.isTop { return [try top(session).id] }
    guard let tag = address.tag else {
      var ids: [AlertID] = []
      for operand in operands { ids.append(try id(operand)) }
      return ids
    }
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
    guard let top = reports.first(where: { $0.stage == "shown" || $0.stage == "covered" }) else {
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

extension Failure {
  /// No alert has that number.
  static func noSuchAlert(_ id: AlertID) -> Failure {
    Failure(.noSuchAlert, "there is no alert \(id.rawValue); 'peal list' shows those that live")
  }
}
