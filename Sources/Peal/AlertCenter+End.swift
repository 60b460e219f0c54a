import Synchronization

extension AlertCenter {
  /// Has `handler` told how an alert ended: exactly once, at once for an alert whose end is among the
  /// recent ones. There may be any number of handlers.
  ///
  /// - Returns: false when no such alert is known; then the handler never runs.
  @discardableResult
  public func whenEnded(_ id: AlertID, _ handler: @escaping EndHandler) -> Bool {
    watch(id, handler) != nil
  }

  /// How an alert ended, or will have ended: waits for that.
  ///
  /// - Returns: nil when no such alert is known, or when the task is cancelled; the alert goes on.
  public func ending(of id: AlertID) async -> Ending? {
    let end = Promise<Ending?>()
    guard let number = watch(id, { end.fulfil($0) }) else { return nil }
    return await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      state.withLock { $0.unwatch(id, number) }
      end.fulfil(nil)
    }
  }

  /// Puts up a handler and returns its number.
  private func watch(_ id: AlertID, _ handler: @escaping EndHandler) -> Int? {
    let number = change { state, now in state.watch(id, at: now, handler) }
    deliver()
    return number
  }

  /// Returns when no alert is left, every popup has been taken down, and all reports are delivered.
  package func settled() async {
    let promise = Promise<Void>()
    state.withLock { state in
      state.settling.append(promise)
      state.noteIfSettled()
    }
    await promise.value
  }
}

extension AlertCenter.State {
  /// Puts up a handler for the end of a live alert, or calls it with a recent ending.
  ///
  /// - Returns: the handler's number; nil when no such alert is known.
  mutating func watch(
    _ id: AlertID, at now: Instant, _ handler: @escaping AlertCenter.EndHandler
  ) -> Int? {
    // Something may fall due in there, and end this very alert.
    _ = handle(.awaited(id), at: now)
    let number = nextNumber()
    if watches[id] != nil {
      watches[id]?.handlers.append((number, handler))
      return number
    }
    guard let ending = recent[id] else { return nil }
    outbox.append(.call { handler(ending) })
    return number
  }

  /// Lets those go on who wait until nothing is left.
  mutating func noteIfSettled() {
    guard !settling.isEmpty, !isDelivering, outbox.isEmpty, queue.isEmpty else { return }
    for promise in settling { promise.fulfil(()) }
    settling = []
  }

  /// Takes a handler away again.
  mutating func unwatch(_ id: AlertID, _ number: Int) {
    watches[id]?.handlers.removeAll { $0.number == number }
  }
}
