import Synchronization

extension AlertCenter {
  /// How things stand, in a few words.
  public struct Summary: Sendable, Hashable {
    /// How many alerts are stored: waiting, held, hidden and parked.
    public let waiting: Int
    /// How many alerts are on screen.
    public let shown: Int
    /// Whether a pause token is held.
    public let isPaused: Bool
    /// The name of what shows alerts; nil when nothing does.
    public let presenter: String?
  }

  /// The live alerts that the filter lets through: on screen first, then as they would be shown.
  public func alerts(_ filter: Filter = .everything) -> [AlertStatus] {
    state.withLock { $0.queue.statuses(matching: filter, at: time.now()) }
  }

  /// What there is to know about a live alert; nil when there is none with that id.
  public func status(of id: AlertID) -> AlertStatus? {
    state.withLock { $0.queue.status(of: id, at: time.now()) }
  }

  /// How things stand.
  public var summary: Summary {
    state.withLock { state in
      Summary(
        waiting: state.queue.waitingCount, shown: state.queue.shownCount,
        isPaused: state.queue.isPaused, presenter: state.presenterName)
    }
  }

  /// How the queue is set up.
  public var configuration: AlertQueue.Configuration {
    state.withLock { $0.queue.configuration }
  }
}
