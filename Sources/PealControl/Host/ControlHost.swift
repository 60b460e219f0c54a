package import DBus
package import Peal
internal import Synchronization

/// The daemon's end of ``Alerts1``: it serves an ``AlertCenter`` to the clients of a bus.
///
/// It outlives the connection: when the bus is lost the queue goes on, and ``attach(_:)`` serves it on
/// the next one. What clients own (alerts that they wait for, anonymous pauses) goes with them.
///
/// Everything runs on the event loop of the connection; the lock is for what the center's other
/// callers may do. No call into the center is made while it is held.
package final class ControlHost: Sendable {
  /// What the host cannot do itself.
  package struct Duties: Sendable {
    /// Reads the configuration again; returns what is wrong with it.
    package var reload: @Sendable () -> [String] = { [] }
    /// Stops the daemon in good order. The caller has its reply by then.
    package var stop: @Sendable () -> Void = {}
    /// What `doctor` is told beside what the host knows.
    package var describe: @Sendable () -> [String: Value] = { [:] }
    /// Has a notification server started, if one can be.
    package var summon: @Sendable () -> Void = {}
    /// Takes note of something odd in a request.
    package var warn: @Sendable (String) -> Void = { _ in }
    /// Takes note that somebody has called.
    package var noteCall: @Sendable () -> Void = {}

    /// Duties that do nothing.
    package init() {}
  }

  /// What can be set, and set again.
  package struct Settings: Sendable {
    /// How long a question waits in all when its caller does not say; nil is for ever.
    package var answerTimeout: Duration? = .seconds(3600)
    /// How many ended alerts are kept.
    package var history = 1000
    /// How long `require-server` waits for a server that may be coming.
    package var serverPatience = Duration.seconds(2)
    /// Changes an alert before it is posted: the rules of the configuration.
    package var amend: @Sendable (inout Alert) -> Void = { _ in }

    /// The usual settings.
    package init() {}
  }

  /// How long changed properties are collected before they are told.
  static let propertyPause = Duration.milliseconds(20)

  package let center: AlertCenter
  let version: String
  let clock: @Sendable () -> WallTime
  let inspect: @Sendable (Message) -> Caller
  let state: Mutex<State>

  struct State {
    var settings: Settings
    var duties = Duties()
    /// Whether it is stopping: then nothing is accepted any more.
    var isStopping = false
    var book: AlertBook
    /// Where everything is kept; nil without a journal.
    var archive: Archive?
    var opening = Opening.open
    var clients = ClientBook()
    var strangers = StrangersBook()
    /// The connection that it is served on; nil while there is no bus.
    var connection: Connection?
    /// The calls of `Wait` that have not been answered, by alert.
    var waits: [AlertID: [PendingWait]] = [:]
    /// Posts that wait for a server, by a number of ours.
    var needy: [Int: @Sendable (Bool) -> Void] = [:]
    var lastNumber = 0
    var newsroom = Newsroom()
    /// The properties as they were last told; nil before the first time.
    var told: [String: Value]?
    /// Whether the properties are to be told soon.
    var isTelling = false
  }

  /// Serves a center of its own, over a presenter.
  ///
  /// - Parameters:
  ///   - time: the queue's clock.
  ///   - clock: civil time, for the reports.
  ///   - observer: is told every change before the host tells the bus.
  ///   - inspect: reads who a client is from what the bus says of its credentials.
  package init(
    presenter: any Presenter, queue: AlertQueue.Configuration = .init(),
    settings: Settings = Settings(), version: String, time: TimeSource,
    clock: @escaping @Sendable () -> WallTime,
    observer: @escaping @Sendable (AlertCenter.Change) -> Void = { _ in },
    inspect: @escaping @Sendable (Message) -> Caller = { Caller(credentials: $0) }
  ) {
    let relay = Relay<AlertCenter.Change>()
    center = AlertCenter(
      presenter: presenter, configuration: queue, time: time, recentEndings: settings.history
    ) { change in
      observer(change)
      relay.pass(change)
    }
    self.version = version
    self.clock = clock
    self.inspect = inspect
    state = Mutex(State(settings: settings, book: AlertBook(history: settings.history)))
    relay.connect { [weak self] change in self?.note(change) }
  }

  /// Has somebody do from now on what the host cannot do itself.
  package func assign(_ duties: Duties) {
    state.withLock { $0.duties = duties }
  }

  var duties: Duties { state.withLock { $0.duties } }

  /// Runs the center until the task is cancelled.
  package func run() async {
    await center.run()
  }

  /// Stops the center in good order. Without an archive every alert ends `shutdown`, and this returns
  /// once every popup is taken down. With one the alerts stay, for the next process, and the popups are
  /// about to be taken down.
  package func shutdown() async {
    state.withLock { $0.isStopping = true }
    guard state.withLock({ $0.archive }) == nil else {
      abandonWaits()
      return center.shutdown(.keeping)
    }
    center.shutdown()
    await center.settled()
    tellBatch()
  }

  /// Whether there is an alert, a pause or a call that is not done with.
  package var isBusy: Bool {
    let summary = center.summary
    return summary.waiting > 0 || summary.shown > 0 || summary.isPaused
      || state.withLock { !$0.needy.isEmpty || $0.clients.isAsking }
  }

  /// Takes other settings.
  package func configure(_ queue: AlertQueue.Configuration, _ settings: Settings) {
    state.withLock { state in
      state.settings = settings
      if state.archive == nil { state.book.limit(history: settings.history) }
    }
    center.configure(queue)
  }

  // MARK: The bus

  /// Serves the interface on a connection, from now until ``detach()``. The name is the caller's to
  /// request.
  package func attach(_ connection: Connection) async {
    state.withLock { $0.connection = connection }
    await connection.serve(
      Alerts1.description, at: Alerts1.path,
      property: { [weak self] name in self?.properties[name] },
      whenKnown: { [weak self] read in self?.whenOpened(read) },
      { [weak self] call in self?.take(call) })
  }

  /// Forgets the connection: the bus is lost. Who owns what is unknown from now on.
  package func detach() {
    state.withLock { state in
      state.connection = nil
      state.clients = ClientBook()
      state.waits = [:]
      state.told = nil
      state.newsroom = Newsroom()
    }
    center.ownersLost()
  }

  /// Does what a call asks for, once it is known who calls.
  func take(_ call: IncomingCall) {
    guard let method = Alerts1.Method(rawValue: call.member.text), let client = call.sender else {
      return call.fail(.unknownMethod, "there is no method \(call.member)")
    }
    switch admission(of: call) {
    case .kept: return
    case .refused(let error) where method.isAboutAlerts: return call.fail(error)
    case .taken, .refused: break
    }
    duties.noteCall()
    identify(client) { [weak self] caller in
      self?.perform(method, call, for: Client(name: client, caller: caller))
    }
  }

  private func perform(_ method: Alerts1.Method, _ call: IncomingCall, for client: Client) {
    do throws(ControlError) {
      try permit(method, call.body, to: client)
      switch method {
      case .post, .postMany: try post(method, call, from: client)
      case .wait: try wait(call, from: client.name)
      case .update, .withdraw, .withdrawTop, .activate, .snooze, .answer, .clear:
        answer(call, try act(method, call.body))
      case .list, .history, .describe: call.reply([try look(method, call.body)])
      case .pause, .release: answer(call, .boolean(try hold(method, call.body, client.name)))
      case .reload: call.reply([.strings(duties.reload())])
      case .stop:
        call.reply()
        duties.stop()
      }
    } catch {
      call.fail(error)
    }
  }
}

extension Alerts1.Method {
  /// Whether it has to do with alerts, and so with what is kept of them.
  fileprivate var isAboutAlerts: Bool {
    switch self {
    case .describe, .reload, .stop: false
    case .post, .postMany, .wait, .update, .withdraw, .withdrawTop, .activate, .snooze, .answer,
      .clear, .list, .history, .pause, .release:
      true
    }
  }
}

extension IncomingCall {
  /// Answers with the error's name and sentence.
  func fail(_ error: ControlError) {
    fail(error.refusal.errorName, error.description)
  }
}
