extension AlertCenter {
  /// On whose behalf and in whose place an alert is posted.
  public struct PostOptions: Sendable, Hashable {
    /// Who waits for its end, where that is somebody else than this program; see ``ownerLeft(_:)``.
    public var owner: Owner?
    /// Whether it outlives its owner.
    public var isDetached: Bool
    /// The live alert that it replaces, whatever its tag.
    public var replacing: AlertID?
    /// The id that a journal has given it, above all before; nil for the next one.
    package var id: AlertID?

    /// Makes options; without arguments those of a program's own alert.
    public init(owner: Owner? = nil, isDetached: Bool = false, replacing: AlertID? = nil) {
      self.owner = owner
      self.isDetached = isDetached
      self.replacing = replacing
    }

    var terms: AlertQueue.Terms {
      var terms = AlertQueue.Terms(
        owner: isDetached ? nil : owner, isAwaited: owner != nil, replacing: replacing)
      terms.id = id
      return terms
    }
  }

  /// Puts an alert into the queue and returns at once. From any task or thread, also from a handler.
  ///
  /// - Parameters:
  ///   - alert: what to show.
  ///   - options: on whose behalf, and in whose place.
  ///   - buttons: further actions, each with what pressing it does.
  ///   - onEnd: is told how the alert ended, exactly once; possibly before this returns.
  /// - Returns: the alert's id, from now on.
  /// - Throws: what is wrong with the alert, or that the queue is full. Then no handler runs.
  @discardableResult
  public func post(
    _ alert: Alert, _ options: PostOptions = .init(), buttons: [Button] = [],
    onEnd: EndHandler? = nil
  ) throws(AlertError) -> AlertID {
    try post(alert, options.terms, buttons: buttons, onEnd: onEnd)
  }

  /// Puts an alert into the queue and waits until it has ended.
  ///
  /// Cancelling the task withdraws the alert; then this returns ``Outcome/withdrawn``, unless the
  /// alert has ended otherwise before.
  ///
  /// A notification server takes an alert down after a time of its own choosing: a question that
  /// has to stay until it is answered needs `expiry` set to ``Alert/Expiry/never``.
  ///
  /// - Throws: an ``AlertError``, or `CancellationError` when the task is cancelled already: then
  ///   nothing is posted.
  public func ask(
    _ alert: Alert, _ options: PostOptions = .init(), buttons: [Button] = []
  ) async throws -> Outcome {
    try Task.checkCancellation()
    let end = Promise<Ending>()
    var terms = options.terms
    terms.isAwaited = true
    let id = try post(alert, terms, buttons: buttons, onEnd: end.fulfil)
    return await withTaskCancellationHandler {
      await end.value.outcome
    } onCancel: {
      withdraw(id)
    }
  }

  private func post(
    _ alert: Alert, _ terms: AlertQueue.Terms, buttons: [Button], onEnd: EndHandler?
  ) throws(AlertError) -> AlertID {
    var (alert, watch) = try equip(alert, with: buttons)
    if let onEnd { watch.handlers.append((0, onEnd)) }
    switch handle(.posted(alert, terms), watch: watch) {
    case .accepted(let id): return id
    case .refused(let error): throw error
    case let answer: preconditionFailure("a post was answered \(String(describing: answer))")
    }
  }
}
