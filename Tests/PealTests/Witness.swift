import Peal

/// Watches a queue's events and effects, and says which law was broken.
struct Witness {
  private(set) var broken: [String] = []
  private(set) var accepted: Set<AlertID> = []
  private(set) var ended: Set<AlertID> = []
  /// Popups that were left in the tray (R14, slot watch).
  private(set) var left: Set<Presentation> = []
  private(set) var choices = 0
  private var reference: ReferenceQueue
  /// Alerts that took over the popup of one that may have come on top of another.
  private var onTop: Set<AlertID> = []
  private var mayBarge: Set<AlertID> = []
  /// How many may be up; more than there are slots only while they have been up since before.
  private var allowed = 100

  init(_ configuration: AlertQueue.Configuration) {
    reference = ReferenceQueue(configuration)
  }

  private mutating func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { broken.append(law()) }
  }

  /// Looks at what one event brought about.
  mutating func watch(
    _ event: AlertQueue.Event, _ effects: [AlertQueue.Effect], _ queue: AlertQueue,
    at now: Instant
  ) {
    let before = reference.entries
    for effect in effects { note(effect, effects, queue, at: now) }
    follow(queue, at: now)
    if let wake = queue.nextWake { require(wake >= now, "the wake-up is in the past") }
    checkCounts(queue, at: now)
    let hasReported = effects.contains { if case .ended = $0 { true } else { false } }
    if !hasReported {
      checkChoices(before, effects, queue, at: now)
      checkFreeSlots(queue, at: now)
    }
  }

  private mutating func note(
    _ effect: AlertQueue.Effect, _ effects: [AlertQueue.Effect], _ queue: AlertQueue,
    at now: Instant
  ) {
    switch effect {
    case .answer(.accepted(let id)):
      require(accepted.allSatisfy { $0 < id }, "id \(id.rawValue) is not greater than all before")
      accepted.insert(id)
      enter(id, queue, effects, at: now)
    case .present(let request):
      let id = request.presentation.id
      require(!ended.contains(id), "\(id.rawValue) is presented after its end")
      move(id, to: .presenting(request.presentation), at: now)
      let former = request.replacing.flatMap { $0.id == id ? nil : $0.id }
      reference.present(id, inPlaceOf: former, at: now)
      if let former, onTop.contains(former) || mayBarge.contains(former) { onTop.insert(id) }
      if request.alert.mayBarge { mayBarge.insert(id) }
    case .changed(let id, let stage):
      require(!ended.contains(id), "\(id.rawValue) changes after its end")
      move(id, to: stage, at: now)
    case .acted(let id, _, _), .activation(let id, _):
      require(!ended.contains(id), "\(id.rawValue) is reported after its end")
    case .ended(let ending): end(ending, effects, queue, at: now)
    case .wake(at: let time): require(time >= now, "a wake-up in the past")
    case .update(let presentation, _, _):
      let isCurrent = queue.statuses(at: now).contains { $0.stage.presentation == presentation }
      require(isCurrent, "an update of a popup that is not up")
    case .answer, .withdraw: break
    }
  }

  private mutating func end(
    _ ending: Ending, _ effects: [AlertQueue.Effect], _ queue: AlertQueue, at now: Instant
  ) {
    require(accepted.contains(ending.id), "\(ending.id.rawValue) ends and was never accepted")
    require(ended.insert(ending.id).inserted, "\(ending.id.rawValue) ends twice")
    if ending.outcome == .expired, let stage = reference.entries[ending.id]?.stage,
      let popup = stage.presentation, !effects.contains(.withdraw(popup))
    {
      left.insert(popup)
    }
  }

  /// A submission starts to wait, unless it is merged.
  private mutating func enter(
    _ id: AlertID, _ queue: AlertQueue, _ effects: [AlertQueue.Effect], at now: Instant
  ) {
    let status = queue.status(of: id, at: now)
    if let status, status.id != id { return }
    var entry = ReferenceQueue.Entry(
      priority: status?.alert.priority ?? .normal, place: status?.place ?? id, stage: .waiting)
    entry.since = now
    if let place = status?.place, place != id { inherit(place, &entry, at: now) }
    reference.entries[id] = entry
  }

  /// One that takes the place of another has its age, if that one was not on screen.
  private func inherit(_ place: AlertID, _ entry: inout ReferenceQueue.Entry, at now: Instant) {
    let old = reference.entries.filter { $0.value.place == place }.max { $0.key < $1.key }?.value
    guard let old, old.stage.presentation == nil else { return }
    entry.waited = old.waited + (old.since.map { $0.duration(to: now) } ?? .zero)
  }

  private static let transitions: [String: Set<String>] = [
    // A late acknowledgement that still counts brings one that waits or is held to the screen (R1).
    "waiting": ["held", "presenting", "shown", "covered", "withdrawing"],
    "held": ["waiting", "presenting", "shown", "covered", "withdrawing", "held"],
    "presenting": ["shown", "covered", "hidden", "waiting", "held", "withdrawing"],
    "shown": ["covered", "hidden", "held", "parked", "withdrawing"],
    "covered": ["shown", "hidden", "held", "parked", "withdrawing"],
    "hidden": ["presenting", "held", "withdrawing"],
    "parked": ["presenting", "hidden", "held", "withdrawing"],
    "withdrawing": [],
  ]

  private mutating func move(_ id: AlertID, to stage: Stage, at now: Instant) {
    guard let old = reference.entries[id]?.stage else { return }
    require(
      Self.transitions[old.word]?.contains(stage.word) == true,
      "\(id.rawValue) goes from \(old.word) to \(stage.word)")
    reference.move(id, to: stage, at: now)
  }

  /// Takes over what is not told by effects: names that have passed on, priorities, lanes.
  private mutating func follow(_ queue: AlertQueue, at now: Instant) {
    for status in queue.statuses(at: now) {
      guard status.stage != .withdrawing else { continue }
      if reference.entries[status.id] == nil { adopt(status, queue, at: now) }
      reference.entries[status.id]?.priority = status.alert.priority
      let said = reference.entries[status.id]?.stage.word ?? "nowhere"
      require(
        said == status.stage.word,
        "\(status.id.rawValue) is \(status.stage.word) and was said to be \(said)")
      guard let record = queue.record(of: status.id) else { continue }
      if status.stage == .waiting { reference.entries[status.id]?.isNext = record.isNext }
    }
  }

  /// A merged alert goes by another submission's id.
  private mutating func adopt(_ status: AlertStatus, _ queue: AlertQueue, at now: Instant) {
    let former = reference.entries.filter {
      $0.value.place == status.place && ended.contains($0.key)
    }
    guard let (name, found) = former.max(by: { $0.key < $1.key }) else { return }
    var entry = found
    if mayBarge.contains(name) { mayBarge.insert(status.id) }
    if onTop.contains(name) { onTop.insert(status.id) }
    entry.stage = status.stage
    reference.entries[status.id] = entry
  }

  /// What stands after the start of another process.
  mutating func restart(_ queue: AlertQueue, at now: Instant) {
    for status in queue.statuses(at: now) {
      if case .parked = reference.entries[status.id]?.stage, status.stage == .hidden {
        reference.entries[status.id]?.wasParked = true
      }
      let wasParked = reference.entries[status.id]?.wasParked
      reference.move(status.id, to: status.stage, at: now)
      reference.entries[status.id]?.wasParked = wasParked ?? false
    }
  }
}

