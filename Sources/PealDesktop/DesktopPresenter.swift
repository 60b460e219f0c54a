package import DBus
public import Peal

/// Shows alerts through the desktop's own notification server, `org.freedesktop.Notifications`.
///
/// It lives on one event loop, with the connection it speaks through: from the signal that frees a
/// slot to the call that shows the next alert nothing changes threads. All decisions are made in
/// ``ServerLink``; here its effects become calls, and their replies its events.
///
/// ```swift
/// let center = AlertCenter(presenter: try DesktopPresenter())
/// ```
public actor DesktopPresenter: Presenter {
  /// What happened, in order. One consumer.
  public nonisolated let events: AsyncStream<PresenterEvent>
  let reports: AsyncStream<PresenterEvent>.Continuation
  let loop: EventLoop
  private let buses: AsyncStream<Connection>
  /// Stopped with the presenter, if it is its own.
  private let ownLoop: EventLoop?
  private var replyTimeout: Duration
  /// How pictures are handed over.
  private(set) var pictures: PictureTransfer

  var link = ServerLink()
  /// Nil while there is no bus.
  var connection: Connection?
  /// What is still to be done: an effect may fail at once, and what comes of that has to wait its
  /// turn.
  private var pending: [Effect] = []
  private var isPerforming = false
  var overdue: [Popup.Handle: EventLoop.Timer] = [:]
  /// Calls that wait for their picture to be read, and until when.
  var unread: [Popup.Handle: EventLoop.Timer] = [:]
  var patience: EventLoop.Timer?
  private var placed: (@Sendable (Presentation) -> Void)?
  private var gone: (@Sendable (Presentation) -> Void)?
  private var settling: [Promise<Void>] = []
  /// Signals of the server's that are not what the specification says.
  package internal(set) var malformedSignals = 0

  /// The presenter runs on its loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Makes a presenter for a program of its own: it finds the session bus by the environment, speaks
  /// to it on a thread of its own, and connects again, with growing pauses, when the bus goes away.
  ///
  /// - Throws: ``DesktopError`` when the system has no thread or descriptor left.
  public init() throws(DesktopError) {
    do {
      let loop = try EventLoop.onOwnThread()
      self.init(on: loop, buses: SessionBus(loop).connections, owning: loop)
    } catch {
      throw .noResources
    }
  }

  /// Makes a presenter that shares a loop, and whose connections somebody else opens.
  ///
  /// - Parameters:
  ///   - loop: where it lives; its connections must as well.
  ///   - buses: the connection to speak through, and the next one each time that is lost.
  ///   - replyTimeout: how long the server may take for one answer.
  ///   - pictures: how it gets pictures.
  package init(
    on loop: EventLoop, buses: AsyncStream<Connection>, replyTimeout: Duration = .seconds(5),
    pictures: PictureTransfer = .path
  ) {
    self.init(
      on: loop, buses: buses, replyTimeout: replyTimeout, pictures: pictures, owning: nil)
  }

  private init(
    on loop: EventLoop, buses: AsyncStream<Connection>, replyTimeout: Duration = .seconds(5),
    pictures: PictureTransfer = .path, owning ownLoop: EventLoop?
  ) {
    self.loop = loop
    self.buses = buses
    self.replyTimeout = replyTimeout
    self.pictures = pictures
    self.ownLoop = ownLoop
    (events, reports) = AsyncStream.makeStream()
  }

  deinit { ownLoop?.stop() }

  /// Speaks to the notification server of one bus after the other, until the task is cancelled.
  public func run() async {
    for await bus in buses {
      await serve(bus)
      if Task.isCancelled { return }
      handle(.busLost)
    }
  }

  // MARK: What the queue asks

  public nonisolated func present(_ request: PresentRequest) {
    take(.present(request))
  }

  public nonisolated func update(_ presentation: Presentation, to alert: Alert, count: Int) {
    take(.update(presentation, alert, count: count))
  }

  public nonisolated func withdraw(_ presentation: Presentation) {
    take(.withdraw(presentation))
  }

  public nonisolated func summon() {
    take(.summon)
  }

  // MARK: For the daemon

  /// Has popups that an earlier process left go on; before ``run()``.
  package func inherit(_ inheritance: Inheritance) {
    link.inheritance = inheritance
  }

  /// Has `handler` told each time that a popup comes up, before the queue is: its id is known then.
  package func onPlaced(_ handler: @escaping @Sendable (Presentation) -> Void) {
    placed = handler
  }

  /// Has `handler` told each time that a popup is gone by the server's word, before the queue is.
  package func onGone(_ handler: @escaping @Sendable (Presentation) -> Void) {
    gone = handler
  }

  /// The server's own id of a popup, and which server that is, for an heir of this process.
  package func place(of presentation: Presentation) -> (id: UInt32, incarnation: String)? {
    link.place(of: presentation)
  }

  /// Returns once no popup waits for an answer of the server's.
  package func settled() async {
    guard !link.isSettled else { return }
    let promise = Promise<Void>()
    settling.append(promise)
    await promise.value
  }

  /// Whoever shows alerts now, and what is known of it.
  package var server: Server? { link.server }

  /// Changes how long the server may take for one answer, and how it gets pictures, from the next call
  /// on.
  package func configure(replyTimeout: Duration, pictures: PictureTransfer) {
    self.replyTimeout = replyTimeout
    self.pictures = pictures
  }

  // MARK: Events in, effects out

  /// Takes an event in on the loop: at once if the caller is there, else as soon as may be.
  nonisolated func take(_ event: LinkEvent) {
    loop.perform {
      self.assumeIsolated { $0.handle(event) }
    }
  }

  private func handle(_ event: LinkEvent) {
    pending += link.handle(event, at: TimeSource.continuous.now())
    forgetTimers(after: event)
    if let placed, case .notified(let handle, _) = event,
      let presentation = link.presentation(of: handle)
    {
      placed(presentation)
    }
    for presentation in link.takeGone() { gone?(presentation) }
    guard !isPerforming else { return }
    isPerforming = true
    while !pending.isEmpty { perform(pending.removeFirst(), replyTimeout) }
    isPerforming = false
    guard !settling.isEmpty, link.isSettled else { return }
    for promise in settling { promise.fulfil(()) }
    settling = []
  }

  private func forgetTimers(after event: LinkEvent) {
    switch event {
    case .notified(let handle, _):
      overdue.removeValue(forKey: handle)?.cancel()
    case .owner, .busLost:
      let generation = link.server?.generation
      for (handle, timer) in overdue where handle.generation != generation {
        timer.cancel()
        overdue[handle] = nil
      }
    case .present, .update, .withdraw, .summon, .informed, .capable, .inhibited, .process,
      .closeAnswered,
      .overdue, .patienceOver, .signal, .changed:
      break
    }
  }
}

/// Why there is no presenter.
public enum DesktopError: Error, Sendable, Hashable {
  /// The system has no thread or descriptor left.
  case noResources
}
