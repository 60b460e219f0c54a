// R15: the presenter is lost, and comes back.
extension AlertQueue {
  /// Something is there to show alerts; a second report of the same one changes its traits.
  mutating func attach(_ traits: PresenterTraits, at now: Instant) {
    presenterName = traits.name
    switch presenter {
    case .settling(let old, let orphans) where old.incarnation == traits.incarnation:
      presenter = .settling(traits, orphans: orphans)
    case .ready(let old) where old.incarnation == traits.incarnation:
      presenter = .ready(traits)
      if old != traits { renewLimits(at: now) }
    case .settling, .ready:
      losePresenter(at: now)
      welcome(traits, at: now)
    case .away: welcome(traits, at: now)
    }
  }

  /// Everything goes on in order, in place of the old popups if the same presenter answers.
  private mutating func welcome(_ traits: PresenterTraits, at now: Instant) {
    var orphans: [Presentation] = []
    if case .away(let leftovers?) = presenter, leftovers.incarnation == traits.incarnation {
      orphans = leftovers.orphans
    } else {
      for key in alerts.keys { forgetRemnant(of: key) }
    }
    presenter = .settling(traits, orphans: orphans)
    reconsider(at: now)
  }

  private mutating func forgetRemnant(of key: AlertID) {
    guard alerts[key]?.remnant.popup != nil else { return }
    alerts.change(key) { $0.remnant = .none }
  }

  /// Old popups that were not taken over in the first turn are taken down.
  mutating func withdrawLeftovers() {
    guard case .settling(let traits, let orphans) = presenter else { return }
    presenter = .ready(traits)
    for orphan in orphans { emit(.withdraw(orphan)) }
    for key in alerts.keys where alerts[key]?.slot == nil {
      guard case .standing(let old) = alerts[key]?.remnant else { continue }
      alerts.change(key) { $0.remnant = .leaving(old) }
      emit(.withdraw(old))
    }
  }

  /// Nothing shows alerts any more.
  mutating func losePresenter(at now: Instant) {
    guard let traits = presenter.traits else { return }
    var orphans: [Presentation] = []
    if case .settling(_, let old) = presenter { orphans = old }
    presenter = .away(nil)
    retryEnd = nil
    for (popup, former) in takenOver { orphans += [popup] + (former.map { [$0] } ?? []) }
    orphans.sort { ($0.id, $0.attempt) < ($1.id, $1.attempt) }
    takenOver = [:]
    for key in alerts.keys { takeOffScreen(key, leaving: &orphans, at: now) }
    for index in slots.indices { slots[index].content = .free }
    resizeSlots()
    presenter = .away(Leftovers(incarnation: traits.incarnation, orphans: orphans))
    reconsider(at: now)
  }

  /// What was on screen or parked is hidden, what was on its way is held, what was being withdrawn
  /// is gone. The popups may stand for all that is known.
  private mutating func takeOffScreen(
    _ key: AlertID, leaving orphans: inout [Presentation], at now: Instant
  ) {
    switch alerts[key]?.state {
    case .presenting(let attempt):
      if let old = alerts[key]?.remnant.popup { orphans.append(old) }
      alerts.change(key) { $0.remnant = .standing(attempt.presentation) }
      sendBack(key, attempt, at: now)
    case .shown(let popup), .covered(let popup):
      putAside(key, popup.presentation, .inOrder, at: now)
    case .parked(let presentation, _): putAside(key, presentation, .last, at: now)
    case .closing(let closing):
      end(key, closing.reason.outcome, popup: .gone, at: now)
    case .withdrawing(let withdrawal):
      orphans.append(withdrawal.presentation)
      if let old = alerts[key]?.remnant.popup { orphans.append(old) }
      remove(key)
    case .waiting, .held, .hidden:
      // What was just being taken down may be up again when the presenter is back.
      guard case .leaving(let old) = alerts[key]?.remnant else { return }
      alerts.change(key) { $0.remnant = .standing(old) }
    case nil: break
    }
  }

  private mutating func putAside(
    _ key: AlertID, _ presentation: Presentation, _ turn: LiveAlert.Turn, at now: Instant
  ) {
    alerts.change(key) { $0.remnant = .standing(presentation) }
    move(key, to: .hidden(turn), at: now)
    emit(.changed(name(of: key), .hidden))
  }

  private mutating func renewLimits(at now: Instant) {
    for slot in slots {
      for layer in slot.layers { renewLimit(of: layer.key, at: now) }
    }
  }
}

// What holds all alerts has changed: a pause, the presenter.
extension AlertQueue {
  /// Holds what waits and may not, and lets arrive what is held no more.
  mutating func reconsider(at now: Instant) {
    var freed: [RankedAlert] = []
    for key in ledger.stored(in: alerts) {
      if let rank = reconsider(key, at: now) { freed.append(RankedAlert(rank: rank, key: key)) }
    }
    // Those that become eligible together arrive in R2's order.
    for candidate in freed.sorted() { arrive(candidate.key, .release, at: now) }
  }

  /// Holds an alert, or says as what it is to arrive.
  private mutating func reconsider(_ key: AlertID, at now: Instant) -> Rank? {
    guard let priority = alerts[key]?.alert.priority else { return nil }
    let obstacles = obstacles(for: priority)
    switch alerts[key]?.state {
    case .waiting:
      if !obstacles.isEmpty { hold(key, LiveAlert.Hold(obstacles: obstacles), at: now) }
    case .held(var hold):
      hold.obstacles = hold.obstacles.intersection(.manual).union(obstacles)
      if hold.reasons.isEmpty { return alerts[key].map { waitingRank(of: $0) } }
      self.hold(key, hold, at: now)
    default:
      rerank(key)
    }
    return nil
  }
}