// The choice and what is counted.
extension Witness {
  /// Those that could be chosen, as far as the effects tell.
  private func candidates(_ queue: AlertQueue, at now: Instant) -> [ReferenceQueue.Entry] {
    queue.statuses(at: now).compactMap { status in
      let passes = status.alert.priority == .critical ? !queue.pausesEverything : !queue.isPaused
      switch status.stage {
      case .waiting: break
      case .hidden where passes: break
      default: return nil
      }
      return reference.entries[status.id]
    }
  }

  private mutating func checkFreeSlots(_ queue: AlertQueue, at now: Instant) {
    guard queue.hasPresenter, queue.freeSlots > 0 else { return }
    require(candidates(queue, at: now).isEmpty, "one waits beside a free slot")
  }

  /// Each one chosen precedes everything that was left.
  private mutating func checkChoices(
    _ before: [AlertID: ReferenceQueue.Entry], _ effects: [AlertQueue.Effect],
    _ queue: AlertQueue, at now: Instant
  ) {
    let display = queue.configuration.display
    let others = candidates(queue, at: now)
    for effect in effects {
      guard case .present(let request) = effect, request.replacing == nil,
        let old = before[request.presentation.id], old.stage == .waiting || old.stage == .hidden,
        !request.alert.mayBarge, display != .overlay
      else { continue }
      choices += 1
      var entry = old
      entry.priority = request.alert.priority
      for other in others where reference.precedes(other, entry, display: display, at: now) {
        broken.append(
          "\(request.presentation.id.rawValue) is chosen before \(other.place.rawValue)")
      }
    }
  }

