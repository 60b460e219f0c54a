// R17: a queue goes on with what another process left behind.
extension AlertQueue {
  /// Makes a queue of what was live at `now`, with ids, places, ages and deadlines as they were.
  ///
  /// What was on screen or parked comes back as R15 says, in place of its old popup if the same
  /// presenter answers; until then a press on that popup counts. What was on screen and would have
  /// expired by now has. Owners have ten seconds to claim what is their own.
  package init(
    configuration: Configuration = Configuration(), restoring record: QueueRecord,
    at now: Instant
  ) {
    self.init(
      configuration: configuration, lastID: AlertID(rawValue: max(record.nextID.rawValue, 1) - 1))
    latest = now
    if let incarnation = record.incarnation {
      presenter = .away(Leftovers(incarnation: incarnation, orphans: record.orphans))
    }
    for (token, pause) in record.pauses {
      tokens[token] = Pause(exception: pause.exception, end: pause.end, owner: nil)
      if let end = pause.end { schedule(Deadline(.token, 0, at: end)) }
    }
    let alerts = record.alerts.filter { $0.id.map { $0.rawValue > 0 } ?? false }
    for alert in alerts.sorted(by: { ($0.id ?? lastID) < ($1.id ?? lastID) }) {
      restore(alert, at: now)
    }
  }

  private mutating func restore(_ record: AlertRecord, at now: Instant) {
    guard let key = record.id else { return }
    let live = LiveAlert(record, obstacles: obstacles(for: record.alert.priority), at: now)
    lastID = max(lastID, live.submissions.map(\.id).max() ?? lastID)
    serial = max(serial, live.serial)
    for submission in live.submissions.dropFirst() { aliases[submission.id] = key }
    if let id = live.latest?.id, live.index(of: id) == nil { aliases[id] = key }
    insert(live, for: key)
    ledger.addMerged(live.submissions.count - 1, app: live.alert.appName)
    settleIn(key)
    if case .held(let hold) = live.state { scheduleEnds(of: hold, key) }
    // Its popup is gone by now, or would have been taken down.
    if record.onScreenSince != nil, live.hasUsedUpItsExpiry { schedule(.missed, key, at: now) }
  }

  /// What is to be kept of everything that is live.
  package var record: QueueRecord {
    var record = QueueRecord()
    record.nextID = AlertID(rawValue: lastID.rawValue + 1)
    record.alerts = alerts.keys.compactMap { alerts[$0]?.record }
    record.pauses = tokens.filter { $0.value.owner == nil }.mapValues {
      QueueRecord.Pause($0.exception, end: $0.end)
    }
    switch presenter {
    case .away(let leftovers):
      record.incarnation = leftovers?.incarnation
      record.orphans = leftovers?.orphans ?? []
    case .settling(let traits, let orphans):
      record.incarnation = traits.incarnation
      record.orphans = orphans
    case .ready(let traits): record.incarnation = traits.incarnation
    }
    record.orphans += alerts.keys.flatMap { alerts[$0]?.orphans ?? [] }
    for (popup, former) in takenOver { record.orphans += [popup] + (former.map { [$0] } ?? []) }
    record.orphans.sort { ($0.id, $0.attempt) < ($1.id, $1.attempt) }
    return record
  }

  /// What is to be kept of a live alert, by the id of any of its submissions; nil when it is
  /// ending.
  package func record(of id: AlertID) -> AlertRecord? {
    alerts[key(of: id)]?.record
  }
}

extension LiveAlert {
  /// Whether it was on screen for as long as its caller asked for.
  fileprivate var hasUsedUpItsExpiry: Bool {
    guard case .after(let whole) = self.alert.expiry else { return false }
    return self.screenTime.used >= whole
  }

