import Peal

extension InMemoryPresenter {
  /// What is on the screen or on its way there. Each change returns what is to be reported.
  struct Screen {
    /// One popup.
    struct Popup {
      enum Stage {
        /// Asked for; becomes up, or is gone when it fails.
        case coming
        /// Asked for and withdrawn since; gone as soon as it is acknowledged.
        case unwanted
        /// Taken over before it was acknowledged; only the acknowledgement is owed.
        case superseded
        /// On the screen; becomes leaving or orphaned, or is gone when it is closed.
        case up
        /// Withdrawn, not confirmed yet; becomes orphaned or is gone.
        case leaving
        /// Up when the presenter was lost: nothing is reported of it any more, and it is gone when
        /// it is taken over, withdrawn, or another incarnation comes.
        case orphaned
      }

      var request: PresentRequest
      var stage: Stage
    }

    var manner: Manner
    var traits: PresenterTraits
    var isAvailable: Bool
    /// In the order in which they came up.
    var popups: [Popup] = []

    mutating func present(_ request: PresentRequest) -> [PresenterEvent] {
      guard isAvailable else {
        return [.presentFailed(request.presentation, .retryable("nothing shows alerts"))]
      }
      place(Popup(request: request, stage: .coming), over: request.replacing)
      return manner == .manual ? [] : acknowledge(request.presentation)
    }

    /// Puts a popup where the one it takes over was, else on top.
    private mutating func place(_ popup: Popup, over old: Presentation?) {
      guard let old, let index = index(of: old) else { return popups.append(popup) }
      switch popups[index].stage {
      case .up, .orphaned:
        popups[index] = popup
      case .coming:
        popups[index].stage = .superseded
        popups.append(popup)
      case .unwanted, .superseded, .leaving:
        popups.append(popup)
      }
    }

    mutating func update(
      _ presentation: Presentation, to alert: Alert, count: Int
    ) -> [PresenterEvent] {
      guard let index = index(of: presentation) else { return [] }
      popups[index].request.alert = alert
      popups[index].request.count = count
      return []
    }

    mutating func withdraw(_ presentation: Presentation) -> [PresenterEvent] {
      guard let index = index(of: presentation) else { return [] }
      switch popups[index].stage {
      case .up:
        popups[index].stage = .leaving
        return manner == .manual ? [] : confirm(presentation)
      case .coming:
        popups[index].stage = .unwanted
        return []
      case .orphaned:
        popups.remove(at: index)
        return []
      case .unwanted, .superseded, .leaving:
        return []
      }
    }

    mutating func acknowledge(_ presentation: Presentation) -> [PresenterEvent] {
      guard let index = index(of: presentation) else { return [] }
      switch popups[index].stage {
      case .coming:
        popups[index].stage = .up
        return [.presented(presentation)] + react(to: presentation)
      case .unwanted:
        popups.remove(at: index)
        return [.presented(presentation), .withdrawn(presentation)]
      case .superseded:
        popups.remove(at: index)
        return [.presented(presentation)]
      case .up, .leaving, .orphaned:
        return []
      }
    }

    /// What the person does by herself with a popup that has come up.
    private mutating func react(to presentation: Presentation) -> [PresenterEvent] {
      switch manner {
      case .prompt, .manual: []
      case .pressing(let key): press(presentation, .actionInvoked(presentation, key: key))
      case .closing(let reason): close(presentation, reason)
      }
    }

    mutating func fail(
      _ presentation: Presentation, _ failure: PresentFailure
    ) -> [PresenterEvent] {
      guard let index = index(of: presentation) else { return [] }
      switch popups[index].stage {
      case .coming, .unwanted, .superseded:
        popups.remove(at: index)
        return [.presentFailed(presentation, failure)]
      case .up, .leaving, .orphaned:
        return []
      }
    }

    mutating func confirm(_ presentation: Presentation) -> [PresenterEvent] {
      guard let index = index(of: presentation), popups[index].stage == .leaving else { return [] }
      popups.remove(at: index)
      return [.withdrawn(presentation)]
    }

    mutating func press(
      _ presentation: Presentation, _ event: PresenterEvent
    ) -> [PresenterEvent] {
      guard let index = index(of: presentation), popups[index].isWatched else { return [] }
      guard traits.closesAfterAction, !popups[index].request.alert.isResident else {
        return [event]
      }
      popups.remove(at: index)
      return [event, .closed(presentation, .dismissed)]
    }

    mutating func close(_ presentation: Presentation, _ reason: CloseReason) -> [PresenterEvent] {
      guard let index = index(of: presentation), popups[index].isWatched else { return [] }
      popups.remove(at: index)
      return [.closed(presentation, reason)]
    }

    mutating func lose() -> [PresenterEvent] {
      guard isAvailable else { return [] }
      isAvailable = false
      popups = popups.filter(\.isWatched).map { Popup(request: $0.request, stage: .orphaned) }
      return [.lost]
    }

    mutating func restore(_ newTraits: PresenterTraits?) -> [PresenterEvent] {
      let newTraits = newTraits ?? traits
      if newTraits.incarnation != traits.incarnation { popups = [] }
      traits = newTraits
      isAvailable = true
      return [.available(traits)]
    }

    /// What the person sees.
    var visible: [PresentRequest] {
      guard isAvailable else { return [] }
      return popups.filter { $0.isWatched || $0.stage == .orphaned }.map(\.request)
    }

    private func index(of presentation: Presentation) -> Int? {
      popups.firstIndex { $0.request.presentation == presentation }
    }

    /// The latest attempt at showing an alert.
    func latest(_ id: AlertID) -> Presentation? {
      popups.last { $0.request.presentation.id == id }?.request.presentation
    }
  }
}

extension InMemoryPresenter.Screen.Popup {
  /// Whether it is on the screen and what happens to it is reported: a popup that is being
  /// withdrawn is there until it is gone.
  var isWatched: Bool {
    switch stage {
    case .up, .leaving: true
    case .coming, .unwanted, .superseded, .orphaned: false
    }
  }
}