  private mutating func checkCounts(_ queue: AlertQueue, at now: Instant) {
    let statuses = queue.statuses(at: now)
    let records = statuses.compactMap { queue.record(of: $0.id) }
    let stored = statuses.count { $0.stage.isStored }
    let merged = records.reduce(0) { $0 + $1.submissions.count - 1 }
    require(queue.waitingCount == stored + merged, "\(queue.waitingCount) are counted as stored")
    let live = Set(records.flatMap { $0.submissions.map(\.id) })
    let ending = statuses.count { $0.stage == .withdrawing }
    let missing = accepted.subtracting(ended).subtracting(live)
    require(missing.count <= ending * 50, "live ones are missing")
    require(live.isDisjoint(with: ended), "an ended one is live")
    checkScreen(statuses, queue)
  }

  /// One popup for each slot, and what came on top of others or was up when slots were taken away.
  private mutating func checkScreen(_ statuses: [AlertStatus], _ queue: AlertQueue) {
    let number =
      if case .slots(let number) = queue.configuration.display { number } else { 1 }
    let chosen = statuses.count {
      $0.stage.isOnScreen && !mayBarge.contains($0.id) && !onTop.contains($0.id)
    }
    if queue.configuration.display == .overlay { return }
    allowed = max(number, min(allowed, chosen))
    require(chosen <= allowed, "\(chosen) are on screen beside those on top")
  }
}

extension Alert {
  /// Whether it may come on top of others.
  var mayBarge: Bool {
    switch arrival {
    case .barge, .preempt: true
    case nil: priority == .critical
    case .wait, .drop, .next, .manual: priority == .critical
    }
  }
}

extension Stage {
  var presentation: Presentation? {
    switch self {
    case .presenting(let presentation), .shown(let presentation), .covered(let presentation),
      .parked(let presentation):
      presentation
    case .waiting, .held, .hidden, .withdrawing, .ended: nil
    }
  }

  var isOnScreen: Bool {
    switch self {
    case .presenting, .shown, .covered: true
    case .waiting, .held, .hidden, .parked, .withdrawing, .ended: false
    }
  }

  var isStored: Bool {
    switch self {
    case .waiting, .held, .hidden, .parked: true
    case .presenting, .shown, .covered, .withdrawing, .ended: false
    }
  }
}

extension AlertQueue {
  /// Whether not even critical alerts pass.
  var pausesEverything: Bool {
    record.pauses.values.contains { $0.exception == .nothing }
  }

  /// Whether somebody shows what is presented.
  var hasPresenter: Bool { traits != nil }
}
