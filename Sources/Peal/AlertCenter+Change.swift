import Synchronization

extension AlertCenter {
  /// Something that has changed. Changes come in the order in which they happened.
  public enum Change: Sendable, Hashable {
    /// An alert was accepted under this id. It is waiting, until something else is said; if it was
    /// merged into another, that one's update follows.
    indirect case posted(AlertID, Alert, AlertQueue.Terms)
    /// A live alert was updated to this, by a call or by what was merged into it.
    indirect case updated(AlertID, Alert)
    /// A live alert is at another stage.
    case moved(AlertID, Stage)
    /// An action of a resident alert was chosen; the alert stays.
    case acted(AlertID, key: String, text: String?)
    /// The token with which what an action starts may take the focus; comes before the action.
    case activation(AlertID, token: String)
    /// A submission ended. Nothing about it follows.
    indirect case ended(Ending)
    /// The queue was paused, or is no longer.
    case paused(Bool)
    /// The name of what shows alerts from now on; nil when nothing does.
    case presenter(String?)
  }

  /// The changes from now on. There may be any number of readers, each with a stream of its own.
  ///
  /// A reader that falls behind loses the oldest changes: the newest `limit` are kept for it, and
  /// ``alerts(_:)`` says how things stand. The stream ends with the center.
  public func changes(keeping limit: Int = 1000) -> AsyncStream<Change> {
    feed.subscribe(keeping: limit)
  }
}

/// Hands every change to all who read.
final class ChangeFeed: Sendable {
  private typealias Continuation = AsyncStream<AlertCenter.Change>.Continuation

  private struct State {
    var readers: [Int: Continuation] = [:]
    var lastReader = 0
  }

  private let state = Mutex(State())

  func subscribe(keeping limit: Int) -> AsyncStream<AlertCenter.Change> {
    let (stream, continuation) = AsyncStream<AlertCenter.Change>.makeStream(
      bufferingPolicy: .bufferingNewest(limit))
    let reader = state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = continuation
      return state.lastReader
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.readers.removeValue(forKey: reader) }
    }
    return stream
  }

  func publish(_ change: AlertCenter.Change) {
    let readers = state.withLock { $0.readers }
    for reader in readers.values { reader.yield(change) }
  }

  deinit {
    for reader in state.withLock({ $0.readers }).values { reader.finish() }
  }
}
