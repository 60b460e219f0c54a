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

  /// How long the daemon may take to withdraw the alert when a signal ends us.
  static let farewell = Duration.milliseconds(800)

  /// Waits for an alert of our own.
  init(for id: AlertID, in session: Session, reposting request: PostRequest, detaches: Bool) {
    (self.id, self.session, self.request, self.detaches) = (id, session, request, detaches)
    deadline = nil
  }

  /// Waits for any alert, for so long.
  init(for id: AlertID, in session: Session, within limit: Duration?) {
    (self.id, self.session, request, detaches) = (id, session, nil, true)
    deadline = limit.map { ContinuousClock.now + $0 }
  }

  /// How the alert ended; nil when our own time is over.
  mutating func run() throws(Failure) -> AlertReport? {
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

  private func wait(_ interrupts: borrowing Interrupts) throws(ControlError) -> AlertReport? {
    let client = session.client
    let pending = try client.startWaiting(for: id)
    while true {
      if let report = try client.takeEnding(pending) { return report }
      if let deadline, ContinuousClock.now >= deadline { return nil }
      if let signal = interrupts.wait(beside: client.descriptor, until: deadline) {
        end(by: signal)
      }
    }
  }

  private func end(by signal: Int32) -> Never {
    if !detaches {
      session.client.timeout = Self.farewell
      _ = try? session.client.withdraw(id)
    }
    Interrupts.end(by: signal)
  }
}

extension Waiting {
  /// Waits until the bus and a daemon are back, or starts one, and is this alert's owner again.
  private mutating func recover() throws(Failure) {
    var found = (session, id)
    try Session.retry { () throws(Failure) in found = try regained(from: found.0) }
    (session, id) = found
  }

  private func regained(from old: Session) throws(Failure) -> (Session, AlertID) {
    let session = old.client.isConnected ? old : try Session(old.bus)
    if !Self.awaitDaemon(of: session, for: .seconds(1)) {
      try Launcher(client: session.client, bus: session.bus).start()
    }
    guard let request else { return (session, id) }
    let id = try session.askOnly { client throws(ControlError) in try client.post(request) }
    return (session, id)
  }

  /// Gives whoever else restarts the daemon the time to do so.
  private static func awaitDaemon(of session: Session, for limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    do throws(ControlError) {
      try session.client.startWatching()
      while try !session.client.daemonIsThere() {
        guard try session.client.nextEvent(within: ContinuousClock.now.duration(to: end)) != nil
        else { return false }
      }
      return true
    } catch {
      return false
    }
  }
}
