import Synchronization

extension AlertCenter {
  /// Tells the queue what happened and does what it wants done, or leaves that to whoever is at it.
  @discardableResult
  func handle(_ event: AlertQueue.Event, watch: Watch? = nil) -> AlertQueue.Answer? {
    let answer = change { $0.handle(event, at: $1, watch: watch) }
    deliver()
    return answer
  }

  /// Changes the state under the lock. The time is read there too, so that it never goes backwards
  /// for the queue.
  func change<Result: Sendable>(
    _ body: (inout State, Instant) -> sending Result
  ) -> Result {
    state.withLock { state in
      let result = body(&state, time.now())
      // Until the reports are delivered the queue wants to be woken at once; the turn's end does it.
      if state.openTurns == 0 { alarm.set(state.queue.nextWake) }
      return result
    }
  }

  /// Empties the outbox, unless somebody else is at it: then that one delivers this too.
  func deliver() {
    guard var batch = takeOutbox(first: true) else { return }
    while true {
      for delivery in batch { perform(delivery) }
      guard let next = takeOutbox(first: false) else { return }
      batch = next
    }
  }

  /// What there is to deliver; nil when there is nothing, or when somebody else is at it.
  private func takeOutbox(first: Bool) -> [Delivery]? {
    state.withLock { state in
      if first, state.isDelivering { return nil }
      state.isDelivering = !state.outbox.isEmpty
      guard state.isDelivering else {
        state.noteIfSettled()
        return nil
      }
      defer { state.outbox = [] }
      return state.outbox
    }
  }

  private func perform(_ delivery: Delivery) {
    switch delivery {
    case .present(let request): presenter.present(request)
    case .update(let presentation, let alert, let count):
      presenter.update(presentation, to: alert, count: count)
    case .withdraw(let presentation): presenter.withdraw(presentation)
    case .summon: presenter.summon()
    case .change(let change):
      observer?(change)
      feed.publish(change)
    case .call(let handler): handler()
    case .turnEnd:
      change { state, now in
        state.openTurns -= 1
        _ = state.handle(.woke, at: now)
      }
    }
  }
}
