import Peal

/// A presenter that fails, delays, duplicates, reorders, and dies and comes back.
struct SimulatedPresenter {
  /// What is on the screen or in the tray.
  private(set) var popups: Set<Presentation> = []
  /// What it has to report, in no order that it would keep.
  private(set) var reports: [PresenterEvent] = []
  private(set) var isThere = false
  private var incarnation = 0
  /// What comes up when it is reported, after it was reported to have failed.
  private var late: [Presentation: PresentRequest] = [:]
  /// Whether it does everything right from now on.
  var isReliable = false

  /// Does what it is asked to.
  mutating func perform(_ effect: AlertQueue.Effect, _ random: inout SeededGenerator) {
    guard isThere else { return }
    switch effect {
    case .present(let request): present(request, &random)
    case .withdraw(let presentation): withdraw(presentation, &random)
    default: break
    }
  }

  private mutating func present(_ request: PresentRequest, _ random: inout SeededGenerator) {
    let presentation = request.presentation
    switch isReliable ? 0 : Int.random(in: 0..<100, using: &random) {
    case ..<82:
      show(request)
      reports.append(.presented(presentation))
      if !isReliable, random.happens(5) { reports.append(.presented(presentation)) }
    case ..<92: reports.append(.presentFailed(presentation, .retryable("busy")))
    case ..<95:
      // It fails, and comes up later all the same.
      late[presentation] = request
      reports.append(.presentFailed(presentation, .retryable("slow")))
      reports.append(.presented(presentation))
    case ..<98: reports.append(.presentFailed(presentation, .permanent("no")))
    default: reports.append(.presentFailed(presentation, .unresponsive))
    }
  }

  private mutating func show(_ request: PresentRequest) {
    if let old = request.replacing {
      popups.remove(old)
      late[old] = nil
    }
    popups.insert(request.presentation)
  }

  private mutating func withdraw(
    _ presentation: Presentation, _ random: inout SeededGenerator
  ) {
    guard popups.remove(presentation) != nil else { return }
    guard isReliable || random.happens(90) else { return }
    let isSignal = random.happens(50)
    reports.append(
      isSignal ? .closed(presentation, .closedByCall) : .withdrawn(presentation))
  }

  /// What it reports next; which of several is a matter of chance.
  mutating func report(_ random: inout SeededGenerator) -> PresenterEvent? {
    guard !reports.isEmpty else { return nil }
    let index = isReliable ? 0 : Int.random(in: 0..<min(3, reports.count), using: &random)
    let report = reports.remove(at: index)
    if case .presented(let presentation) = report,
      let request = late.removeValue(forKey: presentation)
    {
      show(request)
    }
    if case .presentFailed(_, .unresponsive) = report {
      isThere = false
      reports = []
    }
    return report
  }

  /// The person does something to a popup.
  mutating func touch(_ random: inout SeededGenerator) {
    let sorted = popups.sorted { ($0.id, $0.attempt) < ($1.id, $1.attempt) }
    guard isThere, !sorted.isEmpty else { return }
    let popup = random.pick(sorted)
    if random.happens(50) {
      reports.append(.actionInvoked(popup, key: random.pick(["yes", "yes", "other"])))
      if random.happens(30) { return }
    }
    popups.remove(popup)
    reports.append(.closed(popup, random.pick([.dismissed, .expired, .undefined])))
    if random.happens(5) { reports.append(.closed(popup, .dismissed)) }
  }

  mutating func die(_ random: inout SeededGenerator) -> PresenterEvent? {
    guard isThere else { return nil }
    isThere = false
    reports = []
    return .lost
  }

  /// It is back: the same one, with its popups, or another one without.
  mutating func comeBack(_ random: inout SeededGenerator) -> PresenterEvent {
    if !isThere, random.happens(50) {
      incarnation += 1
      popups = []
      reports = []
    }
    isThere = true
    var traits = PresenterTraits(incarnation: "\(incarnation)", name: "simulated")
    traits.reportsClosing = !random.happens(30)
    traits.isInhibited = random.happens(20)
    traits.closesAfterAction = !random.happens(30)
    traits.obeysExpiry = random.pick([.always, .exceptCritical, .never])
    return .available(traits)
  }
}
