import Synchronization

extension AlertCenter {
  /// More pause tokens than ``Limits/pauseTokens`` were taken at once.
  public struct TooManyPauses: Error, Hashable {}

  /// Holds the queue: what is on screen stays, nothing else comes. It goes on when every token is
  /// released.
  ///
  /// - Parameters:
  ///   - name: the token's name; taking a name again renews it. Nil takes a name of its own.
  ///   - duration: when the token is released by itself, from now; nil is never.
  ///   - exception: what passes all the same.
  ///   - owner: whose leaving releases the token.
  /// - Returns: the token to release with ``resume(_:)``.
  /// - Throws: ``TooManyPauses``.
  @discardableResult
  public func pause(
    _ name: String? = nil, for duration: Duration? = nil,
    except exception: AlertQueue.Pausing.Exception = .critical, owner: Owner? = nil
  ) throws(TooManyPauses) -> PauseToken {
    let token = PauseToken(rawValue: name ?? "pause \(state.withLock { $0.nextNumber() })")
    let pausing = AlertQueue.Pausing(except: exception, for: duration, owner: owner)
    guard handle(.paused(token, pausing)) == .done else { throw TooManyPauses() }
    return token
  }

  /// Releases a pause token.
  ///
  /// - Returns: false when it is not held, as when it was released before.
  @discardableResult
  public func resume(_ token: PauseToken) -> Bool {
    handle(.resumed(token)) == .done
  }

  /// Says that an owner is gone: its alerts end ``Outcome/abandoned``, its pauses are over.
  public func ownerLeft(_ owner: Owner) {
    handle(.ownerGone(owner))
  }

  /// Says that nobody knows any more which owners are there: each has ten seconds to ``claim(_:by:)``
  /// what is its own.
  public func ownersLost() {
    handle(.ownersLost)
  }

  /// Says that an owner is back and waits for the end of an alert.
  @discardableResult
  public func claim(_ id: AlertID, by owner: Owner) -> ActResult {
    act(.claimed(id, by: owner))
  }

  /// Sets the queue up anew. What is on screen stays.
  public func configure(_ configuration: AlertQueue.Configuration) {
    handle(.configured(configuration))
  }

  /// Stops the queue and takes the popups down. By default every live alert ends
  /// ``Outcome/shutdown``, and none can be posted any more, not even by a handler; with `keeping`
  /// they stay live, for a journal to bring back.
  public func shutdown(_ stop: AlertQueue.Stop = .ending) {
    handle(.stopped(stop))
  }
}
