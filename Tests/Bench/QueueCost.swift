import Peal

/// The queue alone: an alert is posted, the one on screen is closed, and the next comes up.
struct QueueCost {
  private static let pairs = 100_000

  func rows() -> [Row] {
    [10, 1000, 10_000, 100_000, 1_000_000].map { waiting in
      let rates = (0..<3).map { _ in Self.rate(waiting: waiting) }
      return Row(
        "queue, \(waiting) waiting: post + end", Sample(rates), unit: "/s",
        waiting == 1_000_000 ? .atLeast(500_000) : .none)
    }
  }

  /// Pairs of a post and an end in a second.
  static func rate(waiting: Int) -> Double {
    var run = QueueRun(waiting: waiting)
    let duration = ContinuousClock().measure { run.go(pairs) }
    return Double(pairs) / (duration / .seconds(1))
  }
}

/// A queue with one alert on screen, and the clock that it goes by.
struct QueueRun {
  private var queue: AlertQueue
  private var now = Instant(nanoseconds: 0)
  private var shown: Presentation?

  init(waiting: Int) {
    var configuration = AlertQueue.Configuration()
    configuration.gap = .zero
    configuration.maxWaiting = .max
    configuration.maxWaitingPerApp = .max
    configuration.maxText = .max
    queue = AlertQueue(configuration: configuration)
    tell(.presenter(.available(PresenterTraits(incarnation: "1", name: "bench"))))
    for number in 0...waiting { post(number) }
  }

  /// Posts an alert and ends the one on screen, so many times.
  mutating func go(_ pairs: Int) {
    for number in 0..<pairs {
      post(number)
      if let shown { tell(.presenter(.closed(shown, .dismissed))) }
      tell(.woke)
    }
  }

  private mutating func post(_ number: Int) {
    var alert = Alert("summary", body: "body", appName: "bench")
    alert.priority = Priority(rawValue: UInt8(number % 3)) ?? .normal
    tell(.posted(alert))
  }

  /// Tells the queue what happens, and acknowledges what it presents.
  private mutating func tell(_ event: AlertQueue.Event) {
    now = now + .microseconds(10)
    for effect in queue.handle(event, at: now) {
      guard case .present(let request) = effect else { continue }
      shown = request.presentation
      tell(.presenter(.presented(request.presentation)))
    }
  }
}
