internal import Peal

/// What the host knows of alerts beside what the queue knows: who posted them and when by the civil
/// clock, the tokens of their posts, and the reports of those that have ended.
struct AlertBook {
  /// What is kept of a live submission.
  struct Record {
    var posted: WallTime
    var poster: Poster?
    var token: String?
    /// What the server gave with the press, to bring a window to the front with.
    var activationToken: String?
  }

  /// The live submissions.
  private var records: [AlertID: Record] = [:]
  /// The ended ones, oldest first from `first` on.
  private var ended: [AlertReport?] = []
  private var first = 0
  private var places: [AlertID: Int] = [:]
  private var size = 0
  private var endedTokens: [AlertID: String] = [:]
  /// The alerts of tokens, live and ended.
  private var tokens: [String: AlertID] = [:]
  private var limit: Int

  /// Bytes of text that the history keeps, however many alerts that is.
  private static let maximumSize = 32 * 1024 * 1024

  init(history limit: Int) {
    self.limit = limit
  }

  // MARK: Live ones

  subscript(_ id: AlertID) -> Record? { records[id] }

  /// The alert that was posted with a token.
  func alert(token: String) -> AlertID? { tokens[token] }

  /// Opens the record of an alert that was just accepted.
  mutating func open(_ id: AlertID, at time: WallTime) {
    guard records[id] == nil, places[id] == nil else { return }
    records[id] = Record(posted: time)
  }

  /// Notes with which token an alert was posted.
  mutating func note(_ id: AlertID, token: String) {
    tokens[token] = id
    if records[id] != nil { records[id]?.token = token } else { endedTokens[id] = token }
  }

  /// Notes who posted an alert, which may have ended by now.
  mutating func note(_ id: AlertID, poster: Poster) {
    if records[id] != nil { records[id]?.poster = poster }
    if let place = places[id] { ended[place]?.poster = poster }
  }

  /// Notes the activation token of a press, which comes before the press.
  mutating func note(_ id: AlertID, activation token: String) {
    records[id]?.activationToken = token
  }

  // MARK: Ended ones

  /// The report of an ended alert.
  func report(_ id: AlertID) -> AlertReport? {
    places[id].flatMap { ended[$0] }
  }

  /// The reports of the ended ones, oldest first.
  var history: [AlertReport] { ended[first...].compactMap(\.self) }

  /// Closes a live record with the alert's report, which goes into the history.
  mutating func close(_ report: AlertReport) {
    let record = records.removeValue(forKey: report.id)
    endedTokens[report.id] = record?.token
    places[report.id] = ended.count
    ended.append(report)
    size += report.weight
    trim()
  }

  /// Keeps at most so many ended ones from now on.
  mutating func limit(history limit: Int) {
    self.limit = limit
    trim()
  }

  private mutating func trim() {
    while ended.count - first > limit || (size > Self.maximumSize && first < ended.count) {
      forgetOldest()
    }
    guard first > 64, first > ended.count / 2 else { return }
    ended.removeFirst(first)
    for (id, place) in places { places[id] = place - first }
    first = 0
  }

  private mutating func forgetOldest() {
    defer { first += 1 }
    guard let report = ended[first] else { return }
    ended[first] = nil
    size -= report.weight
    places[report.id] = nil
    if let token = endedTokens.removeValue(forKey: report.id) { tokens[token] = nil }
  }
}

extension AlertReport {
  /// About how many bytes it takes.
  fileprivate var weight: Int { 512 + summary.utf8.count + body.utf8.count }
}
