// Every change of a live alert's stage goes through `move`, which keeps the counts, the clocks and
// the line of candidates in step.
extension AlertQueue {
  /// Where an id leads.
  enum Whereabouts {
    case unknown
    case ending
    case live(key: AlertID)
  }

  mutating func emit(_ effect: Effect) {
    if turn.effects.isEmpty { turn.effects.reserveCapacity(4) }
    turn.effects.append(effect)
  }

  mutating func reply(_ answer: Answer) {
    emit(.answer(answer))
  }

  /// The key of the alert that a submission's or presentation's id belongs to.
  func key(of id: AlertID) -> AlertID {
    aliases.isEmpty ? id : aliases[id] ?? id
  }

  /// Where the submission with that id is.
  func whereabouts(of id: AlertID) -> Whereabouts {
    let key = key(of: id)
    guard alerts[key]?.index(of: id) != nil else { return .unknown }
    return alerts[key]?.isEnding == true ? .ending : .live(key: key)
  }

  /// The id by which an alert goes.
  func name(of key: AlertID) -> AlertID {
    alerts[key]?.name ?? key
  }

  /// The key of a live alert by a submission's id; otherwise the answer is given.
  mutating func find(_ id: AlertID) -> AlertID? {
    switch whereabouts(of: id) {
    case .unknown: reply(.noSuchAlert)
    case .ending: reply(.alreadyEnding)
    case .live(let key): return key
    }
    return nil
  }

  /// Takes note of a new alert; its state is given to it by ``move(_:to:at:)``.
  mutating func insert(_ live: consuming LiveAlert, for key: AlertID) {
    live.account = ledger.open(app: live.alert.appName, text: live.textSize)
    if let tag = live.alert.tag { tags.insert(key, tag: tag, app: live.alert.appName) }
    for submission in live.submissions { watch(submission) }
    alerts.insert(live, for: key)
    if let end = live.ttlEnd { schedule(.ttl, key, at: end) }
  }

  /// Starts a submission's clock and notes its owner.
  mutating func watch(_ submission: LiveAlert.Submission) {
    if let end = submission.timeoutEnd { schedule(.timeout, submission.id, at: end) }
    if let owner = submission.ownership.owner {
      owners[owner, default: []].insert(submission.id)
    }
    if case .missing(_, let end) = submission.ownership {
      schedule(.owner, submission.id, at: end)
    }
  }

  /// Forgets the id of the latest presentation, unless a submission has it.
  mutating func dropAlias(ofLatestPresentationOf key: AlertID) {
    guard !aliases.isEmpty, let id = alerts[key]?.latest?.id else { return }
    if alerts[key]?.index(of: id) == nil { aliases[id] = nil }
  }

  /// Drops an alert that is over; its endings are reported.
  mutating func remove(_ key: AlertID) {
    guard let live = alerts[key] else { return }
    if live.isStored { ledger.unstore(live.entry(key)) }
    if !aliases.isEmpty {
      for submission in live.submissions { aliases[submission.id] = nil }
      if let latest = live.latest { aliases[latest.id] = nil }
    }
    alerts.remove(key)
  }

  /// Gives an alert another stage.
  mutating func move(_ key: AlertID, to state: LiveAlert.State, at now: Instant) {
    let aging = configuration.aging
    var wasStored = false
    alerts.change(key) {
      wasStored = $0.isStored
      $0.settlePatience(at: now, aging: aging)
      if !state.isOnScreen { $0.settleScreenTime(at: now) }
      $0.state = state
    }
    restore(key, wasStored: wasStored)
    rerank(key)
    startWaitingClocks(of: key)
  }

  /// Takes note of an alert that has just been inserted in the stage that it has.
  mutating func settleIn(_ key: AlertID) {
    restore(key, wasStored: false)
    rerank(key)
    startWaitingClocks(of: key)
  }

  private mutating func restore(_ key: AlertID, wasStored: Bool) {
    guard let live = alerts[key], live.isStored != wasStored else { return }
    if wasStored {
      ledger.unstore(live.entry(key))
    } else {
      ledger.store(live.entry(key), among: alerts)
    }
  }

  private mutating func startWaitingClocks(of key: AlertID) {
    guard let state = alerts[key]?.state else { return }
    switch state {
    case .waiting: scheduleAging(of: key)
    case .held: break
    case .presenting, .shown, .covered, .hidden, .parked, .closing, .withdrawing: return
    }
    // A present that failed leaves it waiting with its ttl, of which nobody took note meanwhile.
    if let live = alerts[key], let end = live.ttlEnd, live.attempts > 0 {
      schedule(.ttl, key, at: end)
    }
  }
}

extension AlertQueue {
  /// The rank of an alert that may be chosen now; nil for all others.
  func currentRank(of live: LiveAlert) -> Rank? {
    switch live.state {
    case .waiting: waitingRank(of: live)
    case .hidden(let turn):
      obstacles(for: live.alert.priority).isEmpty ? hiddenRank(of: live, turn) : nil
    case .parked(_, .again):
      obstacles(for: live.alert.priority).isEmpty ? waitingRank(of: live) : nil
    case .held, .presenting, .shown, .covered, .parked(_, .rest), .closing, .withdrawing: nil
    }
  }

  /// The rank of an alert as if it were waiting.
  func waitingRank(of live: LiveAlert) -> Rank {
    waitingRank(of: live, in: live.lane)
  }

  /// The rank of an alert as if it were waiting in that lane.
  func waitingRank(of live: LiveAlert, in lane: LiveAlert.Lane) -> Rank {
    let isNext = lane == .next
    let order: Rank.Order = isNext ? .next(place: live.place) : .waiting(place: live.place)
    return Rank(level(of: live), order)
  }

  func hiddenRank(of live: LiveAlert, _ turn: LiveAlert.Turn) -> Rank {
    switch turn {
    case .last: .last(place: live.place)
    case .inOrder:
      // The one shown last comes first; in overlay the oldest, so that the pile is as it was.
      Rank(
        level(of: live),
        .hidden(configuration.display == .overlay ? live.serial : .max - live.serial))
    }
  }

  /// What counts in the choice: with `order = arrival` no priority does.
  private func level(of live: LiveAlert) -> Priority {
    switch configuration.order {
    case .priority: live.patience.effective(live.alert.priority)
    case .arrival: .critical
    }
  }

  /// Puts an alert where it belongs among the candidates, after anything that counts has changed.
  mutating func rerank(_ key: AlertID) {
    guard let live = alerts[key] else { return }
    let rank = currentRank(of: live)
    guard rank != live.rank else { return }
    alerts.change(key) { $0.rank = rank }
    guard let rank else { return }
    if lineup.isPruningDue { pruneLineup() }
    lineup.insert(RankedAlert(rank: rank, key: key))
  }

  private mutating func pruneLineup() {
    var current: [RankedAlert] = []
    for candidate in lineup.unordered where alerts[candidate.key]?.rank == candidate.rank {
      current.append(candidate)
    }
    lineup.prune(to: current)
  }
}
