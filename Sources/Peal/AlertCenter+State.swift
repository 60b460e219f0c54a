extension AlertCenter {
  /// What is done outside the lock, in this order.
  enum Delivery: Sendable {
    indirect case present(PresentRequest)
    indirect case update(Presentation, Alert, count: Int)
    case withdraw(Presentation)
    case summon
    case change(Change)
    case call(@Sendable () -> Void)
    /// The reports of a turn are delivered: the queue may fill its slots.
    case turnEnd
  }

  /// Who is told about one submission.
  struct Watch: Sendable {
    /// What pressing a button does, by its key.
    var buttons: [String: @Sendable () -> Void] = [:]
    /// With a number each, so that one can be taken away.
    var handlers: [(number: Int, handler: EndHandler)] = []
  }

  /// What the lock protects.
  struct State: Sendable {
    var queue: AlertQueue
    var outbox: [Delivery] = []
    /// How many turns have reports that are still to be delivered.
    var openTurns = 0
    /// Whether some call is emptying the outbox.
    var isDelivering = false
    /// One for each submission whose end is not reported yet.
    var watches: [AlertID: Watch] = [:]
    var recent: RecentEndings
    /// The name of what shows alerts now.
    var presenterName: String?
    /// Whether the presenter was told that an alert waits for it, since something was last there.
    var hasSummoned = false
    /// Whether everything was ended for good.
    private var isStopped = false
    /// Fulfilled when nothing is left, and all of it is delivered.
    var settling: [Promise<Void>] = []
    private var lastNumber = 0

    init(_ queue: AlertQueue, keeping recentEndings: Int) {
      self.queue = queue
      recent = RecentEndings(limit: recentEndings)
    }

    /// A number that was not used before in this center.
    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// Tells the queue, and puts into the outbox what it wants done.
    ///
    /// - Parameter watch: who is told about the alert that the event posts.
    /// - Returns: the answer, if the event is a call.
    mutating func handle(
      _ event: AlertQueue.Event, at now: Instant, watch: Watch? = nil
    ) -> AlertQueue.Answer? {
      switch event {
      case .posted where isStopped: return .refused(.stopped)
      case .stopped(.ending): isStopped = true
      default: break
      }
      let wasPaused = queue.isPaused
      let effects = queue.handle(event, at: now)
      if case .presenter(let report) = event { note(report) }
      if queue.isPaused != wasPaused { outbox.append(.change(.paused(!wasPaused))) }
      var answer: AlertQueue.Answer?
      for effect in effects {
        if case .answer(let given) = effect {
          answer = given
          note(given, to: event, at: now, watch: watch)
        } else {
          put(effect)
        }
      }
      if effects.contains(where: \.isEnding) {
        outbox.append(.turnEnd)
        openTurns += 1
      }
      return answer
    }

    private mutating func put(_ effect: AlertQueue.Effect) {
      switch effect {
      case .present(let request):
        let presentation = request.presentation
        outbox.append(.present(request))
        outbox.append(.change(.moved(presentation.id, .presenting(presentation))))
      case .update(let presentation, let alert, let count):
        outbox.append(.update(presentation, alert, count: count))
      case .withdraw(let presentation):
        outbox.append(.withdraw(presentation))
      case .changed(let id, let stage):
        outbox.append(.change(.moved(id, stage)))
      case .acted(let id, let key, let text):
        outbox.append(.change(.acted(id, key: key, text: text)))
        if let press = watches[id]?.buttons[key] { outbox.append(.call(press)) }
      case .activation(let id, let token):
        outbox.append(.change(.activation(id, token: token)))
      case .ended(let ending):
        report(ending)
      case .answer, .wake:
        // Answers are noted apart; the alarm is set from `nextWake`, which also says "never".
        break
      }
    }

    /// The observer is told first, so that a journal has written what a handler learns.
    private mutating func report(_ ending: Ending) {
      outbox.append(.change(.ended(ending)))
      recent.keep(ending)
      guard let watch = watches.removeValue(forKey: ending.id) else { return }
      if case .action(let key, _) = ending.outcome, let press = watch.buttons[key] {
        outbox.append(.call(press))
      }
      for (_, handler) in watch.handlers { outbox.append(.call { handler(ending) }) }
    }

    /// Draws from an answer what the effects do not say.
    private mutating func note(
      _ answer: AlertQueue.Answer, to event: AlertQueue.Event, at now: Instant, watch: Watch?
    ) {
      switch (event, answer) {
      case (.posted(let alert, let terms), .accepted(let id)):
        watches[id] = watch ?? Watch()
        outbox.append(.change(.posted(id, alert, terms)))
        if queue.isMerged(id) { noteUpdate(of: id, at: now) }
        summonIfNeeded()
      case (.updated(let id, _), .done): noteUpdate(of: id, at: now)
      default: break
      }
    }

    private mutating func noteUpdate(of id: AlertID, at now: Instant) {
      guard let status = queue.status(of: id, at: now) else { return }
      outbox.append(.change(.updated(status.id, status.alert)))
    }

    /// Tells the presenter that an alert waits for it, once.
    private mutating func summonIfNeeded() {
      guard presenterName == nil, !hasSummoned, !queue.isEmpty else { return }
      hasSummoned = true
      outbox.append(.summon)
    }

    private mutating func note(_ report: PresenterEvent) {
      let old = presenterName
      switch report {
      case .available(let traits):
        presenterName = traits.name
        hasSummoned = false
      case .lost:
        presenterName = nil
        summonIfNeeded()
      case .presentFailed(_, .unresponsive):
        presenterName = nil
      case .presented, .presentFailed, .closed, .withdrawn, .actionInvoked, .replied,
        .activationToken:
        break
      }
      if presenterName != old { outbox.append(.change(.presenter(presenterName))) }
    }
  }
}

extension AlertQueue.Effect {
  /// Whether it reports an ending.
  fileprivate var isEnding: Bool {
    if case .ended = self { true } else { false }
  }
}