  /// Goes on with an alert that another process left behind.
  fileprivate init(_ record: AlertRecord, obstacles: Stage.Reasons, at now: Instant) {
    self.init(
      record.alert, submissions: record.submissions.map { Submission($0, at: now) },
      place: record.place, state: State(record, obstacles: obstacles, at: now))
    self.patience = Patience(levels: record.levels, progress: record.progress)
    if let since = record.waitingSince { self.patience.progress += max(.zero, now - since) }
    self.lane = record.isNext ? .next : .ordinary
    self.ttlEnd = record.lapses
    self.attempts = record.attempts
    self.serial = record.serial
    self.count = record.count
    self.leftOut = record.leftOut
    self.voice = record.firstShown == nil || record.hold.snoozed != nil ? .fresh : .quiet
    self.screenTime = ScreenTime(first: record.firstShown, total: record.shown, used: record.used)
    if let since = record.onScreenSince {
      self.screenTime.total += max(.zero, now - since)
      self.screenTime.used += max(.zero, now - since)
    }
    self.remnant = record.popup.map { .standing($0) } ?? .none
    // One that waits may be about to take over another alert's popup; all others have their own.
    if record.position != .waiting
      || self.submissions.contains(where: { $0.id == record.popup?.id })
    {
      self.latest = record.popup
    }
  }

  /// What is to be kept of it; nil when it is ending.
  fileprivate var record: AlertRecord? {
    guard let position else { return nil }
    var record = AlertRecord(
      self.alert, submissions: self.submissions.map(\.record), place: self.place)
    record.position = position
    record.isNext = self.lane == .next
    record.popup = standingPopup
    record.count = self.count
    record.leftOut = self.leftOut
    record.levels = self.patience.levels
    record.progress = self.patience.progress
    record.lapses = self.ttlEnd
    record.attempts = self.attempts
    record.serial = self.serial
    record.firstShown = self.screenTime.first
    record.shown = self.screenTime.total
    record.used = self.screenTime.used
    switch self.state {
    case .waiting(let since): record.waitingSince = since
    case .held(let hold): record.hold = hold.record
    case .shown(let popup), .covered(let popup): record.onScreenSince = popup.since
    case .presenting, .hidden, .parked, .closing, .withdrawing: break
    }
    return record
  }

  private var position: AlertRecord.Position? {
    switch self.state {
    case .waiting, .held, .presenting: .waiting
    case .shown, .covered: .onScreen
    case .hidden(.inOrder): .hidden
    case .hidden(.last): .hiddenLast
    case .parked: .parked
    // Its end is not reported yet, and nobody would do that any more: it is asked again.
    case .closing: .hidden
    case .withdrawing: nil
    }
  }

  /// The popup that may be up: the one to be taken over while its own is not acknowledged.
  private var standingPopup: Presentation? {
    switch (self.state, self.remnant) {
    case (_, .standing(let old)): old
    case (.closing, _): nil
    default: presentation ?? self.remnant.popup
    }
  }

  /// Popups that may be up and that no alert would take over: those of one whose end is reported,
  /// and all but one of an alert that has several.
  fileprivate var orphans: [Presentation] {
    let popups = [presentation, self.remnant.popup].compactMap { $0 }
    if case .withdrawing = self.state { return popups }
    return popups.filter { $0 != standingPopup }
  }
}

extension LiveAlert.State {
  fileprivate init(_ record: AlertRecord, obstacles: Stage.Reasons, at now: Instant) {
    switch record.position {
    case .hidden, .onScreen: self = .hidden(.inOrder)
    case .hiddenLast, .parked: self = .hidden(.last)
    case .waiting:
      var hold = LiveAlert.Hold(
        obstacles: obstacles, delayEnd: record.hold.delayed, snoozeEnd: record.hold.snoozed)
      if record.hold.isManual { hold.obstacles.insert(.manual) }
      self = .held(hold)
    }
  }
}

extension LiveAlert.Hold {
  fileprivate var record: AlertRecord.Hold {
    var record = AlertRecord.Hold()
    record.isManual = obstacles.contains(.manual)
    record.delayed = delayEnd
    record.snoozed = snoozeEnd
    return record
  }
}

extension LiveAlert.Submission {
  fileprivate init(_ record: AlertRecord.Submission, at now: Instant) {
    let ownership: LiveAlert.Ownership =
      record.owner.map { .missing($0, until: now + .seconds(10)) } ?? .nobody
    self.init(
      id: record.id, posted: record.posted, timeoutEnd: record.timesOut, ownership: ownership,
      isAwaited: record.isAwaited, original: record.original)
  }

  fileprivate var record: AlertRecord.Submission {
    var record = AlertRecord.Submission(id, posted: posted)
    record.owner = ownership.owner
    record.isAwaited = isAwaited
    record.timesOut = timeoutEnd
    record.original = original
    return record
  }
}
