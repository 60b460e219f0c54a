extension AlertQueue {
  /// What there is to know about a live alert, by the id of any of its submissions.
  public func status(of id: AlertID, at now: Instant) -> AlertStatus? {
    let key = key(of: id)
    guard let live = alerts[key], live.index(of: id) != nil else { return nil }
    return status(of: live, at: now)
  }

  /// The live alerts that the filter lets through: on screen first, the top one before all others,
  /// then as they would be shown, then those that are parked.
  public func statuses(matching filter: Filter = .everything, at now: Instant) -> [AlertStatus] {
    keys(matching: filter).compactMap { alerts[$0] }
      .map { (listing(of: $0, at: now), $0) }
      .sorted { $0.0 < $1.0 }
      .map { status(of: $0.1, at: now) }
  }

  /// The alert that came up last among those on screen.
  public var top: AlertID? {
    let visible = slots.flatMap(\.layers).map(\.key).filter { isVisible($0) }
    let top = visible.max { alerts[$0]?.serial ?? 0 < alerts[$1]?.serial ?? 0 }
    return top.map { name(of: $0) }
  }

  /// How many alerts are stored: waiting, held, hidden and parked, and merged submissions.
  public var waitingCount: Int { ledger.all.count }

  /// How many alerts are on screen.
  public var shownCount: Int {
    slots.reduce(0) { $0 + $1.layers.count { isVisible($0.key) } }
  }

  /// Whether no alert is live and no popup is still being taken down.
  public var isEmpty: Bool { alerts.isEmpty }

  /// What is known of the presenter; nil when none is there.
  package var traits: PresenterTraits? { presenter.traits }

  /// How many slots are empty and not in their pause.
  package var freeSlots: Int { slots.count { $0.isFree } }

  /// Whether a pause token is held.
  public var isPaused: Bool { !tokens.isEmpty }

  /// Whether a submission shares the alert of an earlier one.
  func isMerged(_ id: AlertID) -> Bool {
    aliases[id] != nil
  }

  private func isVisible(_ key: AlertID) -> Bool {
    switch alerts[key]?.state {
    case .shown, .covered: true
    default: false
    }
  }

  /// The keys of the live alerts that the filter lets through, ascending; only those that its
  /// narrowest part names are visited.
  func keys(matching filter: Filter) -> [AlertID] {
    candidates(for: filter).filter { key in
      guard let live = alerts[key] else { return false }
      return (filter.app.map { live.alert.appName == $0 } ?? true)
        && (filter.tag.map { live.alert.tag == $0 } ?? true)
    }
  }

  private func candidates(for filter: Filter) -> [AlertID] {
    if let id = filter.id {
      let key = key(of: id)
      return alerts[key]?.index(of: id) == nil ? [] : [key]
    }
    if let tag = filter.tag { return tags.all(tag: tag, app: filter.app, in: alerts) }
    guard let app = filter.app else { return alerts.keys }
    return (ledger.stored(of: app, in: alerts) + slots.flatMap(\.layers).map(\.key)).sorted()
  }
}

extension AlertQueue {
  /// Where an alert stands in a list.
  private struct Listing: Comparable {
    let section: Int
    let rank: Rank
    let number: UInt64

    static func < (lhs: Listing, rhs: Listing) -> Bool {
      (lhs.section, lhs.rank, lhs.number) < (rhs.section, rhs.rank, rhs.number)
    }
  }

  private func listing(of live: LiveAlert, at now: Instant) -> Listing {
    let aged = aged(live, at: now)
    return switch live.state {
    case .presenting, .shown, .covered, .closing, .withdrawing:
      Listing(section: 0, rank: .last(place: AlertID(rawValue: 0)), number: .max - live.serial)
    case .hidden(let turn):
      Listing(section: 1, rank: hiddenRank(of: aged, turn), number: 0)
    case .waiting, .parked(_, .again):
      Listing(section: 1, rank: waitingRank(of: aged), number: 0)
    case .held: Listing(section: 2, rank: waitingRank(of: aged), number: 0)
    case .parked(_, .rest): Listing(section: 3, rank: .last(place: live.place), number: 0)
    }
  }

  /// The alert with all that it has gained by now.
  private func aged(_ live: LiveAlert, at now: Instant) -> LiveAlert {
    guard case .waiting(let since) = live.state else { return live }
    var aged = live
    aged.patience = live.patience.after(since.duration(to: now), interval: configuration.aging)
    return aged
  }

  private func status(of live: LiveAlert, at now: Instant) -> AlertStatus {
    let posted = live.submissions[0].posted
    return AlertStatus(
      id: live.name, alert: live.alert, stage: live.stage, count: live.count, posted: posted,
      waited: posted.duration(to: max(live.screenTime.first ?? now, posted)),
      shown: live.shownTime(at: now), attempts: live.attempts, place: live.place,
      effectivePriority: aged(live, at: now).patience.effective(live.alert.priority))
  }
}
