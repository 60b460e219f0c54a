package import DBus
package import Peal

/// The command's end of ``Alerts1``: one call at a time over a blocking connection, no thread, no task.
///
/// Every call may throw ``ControlError/noDaemon`` (nobody owns the name; none is started by a call),
/// ``ControlError/silent`` (no answer within ``timeout``), ``ControlError/lost`` and
/// ``ControlError/refused(_:_:)``.
package final class ControlClient {
  /// The connection that it talks over.
  package let bus: BlockingConnection
  /// How long the daemon may take to answer one call.
  package var timeout: Duration
  /// What came in and has not been asked for yet.
  var inbox = ClientInbox()

  /// Talks to the daemon of a bus.
  package init(_ bus: BlockingConnection, timeout: Duration = .seconds(5)) {
    self.bus = bus
    self.timeout = timeout
  }

  /// Connects to a bus to talk to its daemon.
  ///
  /// - Throws: ``ControlError/noBus(_:)``.
  package convenience init(
    _ address: BusAddress, timeout: Duration = .seconds(5)
  ) throws(ControlError) {
    do {
      self.init(try BlockingConnection(address, timeout: timeout), timeout: timeout)
    } catch { throw ControlError(error) }
  }

  // MARK: Posting

  /// Queues an alert; returns once it is accepted.
  package func post(_ request: PostRequest) throws(ControlError) -> AlertID {
    try id(.post, request.arguments)
  }

  /// Queues many, in order; each has a result of its own. Splits what is too large for one call.
  package func postMany(
    _ requests: [PostRequest]
  ) throws(ControlError) -> [Result<AlertID, ControlError>] {
    var results: [Result<AlertID, ControlError>] = []
    for elements in Self.batches(requests.map(\.element)) {
      let reply = try call(.postMany, [.array(of: "(ssa{sv})", elements)])
      let answers = reply[0].elements ?? []
      guard answers.count == elements.count else {
        throw .unexpectedReply(to: Alerts1.Method.postMany.rawValue)
      }
      results += answers.map(Self.result)
    }
    return results
  }

  // MARK: Acting on one

  /// Changes a live alert; false: no such alert.
  package func update(_ id: AlertID, _ change: AlertChange) throws(ControlError) -> Bool {
    try flag(.update, [id.value, change.wire])
  }

  /// Ends an alert; false: no such alert.
  package func withdraw(_ id: AlertID) throws(ControlError) -> Bool {
    try flag(.withdraw, [id.value])
  }

  /// Ends the one on top of the screen; nil when there is none.
  package func withdrawTop() throws(ControlError) -> AlertID? {
    let id = try id(.withdrawTop)
    return id.rawValue == 0 ? nil : id
  }

  /// Lifts an alert's manual hold, delay or snooze; false: no such alert.
  package func activate(_ id: AlertID) throws(ControlError) -> Bool {
    try flag(.activate, [id.value])
  }

  /// Takes an alert off the screen for a while; false: no such alert.
  package func snooze(_ id: AlertID, for duration: Duration) throws(ControlError) -> Bool {
    try flag(.snooze, [id.value, .milliseconds(duration)])
  }

  /// Chooses an action as a press of its button would; false: no such alert.
  package func answer(_ id: AlertID, key: String) throws(ControlError) -> Bool {
    try flag(.answer, [id.value, .string(key)])
  }

  // MARK: Acting on many

  /// Ends the waiting ones that meet the query, with ``Query/includesShown`` those on screen too.
  /// Returns how many.
  package func clear(_ query: Query) throws(ControlError) -> UInt32 {
    try call(.clear, [query.value])[0].uint32 ?? 0
  }

  /// The live alerts that meet the query: on screen first, then as they would be shown.
  package func list(_ query: Query = Query()) throws(ControlError) -> [AlertReport] {
    try reports(.list, query)
  }

  /// The ended alerts that meet the query, the oldest first.
  package func history(_ query: Query = Query()) throws(ControlError) -> [AlertReport] {
    try reports(.history, query)
  }

  /// Holds the queue. Without a name the token goes with this connection.
  package func pause(_ request: PauseRequest) throws(ControlError) -> Bool {
    try flag(.pause, [request.value])
  }

  /// Releases a pause token; false: there is none of that name.
  package func release(_ name: String) throws(ControlError) -> Bool {
    try flag(.release, [.string(name)])
  }

  // MARK: The daemon

  /// Has the daemon read its configuration again; returns what is wrong with it.
  package func reload() throws(ControlError) -> [String] {
    try call(.reload)[0].elements?.compactMap(\.string) ?? []
  }

  /// What there is to know for `doctor`, by name.
  package func describe() throws(ControlError) -> [String: Value] {
    try call(.describe)[0].options ?? [:]
  }

  /// Has the daemon stop in good order.
  package func stop() throws(ControlError) {
    _ = try call(.stop)
  }
}
