// R1, R9, R13: what is asked of a newcomer before it arrives.
extension AlertQueue {
  mutating func post(_ alert: Alert, _ terms: Terms, at now: Instant) {
    if let id = terms.id, id > lastID { lastID = AlertID(rawValue: id.rawValue - 1) }
    if let flaw = alert.flaw {
      reply(.refused(flaw))
      return
    }
    let (old, policy) = predecessor(of: alert, terms)
    switch (policy, old) {
    case (.ignore, _?): suppress(alert, terms, at: now)
    case (.merge, let old?): merge(alert, terms, into: old, at: now)
    case (.replace, let old?): replace(old, with: newcomer(alert, terms, at: now), at: now)
    case (_, nil), (.allow, _): admit(newcomer(alert, terms, at: now), at: now)
    }
  }

  /// The live alert that counts as the same, and what is done about it.
  private mutating func predecessor(
    of alert: Alert, _ terms: Terms
  ) -> (AlertID?, Alert.DuplicatePolicy) {
    if let id = terms.replacing, case .live(let key) = whereabouts(of: id) {
      return (key, .replace)
    }
    guard let tag = alert.tag, alert.duplicates != .allow else { return (nil, .allow) }
    return (tags.latest(tag: tag, app: alert.appName, in: alerts), alert.duplicates)
  }

  /// An alert with the next id; the id is its own once it is accepted.
  private func newcomer(_ alert: Alert, _ terms: Terms, at now: Instant) -> LiveAlert {
    let id = AlertID(rawValue: lastID.rawValue + 1)
    var live = LiveAlert(
      alert, submissions: [submission(id, alert, terms, at: now)], place: id,
      state: .waiting(since: now))
    live.ttlEnd = alert.ttl.map { now + $0 }
    return live
  }

  func submission(
    _ id: AlertID, _ alert: Alert, _ terms: Terms, at now: Instant
  ) -> LiveAlert.Submission {
    LiveAlert.Submission(
      id: id, posted: now, timeoutEnd: alert.timeout.map { now + $0 },
      ownership: terms.owner.map { .present($0) } ?? .nobody, isAwaited: terms.isAwaited)
  }

  /// What an alert brings along that holds it when it is posted.
  func ownHold(of alert: Alert, at now: Instant) -> LiveAlert.Hold {
    var hold = LiveAlert.Hold()
    if alert.effectiveArrival == .manual { hold.obstacles = .manual }
    if let delay = alert.delay, delay > .zero { hold.delayEnd = now + delay }
    return hold
  }

  /// Takes the next id for a submission.
  mutating func accept() -> AlertID {
    lastID = AlertID(rawValue: lastID.rawValue + 1)
    reply(.accepted(lastID))
    return lastID
  }

  /// A duplicate that its caller does not want (R9, ignore).
  private mutating func suppress(_ alert: Alert, _ terms: Terms, at now: Instant) {
    let live = newcomer(alert, terms, at: now)
    let id = accept()
    insert(live, for: id)
    settleIn(id)
    end(id, .suppressed, popup: .takeDown, at: now)
  }

  /// Lets an alert in that replaces nothing.
  private mutating func admit(_ live: consuming LiveAlert, at now: Instant) {
    let placement = placement(of: live, ownHold(of: live.alert, at: now), .onItsOwn)
    guard let victims = room(for: live, placement, instead: nil) else {
      reply(.refused(.full))
      return
    }
    let key = accept()
    for victim in victims { evict(victim, at: now) }
    insert(live, for: key)
    settleNewcomer(key, placement, at: now)
  }

  /// An accepted alert waits until something else is said of it.
  mutating func settleNewcomer(_ key: AlertID, _ placement: Placement, at now: Instant) {
    settleIn(key)
    settle(key, placement, at: now)
  }
}

// R13: limits.
extension AlertQueue {
  /// Who has to go so that a newcomer can be stored; nil when it is refused. `old` goes anyway.
  mutating func room(
    for live: LiveAlert, _ placement: Placement, instead old: AlertID?
  ) -> [AlertID]? {
    guard isStored(live, placement, instead: old) else { return [] }
    return victims(
      for: live.alert.priority, app: live.alert.appName, text: live.textSize, instead: old)
  }

  /// Whether a newcomer has to be stored: one that comes on screen in this very call has not.
  private mutating func isStored(
    _ live: LiveAlert, _ placement: Placement, instead old: AlertID?
  ) -> Bool {
    switch placement {
    case .held: return true
    case .suppressed, .undecided, .barging: return false
    case .queued(let lane):
      guard !turn.hasReported, old == nil else { return true }
      var free = slots.count { $0.isFree }
      if free == 0, hasRoom(for: live.alert.priority) { free = 1 }
      guard free > 0 else { return true }
      promote(at: latest)
      return !isAmongFirst(free, waitingRank(of: live, in: lane))
    }
  }

  /// Who has to go: the oldest of the lowest priority, per app and in all, if it is lower than the
  /// newcomer's; nil when that does not make room. `spared` is not asked to go.
  mutating func victims(
    for priority: Priority, app: String, text: Int, instead old: AlertID?,
    sparing spared: Set<AlertID> = []
  ) -> [AlertID]? {
    var room = Room(
      app: app, ofApp: ledger.count(of: app), inAll: ledger.all.count, text: ledger.text + text)
    if old == nil, room.missing(configuration) == nil { return [] }
    if let old { room.free(old, in: alerts) }
    var spared = spared.union(old.map { [$0] } ?? [])
    var victims: [AlertID] = []
    while let scope = room.missing(configuration) {
      if case .text(let excess) = scope, victims.isEmpty,
        ledger.storedText(below: priority) < excess
      {
        return nil
      }
      let app = scope == .app ? app : nil
      guard
        let victim = ledger.victim(below: priority, in: app, sparing: spared, among: alerts)
      else { return nil }
      room.free(victim, in: alerts)
      spared.insert(victim)
      victims.append(victim)
    }
    return victims
  }

  /// What there would be with one more, and with some of the others gone.
  private struct Room {
    let app: String
    var ofApp: Int
    var inAll: Int
    var text: Int
    /// How much there was: when a limit was lowered below that, a newcomer takes one's place.
    let before: (ofApp: Int, inAll: Int)

    enum Scope: Equatable {
      case app, all
      case text(excess: Int)
    }

    init(app: String, ofApp: Int, inAll: Int, text: Int) {
      self.app = app
      before = (ofApp, inAll)
      self.ofApp = ofApp + 1
      self.inAll = inAll + 1
      self.text = text
    }

    mutating func free(_ key: AlertID, in alerts: LiveAlerts) {
      guard let live = alerts[key] else { return }
      let number = live.submissions.count - (live.isStored ? 0 : 1)
      if live.alert.appName == app { ofApp -= number }
      inAll -= number
      text -= live.textSize
    }

    func missing(_ configuration: Configuration) -> Scope? {
      if ofApp > max(configuration.maxWaitingPerApp, before.ofApp) { return .app }
      if inAll > max(configuration.maxWaiting, before.inAll) { return .all }
      let excess = text - configuration.maxText
      return excess > 0 ? .text(excess: excess) : nil
    }
  }

  /// Ends an alert for the sake of a more important one; the next alert of its app says so.
  mutating func evict(_ key: AlertID, at now: Instant) {
    guard let app = alerts[key]?.alert.appName, let number = alerts[key]?.submissions.count else {
      return
    }
    ledger.leaveOut(number, of: app)
    end(key, .evicted, popup: .takeDown, at: now)
  }
}
