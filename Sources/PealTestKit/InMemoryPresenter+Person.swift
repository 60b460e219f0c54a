public import Peal
import Synchronization

/// What the person and the world do. Each returns false, and nothing happens, where there is
/// nothing to do it to. An alert's popup is that of its latest presentation.
extension InMemoryPresenter {
  /// What is on the screen now, in the order in which it came up.
  public var popups: [PresentRequest] {
    screen.withLock { $0.visible }
  }

  /// Whether something is there to show popups.
  public var isAvailable: Bool {
    screen.withLock { $0.isAvailable }
  }

  /// Waits until a popup with this summary has been asked for, with a time limit. The first `start`
  /// calls are left out, to wait for a popup that is asked for again.
  public func popup(
    _ summary: String, from start: Int = 0, within limit: Duration = .seconds(60)
  ) async -> PresentRequest? {
    let call = await calls.first(from: start, within: limit) { call in
      guard case .present(let request) = call else { return false }
      return request.alert.summary == summary
    }
    guard case .present(let request)? = call else { return nil }
    return request
  }

  /// Changes how the presenter answers by itself, from the next call on.
  public func behave(_ manner: Manner) {
    screen.withLock { $0.manner = manner }
  }

  /// The popup that was asked for comes up.
  @discardableResult
  public func acknowledge(_ id: AlertID) -> Bool {
    act(on: id) { screen, popup in screen.acknowledge(popup) }
  }

  /// The popup that was asked for cannot be shown.
  @discardableResult
  public func fail(_ id: AlertID, _ failure: PresentFailure) -> Bool {
    act(on: id) { screen, popup in screen.fail(popup, failure) }
  }

  /// The popup that was withdrawn is gone.
  @discardableResult
  public func confirm(_ id: AlertID) -> Bool {
    act(on: id) { screen, popup in screen.confirm(popup) }
  }

  /// The person presses a button. The popup closes with it where the traits say so and the alert
  /// is not resident.
  @discardableResult
  public func press(_ id: AlertID, key: String) -> Bool {
    act(on: id) { screen, popup in screen.press(popup, .actionInvoked(popup, key: key)) }
  }

  /// The person types a reply.
  @discardableResult
  public func reply(_ id: AlertID, text: String) -> Bool {
    act(on: id) { screen, popup in screen.press(popup, .replied(popup, text: text)) }
  }

  /// The popup closes: the person dismissed it, it expired, or for another reason.
  @discardableResult
  public func close(_ id: AlertID, _ reason: CloseReason = .dismissed) -> Bool {
    act(on: id) { screen, popup in screen.close(popup, reason) }
  }

  /// What shows the alerts goes away. Its popups go with it, unless it comes back as the same.
  @discardableResult
  public func lose() -> Bool {
    change { $0.lose() }
  }

  /// What shows the alerts comes, or comes back; `traits` are those it has from now on. It is the
  /// same as before when they are not given, with its popups still up; see
  /// `PresenterTraits/incarnation`.
  public func restore(_ traits: PresenterTraits? = nil) {
    change { $0.restore(traits) }
  }

  private func act(
    on id: AlertID, _ body: (inout Screen, Presentation) -> [PresenterEvent]
  ) -> Bool {
    change { screen in
      guard let presentation = screen.latest(id) else { return [] }
      return body(&screen, presentation)
    }
  }
}
