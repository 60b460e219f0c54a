package import Peal
internal import Synchronization

/// The durable journal and history: what was accepted is here, until it has ended and is forgotten.
///
/// Whatever it is told goes into a batch, in order and at once; ``commit()`` writes the batch in one
/// transaction. The first thing that goes in asks for a commit through the function that was handed
/// in, at a time when everything that is at hand has been taken in: so many senders share one
/// transaction. It writes on the thread that calls it. A transaction takes 10 to 50 µs, less than
/// handing it to another thread and waiting for the news; measured, one loop that commits once a
/// turn takes over 100,000 posts a second in.
///
/// Posts come before the queue: an alert is posted to the queue once it is written. So nothing is
/// shown that a crash could forget, and what finds no room leaves no trace.
package final class Journal: Sendable {
  private let state: Mutex<State>
  private let requestCommit: @Sendable (Journal) -> Void

  /// What is told that the batch was written, or why its posts were not.
  package typealias Completion = @Sendable (JournalError?) -> Void

  private struct State: ~Copyable {
    var store: Store
    let lock: JournalLock
    var completions: [Completion] = []
    /// Whether a commit is on its way.
    var isRequested = false
  }

  /// - Parameter requestCommit: has ``commit()`` called soon, and not from within itself.
  init(
    _ store: sending Store, _ lock: consuming sending JournalLock,
    requestCommit: @escaping @Sendable (Journal) -> Void
  ) {
    state = Mutex(State(store: store, lock: lock))
    self.requestCommit = requestCommit
  }

  /// Takes in a post. `then` is told its id once it is written: then it is accepted. A post with a
  /// token that was used before gets the id from then, and is not kept again.
  package func accept(
    _ post: JournalPost, _ clock: ClockReading,
    then: @escaping @Sendable (Result<Acceptance, JournalError>) -> Void
  ) {
    let acceptance: Acceptance? = change { state in
      if let token = post.token, let id = state.store.id(token: token) { return .known(id) }
      guard let id = state.store.takeID() else { return nil }
      state.store.batch.add(post, as: id, clock)
      return .new(id)
    }
    guard let acceptance else { return then(.failure(.outOfIDs)) }
    whenWritten { error in then(error.map(Result.failure) ?? .success(acceptance)) }
  }

  /// What became of a post.
  package enum Acceptance: Sendable, Hashable {
    /// It is written under this id.
    case new(AlertID)
    /// It had been accepted before, under this id.
    case known(AlertID)
  }

  /// Takes back a post that the queue refused.
  package func forget(_ id: AlertID) {
    change { $0.store.batch.remove(id) }
  }

  /// Notes where a live alert stands. Of several notes in one batch the last one counts.
  package func record(_ entry: LiveEntry, _ clock: ClockReading) {
    change { $0.store.batch.put(entry, clock) }
  }

  /// Notes how a submission ended.
  package func file(_ ending: Ending, _ clock: ClockReading) {
    change { $0.store.batch.file(ending, clock) }
  }

  /// Notes who posted an alert.
  package func record(_ poster: Poster, of id: AlertID) {
    change { $0.store.batch.put(poster, of: id) }
  }

  /// Notes a named pause; nil for one that was released.
  package func record(_ pause: QueueRecord.Pause?, _ token: PauseToken, _ clock: ClockReading) {
    change { state in
      if let pause {
        state.store.batch.put(pause, token, clock)
      } else {
        state.store.batch.release(token)
      }
    }
  }

  /// Has `completion` called after the next commit, which writes all that was noted so far; at once
  /// when none is needed. What could not be written holds up nobody.
  package func whenWritten(_ completion: @escaping Completion) {
    let isWritten = state.withLock { state in
      guard state.isRequested || !state.completions.isEmpty else { return true }
      state.completions.append(completion)
      return false
    }
    if isWritten { completion(nil) }
  }

  /// Writes what was noted and calls those who wait for it. What cannot be written, but for new
  /// posts, is tried again at the next commit.
  package func commit() {
    let (error, completions) = state.withLock { state in
      let error = state.store.commit()
      state.isRequested = false
      defer { state.completions = [] }
      return (error, state.completions)
    }
    for completion in completions { completion(error) }
  }

  /// How many ended alerts are kept from now on.
  package func keep(history: Int) {
    state.withLock { $0.store.history = max(0, history) }
  }

  /// The ended ones that a query means, the latest first. What was noted is written first.
  package func history(_ query: HistoryQuery) -> [HistoryEntry] {
    commit()
    return state.withLock { state in (try? state.store.tables.history(query)) ?? [] }
  }

  /// The id that was given for a token.
  package func id(token: String) -> AlertID? {
    state.withLock { $0.store.id(token: token) }
  }

  @discardableResult
  private func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    let (value, mustRequest) = state.withLock { state in
      let value = body(&state)
      let mustRequest = !state.isRequested && !state.store.batch.isEmpty
      if mustRequest { state.isRequested = true }
      return (value, mustRequest)
    }
    if mustRequest { requestCommit(self) }
    return value
  }
}
