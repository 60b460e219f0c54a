internal import DBus
package import Peal
internal import Synchronization

/// Where a journal keeps what the host accepts, so that it outlives the process. Without one the
/// host's own book is all there is.
package struct Archive: Sendable {
  /// Keeps a post before the queue sees it, and says then under which id, or why it cannot.
  package var admit: @Sendable (Entry, @escaping Admission) -> Void
  /// Forgets a post that the queue refused.
  package var forget: @Sendable (AlertID) -> Void
  /// Does something once all that has happened so far is written; at once if it is. It is told what
  /// is wrong when that cannot be done.
  package var whenWritten: @Sendable (@escaping @Sendable (ControlError?) -> Void) -> Void
  /// Notes a named pause; nil for one that was released.
  package var notePause: @Sendable (QueueRecord.Pause?, PauseToken) -> Void
  /// The reports of the ended ones that a query means, oldest first.
  package var history: @Sendable (Query) -> [AlertReport]

  /// What is told how a post was kept.
  package typealias Admission = @Sendable (Result<Kept, ControlError>) -> Void

  /// Makes an archive of its abilities.
  package init(
    admit: @escaping @Sendable (Entry, @escaping Admission) -> Void,
    forget: @escaping @Sendable (AlertID) -> Void,
    whenWritten: @escaping @Sendable (@escaping @Sendable (ControlError?) -> Void) -> Void,
    notePause: @escaping @Sendable (QueueRecord.Pause?, PauseToken) -> Void,
    history: @escaping @Sendable (Query) -> [AlertReport]
  ) {
    self.admit = admit
    self.forget = forget
    self.whenWritten = whenWritten
    self.notePause = notePause
    self.history = history
  }

  /// A post.
  package struct Entry: Sendable {
    /// What is posted.
    package var alert: Alert
    /// Whose leaving ends it.
    package var owner: Owner?
    /// Whether somebody waits for its end.
    package var isAwaited: Bool
    /// What makes posting it again safe.
    package var token: String?
    /// Who posts it.
    package var poster: Poster?
  }

  /// How a post was kept.
  package enum Kept: Sendable, Hashable {
    /// Under an id of its own.
    case new(AlertID)
    /// It was before, with the same token.
    case known(AlertID)
  }

  /// The report of one ended alert.
  func report(_ id: AlertID) -> AlertReport? {
    var query = Query()
    query.id = id
    return history(query).last
  }
}

extension ControlHost {
  /// How many ended alerts the host remembers itself when there is an archive to ask.
  static let recentReports = 256

  /// Whether calls are taken.
  enum Opening {
    /// Not before it is known what is kept. What is to be done then, for those who called so far.
    case awaited([@Sendable () -> Void])
    /// Not while nothing can be kept, which the error says.
    case barred(ControlError)
    case open
  }

  /// Lets calls, and who reads the properties, wait until ``open(_:_:posters:posted:)``, ``openWithoutArchive()`` or ``bar(_:)``.
  package func awaitOpening() {
    state.withLock { $0.opening = .awaited([]) }
  }

  /// Takes the calls that waited, and all from now on: no journal is kept.
  package func openWithoutArchive() {
    settle(.open)
  }

  /// Refuses what has to do with alerts until ``open(_:_:posters:posted:)`` or
  /// ``openWithoutArchive()``: the archive cannot be opened now.
  package func bar(_ error: ControlError) {
    settle(.barred(error))
  }

  private func settle(_ opening: Opening) {
    let early = state.withLock { state in
      defer { state.opening = opening }
      if case .awaited(let early) = state.opening { return early }
      return []
    }
    for action in early { action() }
  }

  /// Does something once it is known what is kept, or that this cannot be known now; at once if it is.
  func whenOpened(_ action: @escaping @Sendable () -> Void) {
    let isOpened = state.withLock { state in
      guard case .awaited(let early) = state.opening else { return true }
      state.opening = .awaited(early + [action])
      return false
    }
    if isOpened { action() }
  }

  /// What becomes of a call that has come in.
  enum Admission {
    case taken
    /// It is looked at later.
    case kept
    case refused(ControlError)
  }

  func admission(of call: IncomingCall) -> Admission {
    state.withLock { state in
      switch state.opening {
      case .open: return .taken
      case .barred(let error): return .refused(error)
      case .awaited(let early):
        state.opening = .awaited(early + [{ [weak self] in self?.take(call) }])
        return .kept
      }
    }
  }

  /// Keeps everything in an archive from now on, and goes on with what it holds. Only before
  /// anything is posted.
  package func open(
    _ archive: Archive, _ record: QueueRecord, posters: [AlertID: Poster],
    posted: (Instant) -> WallTime
  ) {
    defer { openWithoutArchive() }
    state.withLock { state in
      state.archive = archive
      state.book.limit(history: Self.recentReports)
      for submission in record.alerts.flatMap(\.submissions) {
        state.book.open(submission.id, at: posted(submission.posted))
        if let poster = posters[submission.id] { state.book.note(submission.id, poster: poster) }
      }
    }
    center.restore(record)
  }

  /// Does something once all that has happened so far is written; also when that cannot be done.
  func whenWritten(_ action: @escaping @Sendable () -> Void) {
    guard let archive = state.withLock({ $0.archive }) else { return action() }
    archive.whenWritten { _ in action() }
  }

  /// Answers a call once what it has done is written, or with what keeps that from being written.
  func answer(_ call: IncomingCall, _ value: Value) {
    guard let archive = state.withLock({ $0.archive }), value.isDeed else {
      return call.reply([value])
    }
    archive.whenWritten { error in
      if let error { call.fail(error) } else { call.reply([value]) }
    }
  }
}

extension Value {
  /// Whether a reply says that something was done: it is neither false nor zero.
  fileprivate var isDeed: Bool { boolean ?? (uint32 != 0) }
}
