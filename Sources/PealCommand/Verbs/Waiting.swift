import Glibc
import Peal
import PealControl

/// Waits for an alert's end: through a restart of the daemon or the bus, and until a signal comes,
/// which first takes the alert away.
struct Waiting {
  private var id: AlertID
  private var session: Session
  /// What to post again, with the token that makes it the same alert; nil if it is not ours.
  private let request: PostRequest?
  /// Whether the alert stays when we are told to go.
  private let detaches: Bool
  private let deadline: ContinuousClock.Instant?
  private let manner: Manner

  /// Whom it waits for.
  enum Manner: Sendable {
    /// `ask`: it waits through the loss of the server, and a signal ends the process by itself.
    case ask
    /// notify-send: the loss of the server ends it, and so does SIGINT, in good order.
    case notifySend
  }

  /// How the waiting came to its end.
  enum Conclusion: Sendable {
    case ended(AlertReport)
    /// Our own time is over.
    case timeIsUp
    /// The alert is taken away: the notification server is.
    case serverIsGone
    /// The alert is taken away: SIGINT came.
    case interrupted
  }

  /// Where the question stands as well.
  var terminal: Terminal?
  /// What was typed there, if that has ended the alert and the alert itself does not say it.
  private(set) var typed: Typed?

  /// How long the daemon may take to withdraw the alert when a signal ends us.
  static let farewell = Duration.milliseconds(800)

  /// Waits for an alert of our own.
  init(
    for id: AlertID, in session: Session, reposting request: PostRequest, as manner: Manner = .ask
  ) {
    (self.id, self.session, self.request, self.manner) = (id, session, request, manner)
    detaches = request.isDetached
    deadline = nil
  }

  /// Waits for any alert, for so long.
  init(for id: AlertID, in session: Session, within limit: Duration?) {
    (self.id, self.session, request, detaches, manner) = (id, session, nil, true, .ask)
    deadline = limit.map { ContinuousClock.now + $0 }
  }

  /// Waits until the alert has ended, or something else ends the waiting.
  mutating func run() throws(Failure) -> Conclusion {
    while true {
      let interrupts = try Interrupts()
      do throws(ControlError) {
        return try wait(interrupts)
      } catch  where error == .lost || error == .noDaemon {
        // It may be gone again by the time that we ask. From here on a signal ends us by itself: the
        // daemon that knew of us is gone.
        _ = consume interrupts
        try recover()
      } catch {
        throw Failure(error)
      }
    }
  }

  private mutating func wait(
    _ interrupts: borrowing Interrupts
  ) throws(ControlError) -> Conclusion {
    let client = session.client
    let pending = try client.startWaiting(for: id)
    if manner == .notifySend { try client.startWatching() }
    var isServerInDoubt = manner == .notifySend
    while true {
      if let report = try client.takeEnding(pending) {
        terminal?.leave()
        return .ended(report)
      }
      if isServerInDoubt, try client.status().hasServer == false { return leave(.serverIsGone) }
      // Whatever came in beside an answer is looked at before anything is waited for.
      let wasInDoubt = isServerInDoubt
      isServerInDoubt = newsPutServerInDoubt()
      if isServerInDoubt || wasInDoubt { continue }
      if let deadline, ContinuousClock.now >= deadline { return .timeIsUp }
      let others = [client.descriptor] + (terminal.map { [$0.descriptor] } ?? [])
      guard let signal = interrupts.wait(beside: others, until: deadline) else {
        if let answer = terminal?.read() { try take(answer) }
        continue
      }
      let conclusion = leave(.interrupted)
      if manner == .notifySend, signal == SIGINT { return conclusion }
      Interrupts.end(by: signal)
    }
  }

  /// Passes on what was typed. If the alert has ended by then, that end counts.
  private mutating func take(_ answer: Terminal.Answer) throws(ControlError) {
    do throws(ControlError) {
      switch answer {
      case .nothing: return
      case .key(let key): _ = try session.client.answer(id, key: key)
      case .text(let text): if try session.client.withdraw(id) { typed = .reply(text) }
      case .closed: if try session.client.withdraw(id) { typed = .nothing }
      }
      // The person knows.
      terminal = nil
    } catch .refused(.noSuchAlert, _) {
      return
    }
  }

  /// Takes the alert away, unless it is to stay.
  private func leave(_ conclusion: Conclusion) -> Conclusion {
    if !detaches {
      session.client.timeout = Self.farewell
      _ = try? session.client.withdraw(id)
    }
    return conclusion
  }
}

extension Waiting {
  /// Whether what has come in says that the server is gone. It may be older than what is known.
  private func newsPutServerInDoubt() -> Bool {
    guard manner == .notifySend else { return false }
    var isInDoubt = false
    while let event = session.client.takeEvent() {
      if case .status(let change) = event, change.hasServer == false { isInDoubt = true }
    }
    return isInDoubt
  }

  /// Waits until the bus and a daemon are back, or starts one, and is this alert's owner again.
  private mutating func recover() throws(Failure) {
    var found = (session, id)
    try Session.retry { () throws(Failure) in found = try regained(from: found.0) }
    (session, id) = found
  }

  private func regained(from old: Session) throws(Failure) -> (Session, AlertID) {
    let session = old.client.isConnected ? old : try Session(old.bus)
    if !session.awaitDaemon(for: .seconds(1)) {
      try Launcher(client: session.client, bus: session.bus).start()
    }
    guard let request else { return (session, id) }
    let id = try session.askOnly { client throws(ControlError) in try client.post(request) }
    return (session, id)
  }
}
