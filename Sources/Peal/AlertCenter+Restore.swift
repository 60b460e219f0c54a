import Synchronization

// R17: a center goes on with what another process left behind.
extension AlertCenter {
  /// Makes a center of what a journal has kept. The alerts are there from now on, and can be waited
  /// for; nothing is reported of them until something happens to them.
  package convenience init(
    restoring record: QueueRecord, presenter: any Presenter,
    configuration: AlertQueue.Configuration = .init(), time: TimeSource = .continuous,
    recentEndings: Int = 1000, observer: (@Sendable (Change) -> Void)? = nil
  ) {
    self.init(
      presenter: presenter, configuration: configuration, time: time,
      recentEndings: recentEndings, observer: observer)
    restore(record)
  }

  /// Goes on with what a journal has kept; only before anything is posted.
  package func restore(_ record: QueueRecord) {
    change { state, now in
      precondition(state.queue.isEmpty, "a queue is restored before anything is posted")
      state.queue = AlertQueue(
        configuration: state.queue.configuration, restoring: record, at: now)
      for submission in record.alerts.flatMap(\.submissions) {
        state.watches[submission.id] = Watch()
      }
    }
    // What fell due meanwhile.
    handle(.woke)
  }

  /// What is to be kept of everything that is live.
  package var record: QueueRecord {
    state.withLock { $0.queue.record }
  }

  /// What is to be kept of a live alert, by the id of any of its submissions; nil when it is ending.
  package func record(of id: AlertID) -> AlertRecord? {
    state.withLock { $0.queue.record(of: id) }
  }
}
