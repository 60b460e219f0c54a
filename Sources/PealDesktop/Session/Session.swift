import Peal

/// The popups of one owner of the name: what is asked, answered and signalled goes in, what is to be
/// called and reported comes out.
///
/// It ends with the owner, and all its ids with it.
struct Session {
  /// Popups that are known at a time. Those left in the desktop's tray may never be heard of again,
  /// so the oldest are forgotten.
  static let maximumPopups = 1000
  /// Signals that are kept for a popup whose id is not known yet.
  static let maximumEarly = 64
  /// Popups that have just been closed and may still get the press that closed them.
  static let maximumDeparted = 8
  /// How long the server's list of capabilities is taken for true.
  static let capabilitiesLast = Duration.seconds(10)

  /// Whose popups they are.
  var server: Server
  var popups: [Popup.Handle: Popup] = [:]
  var handles: [Presentation: Popup.Handle] = [:]
  var ids: [UInt32: Popup.Handle] = [:]
  /// Signals for no popup that is known, oldest first, while a `Notify` is on its way.
  var early: [ServerSignal] = []
  /// Popups that were closed lately, oldest first.
  var departed: [(id: UInt32, popup: Popup)] = []
  /// Popups that are gone by the server's word, and of which nobody has been told yet.
  var gone: [Presentation] = []
  /// Calls of `Notify` on their way.
  var callsOut = 0
  /// Signals that meant nothing.
  var ignoredSignals = 0
  var texts = RecentTexts()
  var lastNumber: UInt64 = 0
  var capabilitiesAsked: Instant

  init(_ server: Server, at now: Instant) {
    self.server = server
    capabilitiesAsked = now
  }

  // MARK: What the queue asks

  mutating func present(_ request: PresentRequest, at now: Instant) -> [Effect] {
    let question = askCapabilitiesAgain(at: now)
    if let earlier = earlierAttempt(request) { return question + goOn(earlier, with: request) }
    guard let old = request.replacing, let handle = handles[old], let popup = popups[handle] else {
      return question + show(request)
    }
    switch popup.stage {
    case .up:
      return question + takeOver(handle, popup, request)
    case .calling(let call) where popup.audience == .watched:
      return question + takeOverNext(handle, popup, call, request)
    case .calling(let call):
      return question + giveUp(handle, popup, call) + show(request)
    case .closing:
      return question + show(request)
    }
  }

  /// The popup of an attempt at the same alert that the queue gave up when it heard of a loss, although
  /// this server had got it already.
  private func earlierAttempt(_ request: PresentRequest) -> Popup.Handle? {
    guard request.replacing == nil, let handle = handles[request.presentation.earlier],
      let popup = popups[handle], popup.audience == .watched
    else { return nil }
    if case .closing = popup.stage { return nil }
    return handle
  }

  /// Goes on with that popup, so that an alert has one: it is brought up to date.
  private mutating func goOn(_ handle: Popup.Handle, with request: PresentRequest) -> [Effect] {
    guard var popup = popups[handle] else { return [] }
    guard case .calling(var call) = popup.stage else { return takeOver(handle, popup, request) }
    guard call.purpose == .present else { return takeOverNext(handle, popup, call, request) }
    let effects = drop(call.next)
    rebind(handle, &popup, request.presentation)
    call.next = .update(request.alert, count: request.count)
    popup.stage = .calling(call)
    popups[handle] = popup
    return effects
  }

  /// Has an alert take a popup over once the call that is on its way for it is answered.
  private mutating func takeOverNext(
    _ handle: Popup.Handle, _ popup: Popup, _ call: Popup.Call, _ request: PresentRequest
  ) -> [Effect] {
    let effects = drop(call.next)
    var call = call
    call.next = .takeOver(request)
    handles[request.presentation] = handle
    popups[handle]?.stage = .calling(call)
    return effects
  }

  mutating func update(
    _ presentation: Presentation, to alert: Alert, count: Int
  ) -> [Effect] {
    guard let handle = handles[presentation], var popup = popups[handle] else { return [] }
    switch popup.stage {
    case .up:
      guard popup.audience == .watched else { return [] }
      return [notify(handle, popup, .update, popup.request(for: alert, count: count))]
    case .calling(var call):
      call.next = call.next.updated(to: alert, count: count, of: presentation)
      popup.stage = .calling(call)
      popups[handle] = popup
      return []
    case .closing:
      return []
    }
  }

  mutating func withdraw(_ presentation: Presentation, at now: Instant) -> [Effect] {
    guard let handle = handles[presentation], var popup = popups[handle] else { return [] }
    switch popup.stage {
    case .up:
      return observeWithdrawal(of: popup, at: now) + close(handle, popup)
    case .calling(let call) where popup.audience == .orphaned:
      return giveUp(handle, popup, call)
    case .calling(var call):
      let isNewcomer = popup.presentation != presentation
      if call.next.newcomer != nil, !isNewcomer { return [] }
      // A newcomer that was to take the popup over takes it along.
      let effects = isNewcomer ? drop(call.next) : []
      call.next = .close
      popup.stage = .calling(call)
      popups[handle] = popup
      return effects
    case .closing:
      return []
    }
  }

  /// Gives up on hearing of the popups: they stay where they are until the queue has them taken over
  /// or taken down.
  mutating func orphanAll() {
    for (handle, var popup) in popups {
      popup.audience = .orphaned
      if case .calling(var call) = popup.stage {
        if let newcomer = call.next.newcomer { rebind(handle, &popup, newcomer.presentation) }
        if case .close = call.next {} else { call.next = .nothing }
        popup.stage = .calling(call)
      }
      popups[handle] = popup
    }
    early = []
    departed = []
  }

  /// Whether somebody waits for the answer to the call that is on its way for a popup.
  func awaitsAnswer(_ handle: Popup.Handle) -> Bool {
    guard let popup = popups[handle], case .calling(let call) = popup.stage else { return false }
    return popup.audience == .watched || call.next.newcomer != nil
  }

  /// What waits for an answer to its `present`.
  var unanswered: [Presentation] {
    popups.values.flatMap { popup -> [Presentation] in
      guard case .calling(let call) = popup.stage else { return [] }
      let isAsked = call.purpose == .present && popup.audience == .watched
      let newcomer = call.next.newcomer.map { [$0.presentation] } ?? []
      return (isAsked ? [popup.presentation] : []) + newcomer
    }
  }
}

extension Presentation {
  /// The attempt at the same alert before this one; of the first one there is none.
  fileprivate var earlier: Presentation { Presentation(id: id, attempt: attempt &- 1) }
}

extension Popup.Next {
  /// Who waits to take the popup over.
  var newcomer: PresentRequest? {
    if case .takeOver(let request) = self { request } else { nil }
  }

  /// What waits, with the latest content of whichever alert it is about.
  fileprivate func updated(
    to alert: Alert, count: Int, of presentation: Presentation
  ) -> Popup.Next {
    switch self {
    case .nothing, .update: return .update(alert, count: count)
    case .takeOver(var request):
      guard request.presentation == presentation else { return self }
      request.alert = alert
      request.count = count
      return .takeOver(request)
    case .close: return .close
    }
  }
}
