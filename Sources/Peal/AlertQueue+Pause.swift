// R11: pause tokens nest. R16: owners come and go, and their tokens with them.
extension AlertQueue {
  mutating func pause(_ token: PauseToken, _ pausing: Pausing, at now: Instant) {
    guard tokens[token] != nil || tokens.count < Limits.pauseTokens else {
      reply(.tooManyTokens)
      return
    }
    reply(.done)
    let end = pausing.duration.map { now + $0 }
    tokens[token] = Pause(exception: pausing.exception, end: end, owner: pausing.owner)
    if let end { schedule(Deadline(.token, 0, at: end)) }
    reconsider(at: now)
  }

  mutating func resume(_ token: PauseToken, at now: Instant) {
    guard tokens.removeValue(forKey: token) != nil else {
      reply(.noSuchToken)
      return
    }
    reply(.done)
    reconsider(at: now)
  }

  mutating func releaseTokens(due now: Instant) {
    tokens = tokens.filter { $0.value.end.map { $0 > now } ?? true }
    reconsider(at: now)
  }

  /// Its alerts are abandoned, its tokens released.
  mutating func leave(_ owner: Owner, at now: Instant) {
    reply(.done)
    for id in (owners[owner] ?? []).sorted() { endSubmission(id, .abandoned, at: now) }
    let others = tokens.filter { $0.value.owner != owner }
    guard others.count < tokens.count else { return }
    tokens = others
    reconsider(at: now)
  }

  mutating func join(_ id: AlertID) {
    guard let key = find(id), let index = alerts[key]?.index(of: id) else { return }
    reply(.done)
    alerts.change(key) { $0.submissions[index].isAwaited = true }
  }

  /// An owner that comes back keeps what it owned. One that only asks owns nothing by that.
  mutating func claim(_ id: AlertID, by owner: Owner) {
    guard let key = find(id), let index = alerts[key]?.index(of: id) else { return }
    reply(.done)
    alerts.change(key) { $0.submissions[index].isAwaited = true }
    guard let old = alerts[key]?.submissions[index].ownership.owner else { return }
    owners[old]?.remove(id)
    if owners[old]?.isEmpty == true { owners[old] = nil }
    owners[owner, default: []].insert(id)
    alerts.change(key) { $0.submissions[index].ownership = .present(owner) }
  }

  /// Every owner has ten seconds to claim what is its own; nobody holds a token any more who
  /// cannot be seen to leave.
  mutating func loseOwners(at now: Instant) {
    reply(.done)
    let end = now + .seconds(10)
    for (owner, ids) in owners.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for id in ids.sorted() { miss(id, of: owner, until: end) }
    }
    let others = tokens.filter { $0.value.owner == nil }
    guard others.count < tokens.count else { return }
    tokens = others
    reconsider(at: now)
  }

  private mutating func miss(_ id: AlertID, of owner: Owner, until end: Instant) {
    let key = key(of: id)
    guard let index = alerts[key]?.index(of: id),
      case .present = alerts[key]?.submissions[index].ownership
    else { return }
    alerts.change(key) { $0.submissions[index].ownership = .missing(owner, until: end) }
    schedule(.owner, id, at: end)
  }
}

// The configuration changes, or the queue stops.
extension AlertQueue {
  mutating func configure(_ configuration: Configuration, at now: Instant) {
    reply(.done)
    let old = self.configuration
    // What was gained under the old interval is kept.
    if old.aging != configuration.aging {
      for key in alerts.keys { settlePatience(of: key, at: now) }
    }
    self.configuration = configuration
    resizeSlots()
    guard
      old.aging != configuration.aging || old.order != configuration.order
        || old.display != configuration.display
    else { return }
    for key in ledger.stored(in: alerts) {
      rerank(key)
      scheduleAging(of: key)
    }
  }

  mutating func stop(_ stop: Stop, at now: Instant) {
    reply(.done)
    switch stop {
    case .ending:
      for key in alerts.keys where alerts[key]?.isEnding == false {
        end(key, .shutdown, popup: .takeDown, at: now)
      }
    case .keeping:
      for key in alerts.keys { withdrawPopup(of: key) }
      losePresenter(at: now)
      presenter = .away(nil)
    }
  }

  private mutating func withdrawPopup(of key: AlertID) {
    if case .standing(let old) = alerts[key]?.remnant { emit(.withdraw(old)) }
    switch alerts[key]?.state {
    case .presenting, .shown, .covered, .parked, .withdrawing:
      if let presentation = alerts[key]?.presentation { emit(.withdraw(presentation)) }
    case .waiting, .held, .hidden, .closing, nil: break
    }
  }
}
