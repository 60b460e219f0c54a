import Peal

/// One run of random events.
struct LawRun {
  private(set) var queue: AlertQueue
  private(set) var presenter = SimulatedPresenter()
  private(set) var witness: Witness
  private var random: SeededGenerator
  private var now = start
  /// What was handled since the process started, to be repeated.
  private var log: [(event: AlertQueue.Event, time: Instant, effects: [AlertQueue.Effect])] = []
  private var first: AlertQueue
  private var lastID: UInt32 = 0

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var configuration = AlertQueue.Configuration()
    configuration.display = random.pick([.sequential, .sequential, .slots(3), .overlay])
    configuration.order = random.happens(80) ? .priority : .arrival
    configuration.gap = random.pick([.zero, .milliseconds(350)])
    configuration.aging = random.pick([nil, .seconds(20)])
    configuration.maxWaiting = random.pick([4, 12, 1000])
    configuration.maxWaitingPerApp = random.pick([3, 1000])
    self.random = random
    queue = AlertQueue(configuration: configuration)
    first = queue
    witness = Witness(configuration)
  }

  /// Handles an event, and what the center sends after delivering reports.
  private mutating func send(_ event: AlertQueue.Event) {
    let effects = queue.handle(event, at: now)
    log.append((event, now, effects))
    witness.watch(event, effects, queue, at: now)
    for effect in effects {
      presenter.perform(effect, &random)
      if case .answer(.accepted(let id)) = effect { lastID = id.rawValue }
    }
    let hasReported = effects.contains { if case .ended = $0 { true } else { false } }
    guard hasReported, witness.broken.isEmpty else { return }
    if random.happens(20) { send(.posted(alert())) }
    send(.woke)
  }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<26: send(.posted(alert(), terms()))
    case ..<56: if let report = presenter.report(&random) { send(.presenter(report)) }
    case ..<70: presenter.touch(&random)
    case ..<82: pass(.milliseconds(Int.random(in: 0...8000, using: &random)))
    case ..<93: send(verb())
    case ..<96: send(disturbance())
    case ..<97: if let report = presenter.die(&random) { send(.presenter(report)) }
    case ..<98: restart()
    default: send(.presenter(presenter.comeBack(&random)))
    }
    if !presenter.isThere, random.happens(20) {
      send(.presenter(presenter.comeBack(&random)))
    }
  }

  private mutating func pass(_ time: Duration) {
    now = now + time
    send(.woke)
  }

  private mutating func alert() -> Alert {
    var alert = Alert("x", appName: random.pick(["a", "b", "c"]))
    alert.priority = random.pick([.low, .low, .normal, .normal, .high, .high, .critical])
    alert.expiry = random.pick([.never, .serverDefault, .after(.seconds(5))])
    if random.happens(30) { alert.arrival = random.pick(Alert.Arrival.allCases) }
    alert.cover = random.pick(Alert.Cover.allCases)
    alert.interruptible = random.pick([.yes, .yes, .yes, .never, .discard])
    if random.happens(40) { alert.actions = [action("yes")] }
    if random.happens(40) {
      alert.tag = random.pick(["s", "t"])
      alert.duplicates = random.pick(Alert.DuplicatePolicy.allCases)
    }
    if random.happens(15) { alert.ttl = .seconds(10) }
    if random.happens(15) { alert.delay = .seconds(7) }
    if random.happens(15) { alert.timeout = .seconds(25) }
    alert.isResident = random.happens(5)
    return alert
  }

  private mutating func terms() -> AlertQueue.Terms {
    AlertQueue.Terms(
      owner: random.happens(20) ? owner() : nil, replacing: random.happens(10) ? id() : nil)
  }

  private mutating func owner() -> Owner {
    Owner(rawValue: random.pick([":1.1", ":1.2"]))
  }

  private mutating func id() -> AlertID {
    let oldest = max(1, Int(lastID) - 15)
    return AlertID(
      rawValue: UInt32(Int.random(in: oldest...max(oldest, Int(lastID)), using: &random)))
  }

  private mutating func verb() -> AlertQueue.Event {
    let id = id()
    var change = AlertChange(summary: "y")
    if random.happens(50) { change.priority = random.pick(Priority.allCases) }
    if random.happens(30) { change.reappearance = .wanted }
    return random.pick([
      .withdrawn(id), .topWithdrawn, .updated(id, change), .updated(id, change), .activated(id),
      .snoozed(id, .seconds(6)), .answered(id, key: "yes"), .awaited(id),
      .claimed(id, by: owner()),
      .cleared(Filter(app: random.pick(["a", "b"])), random.pick([.waiting, .all])),
    ])
  }

  private mutating func disturbance() -> AlertQueue.Event {
    var configuration = queue.configuration
    configuration.gap = random.pick([.zero, .milliseconds(350)])
    if case .slots = configuration.display {
      configuration.display = .slots(random.pick([1, 2, 3]))
    }
    let token = PauseToken(rawValue: random.pick(["p", "q"]))
    return random.pick([
      .paused(
        token, .init(except: random.pick([.critical, .critical, .nothing]), for: .seconds(9))),
      .resumed(token), .resumed(token), .ownerGone(owner()), .ownersLost,
      .configured(configuration),
    ])
  }

  /// Another process goes on with what this one left.
  private mutating func restart() {
    let configuration = queue.configuration
    queue = AlertQueue(configuration: configuration, restoring: queue.record, at: now)
    first = queue
    log = []
    witness.restart(queue, at: now)
    _ = presenter.die(&random)
  }

  /// Everything works from now on, and everything is cleared.
  mutating func comeToRest() {
    presenter.isReliable = true
    send(.presenter(presenter.comeBack(&random)))
    for token in ["p", "q"] { send(.resumed(PauseToken(rawValue: token))) }
    send(.cleared(.everything, .all))
    for _ in 1...100 {
      while let report = presenter.report(&random) { send(.presenter(report)) }
      if !presenter.isThere { send(.presenter(presenter.comeBack(&random))) }
      // What was posted in answer to a report is cleared as well.
      send(.cleared(.everything, .all))
      guard let wake = queue.nextWake else { continue }
      now = max(now, wake)
      send(.woke)
    }
  }

  /// Whether the same events at the same times have the same effects (case 91).
  func isRepeatable() -> Bool {
    var queue = first
    return log.allSatisfy { queue.handle($0.event, at: $0.time) == $0.effects }
  }
}
