package import Peal
internal import Synchronization

/// The durable journal and history: what was accepted is here, until it has ended and is forgotten.
///
/// Whatever it is told goes into a batch, in order and at once; ``commit()`` writes the batch in one
/// transaction. The first thing that goes in has a commit scheduled, at a time when everything that is
/// at hand has been taken in: so many senders share one transaction. It writes on the thread that
/// calls it. A transaction takes 10 to 50 µs, less than
/// handing it to another thread and waiting for the news; measured, one loop that commits once a
/// turn takes over 100,000 posts a second in.
///
/// Posts come before the queue: an alert is posted to the queue once it is written. So nothing is
/// shown that a crash could forget, and what finds no room leaves no trace. All else that cannot be
/// written is kept and tried again, ever more seldom.
package final class Journal: Sendable {
  private let state: Mutex<State>
  private let onOutage: @Sendable (JournalError?) -> Void
  private let schedule: Scheduler

  /// Does something after a while on the thread that the journal is written on, and never before it
  /// returns.
  package typealias Scheduler = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// What is told that it is written, or why it is not.
  package typealias Completion = @Sendable (JournalError?) -> Void

  private struct State: ~Copyable {
    var store: Store
    let lock: JournalLock
    var queue = CommitQueue()
  }

  init(
    _ store: sending Store, _ lock: consuming sending JournalLock,
    onOutage: @escaping @Sendable (JournalError?) -> Void, schedule: @escaping Scheduler
  ) {
    state = Mutex(State(store: store, lock: lock))
    self.onOutage = onOutage
    self.schedule = schedule
  }

  /// Takes in a post. `then` is told its id once it is written: then it is accepted. A post with a
  /// token that was used before gets the id from then, and is not kept again.
  package func accept(
    _ post: JournalPost, _ clock: ClockReading,
    then: @escaping @Sendable (Result<Acceptance, JournalError>) -> Void
  ) {
    let admission: Admission = change { state in
      if let token = post.token {
        if let id = state.store.writtenID(token: token) { return .written(id) }
        if let id = state.store.batch.tokens[token] { return .noted(.known(id)) }
      }
      guard let id = state.store.takeID() else { return .outOfIDs }
      state.store.batch.add(post, as: id, clock)
      return .noted(.new(id))
    }
    switch admission {
    case .outOfIDs: then(.failure(.outOfIDs))
    case .written(let id): then(.success(.known(id)))
    case .noted(let acceptance):
      add(.post { error in then(error.map(Result.failure) ?? .success(acceptance)) })
    }
  }

  /// Where a post stands before the next commit.
  private enum Admission {
    case outOfIDs
    case written(AlertID)
    case noted(Acceptance)
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

  /// Notes that a popup is gone from the screen: then no later process takes it down.
  package func forget(_ popup: Presentation) {
    change { $0.store.batch.forget(popup) }
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

  /// Has `completion` called once all that was noted so far is written; at once when it is. While
  /// writing fails it waits for some retries, and is then told why: it holds up nobody for long.
  package func whenWritten(_ completion: @escaping Completion) {
    let isWritten = state.withLock { $0.store.batch.isEmpty && !$0.queue.hasWaiters }
    if isWritten { completion(nil) } else { add(.change(completion)) }
  }

  private func add(_ waiter: CommitQueue.Waiter) {
    let mustRequest = state.withLock { state in
      state.queue.add(waiter)
      return state.queue.request()
    }
    if mustRequest { requestCommit() }
  }

  private func requestCommit() {
    schedule(.zero) { self.commit() }
  }

  /// Writes what was noted and calls those who wait for it. What cannot be written, but for new
  /// posts, is tried again.
  package func commit() {
    let (error, news, retry, isChanged) = state.withLock { state in
      let wasOut = state.queue.isOut
      let error = state.store.commit()
      let news = state.queue.settle(error, isAllWritten: state.store.batch.isEmpty)
      return (error, news, state.queue.retry(), state.queue.isOut != wasOut)
    }
    if isChanged { onOutage(error) }
    for piece in news { piece.tell() }
    if let retry { schedule(retry.delay) { self.commit(retry) } }
  }

  private func commit(_ retry: CommitQueue.Retry) {
    let isCurrent = state.withLock { $0.queue.begin(retry) }
    if isCurrent { commit() }
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

  @discardableResult
  private func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    let (value, mustRequest) = state.withLock { state in
      let value = body(&state)
      return (value, !state.store.batch.isEmpty && state.queue.request())
    }
    if mustRequest { requestCommit() }
    return value
  }
}
