// R2, R6, R7: which alert comes to which slot.
extension AlertQueue {
  /// Chooses for every free slot.
  mutating func fillSlots(at now: Instant) {
    guard !presenter.isAway else { return }
    promote(at: now)
    settleUndecided(at: now)
    guard !turn.hasReported else { return }
    if configuration.display == .overlay { bringBackHidden(at: now) }
    for index in slots.indices where slots[index].isFree {
      guard let key = popCandidate() else { break }
      present(key, in: index, manner: .chosen, at: now)
    }
    withdrawLeftovers()
  }

  /// The best candidate, taken out of the line.
  private mutating func popCandidate() -> AlertID? {
    guard let key = firstCandidate() else { return nil }
    lineup.removeFirst()
    alerts.change(key) { $0.rank = nil }
    return key
  }

  /// The best candidate.
  mutating func firstCandidate() -> AlertID? {
    dropStaleCandidates()
    return lineup.first?.key
  }

  /// Drops those from the head of the line that have another rank by now, or none.
  mutating func dropStaleCandidates() {
    while let first = lineup.first, alerts[first.key]?.rank != first.rank {
      lineup.removeFirst()
    }
  }

  /// Whether one with that rank is among the first so many.
  mutating func isAmongFirst(_ number: Int, _ rank: Rank) -> Bool {
    var better: [AlertID] = []
    defer { for key in better { rerank(key) } }
    while better.count < number {
      guard let key = firstCandidate(), let other = alerts[key]?.rank, other < rank else {
        return true
      }
      lineup.removeFirst()
      alerts.change(key) { $0.rank = nil }
      better.append(key)
    }
    return false
  }

  /// Suppresses those that came with `drop` and would not be chosen now (R4).
  private mutating func settleUndecided(at now: Instant) {
    let free = slots.count { $0.isFree }
    let keys = undecided
    undecided = []
    for key in keys {
      guard case .waiting = alerts[key]?.state, let rank = alerts[key]?.rank else { continue }
      guard !isAmongFirst(free, rank) else { continue }
      end(key, .suppressed, popup: .takeDown, at: now)
    }
  }

  /// In overlay hidden alerts come back on top of what is up, like newcomers (R6).
  private mutating func bringBackHidden(at now: Instant) {
    while let key = firstCandidate(), case .hidden = alerts[key]?.state {
      guard let slot = slotToTake(), canCover(slot, alerts[key]?.alert.priority) else { return }
      lineup.removeFirst()
      alerts.change(key) { $0.rank = nil }
      barge(key, into: slot, at: now)
    }
  }

  /// Hands an alert to the presenter, on top of what is in the slot.
  mutating func present(
    _ key: AlertID, in index: Int, manner: LiveAlert.Attempt.Manner,
    cover: Alert.Cover = .keep, at now: Instant
  ) {
    serial += 1
    let serial = serial
    alerts.change(key) { $0.serial = serial }
    slots[index].push(Slot.Layer(key: key, cover: cover))
    handOver(key, slot: slots[index].number, manner: manner, at: now)
  }

  /// Hands an alert that has its place in a slot to the presenter.
  mutating func handOver(
    _ key: AlertID, slot: Int, manner: LiveAlert.Attempt.Manner, at now: Instant
  ) {
    guard let presentation = nextPresentation(of: key) else { return }
    if case .parked(let old, _) = alerts[key]?.state {
      alerts.change(key) { $0.remnant = .standing(old) }
    }
    guard let request = alerts[key].map({ request(for: $0, presentation) }) else { return }
    let attempt = LiveAlert.Attempt(
      presentation: presentation, slot: slot, manner: manner, leftOut: request.leftOut)
    move(key, to: .presenting(attempt), at: now)
    if request.leftOut > 0 { ledger.leaveOut(-request.leftOut, of: request.alert.appName) }
    emit(.present(request))
  }

  private mutating func nextPresentation(of key: AlertID) -> Presentation? {
    guard let id = alerts[key]?.name, let attempts = alerts[key]?.attempts else { return nil }
    dropAlias(ofLatestPresentationOf: key)
    let presentation = Presentation(id: id, attempt: attempts + 1)
    alerts.change(key) {
      $0.attempts = attempts + 1
      $0.latest = presentation
    }
    return presentation
  }

  /// What the presenter needs to know. An expiry that has run before goes out as what is left.
  private func request(for live: LiveAlert, _ presentation: Presentation) -> PresentRequest {
    var request = PresentRequest(presentation, live.alert)
    if let remaining = remainingExpiry(of: live) { request.alert.expiry = .after(remaining) }
    if case .standing(let old) = live.remnant { request.replacing = old }
    request.isReturning = live.voice == .quiet
    request.count = live.count
    request.leftOut = ledger.leftOut(inAccount: live.account)
    return request
  }
}

extension AlertQueue.Configuration {
  /// How many slots there are.
  var slotCount: Int {
    switch display {
    case .sequential, .overlay: 1
    case .slots(let number): min(max(number, 1), Limits.slots)
    }
  }
}
