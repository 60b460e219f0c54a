package import Peal

/// What is to be told about one alert.
package enum News: Sendable, Hashable {
  /// It was accepted.
  indirect case posted(AlertID, Alert)
  /// It was updated, or came to a stage.
  case moved(AlertID, Stage?)
  /// An action was chosen, and it stays.
  case acted(AlertID, AlertReport.Choice)
  /// It ended.
  indirect case ended(AlertReport)

  /// The alert, if the news is about how it stands, which later news says anew.
  var standing: AlertID? {
    switch self {
    case .posted(let id, _), .moved(let id, _): id
    case .acted, .ended: nil
    }
  }
}

/// News on its way to the bus. While there is little of it, all of it goes out at once. In a flood
/// (an alert that closes as soon as it is up, ten thousand posts) each signal would cost more than
/// the alert itself: then it goes out in batches, and of how an alert stands only the latest.
package struct Newsroom: Sendable {
  /// How long a batch is collected.
  package static let pause = Duration.milliseconds(50)
  /// How much goes out at once in the time of one batch.
  package static let limit = 50

  /// What is to be done with a piece of news.
  package enum Step: Sendable, Hashable {
    /// Tell it now.
    case tell
    /// Nothing: it goes out with the batch that is being collected.
    case collect
    /// Take the batch in a ``Newsroom/pause`` from now.
    case begin
  }

  private var batch: [News] = []
  /// The alerts whose standing the batch will tell.
  private var standing: Set<AlertID> = []
  private var periodStart: ContinuousClock.Instant?
  private var told = 0

  /// Makes a newsroom that has told nothing yet.
  package init() {}

  /// Takes a piece of news in.
  package mutating func take(_ news: News, at now: ContinuousClock.Instant) -> Step {
    guard batch.isEmpty else {
      collect(news)
      return .collect
    }
    if periodStart.map({ $0.duration(to: now) >= Self.pause }) ?? true {
      periodStart = now
      told = 0
    }
    told += 1
    guard told > Self.limit else { return .tell }
    collect(news)
    return .begin
  }

  /// The batch, which begins anew.
  package mutating func takeBatch() -> [News] {
    defer {
      batch = []
      standing = []
    }
    return batch
  }

  private mutating func collect(_ news: News) {
    guard let id = news.standing else { return batch.append(news) }
    // By the time of the batch it may stand elsewhere.
    if standing.insert(id).inserted { batch.append(.moved(id, nil)) }
  }
}
