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
    let queue = AlertQueue(configuration: configuration, restoring: record, at: time.now())
    var state = State(queue, keeping: recentEndings)
    for submission in record.alerts.flatMap(\.submissions) {
      state.watches[submission.id] = Watch()
    }
    self.init(state, presenter: presenter, time: time, observer: observer)
    change { _, _ in }
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
