import Peal

/// Where the tests' clock begins.
let start = Instant(nanoseconds: 1_000_000_000_000)

/// An id as the tests write it.
extension AlertID: ExpressibleByIntegerLiteral {
  init(integerLiteral value: UInt32) {
    self.init(rawValue: value)
  }
}

/// A queue with a presenter that acknowledges at once and confirms every withdrawal, and a center
/// that sends `woke` after delivering reports.
///
/// Every call returns all that follows from it, one short line for each effect but the wake-ups.
struct Desk {
  var queue: AlertQueue
  var now = start
  /// What the presenter does by itself.
  var acknowledges = true
  var confirms = true
  /// Everything so far.
  private(set) var effects: [AlertQueue.Effect] = []
  var traits = PresenterTraits(incarnation: "one", name: "test")

  enum Presence { case there, absent }

  /// A desk, as a rule with its presenter.
  init(
    presenter: Presence = .there, _ configure: (inout AlertQueue.Configuration) -> Void = { _ in }
  ) {
    var configuration = AlertQueue.Configuration()
    configure(&configuration)
    queue = AlertQueue(configuration: configuration)
    if presenter == .there { attach() }
  }

  @discardableResult
  mutating func attach() -> [String] {
    send(.presenter(.available(traits)))
  }

  /// Sends one event, and what the presenter and the center say to its effects.
  @discardableResult
  mutating func send(_ event: AlertQueue.Event) -> [String] {
    var lines: [String] = []
    var inbox = [event]
    while !inbox.isEmpty {
      let effects = queue.handle(inbox.removeFirst(), at: now)
      self.effects += effects
      lines += effects.compactMap { $0.line }
      inbox += reactions(to: effects)
    }
    return lines
  }

  private func reactions(to effects: [AlertQueue.Effect]) -> [AlertQueue.Event] {
    var events: [AlertQueue.Event] = []
    for effect in effects {
      switch effect {
      case .present(let request) where acknowledges:
        events.append(.presenter(.presented(request.presentation)))
      case .withdraw(let presentation) where confirms:
        events.append(.presenter(.withdrawn(presentation)))
      case .wake(at: let time) where time <= now:
        events.append(.woke)
      default: break
      }
    }
    return events
  }

  /// Lets the time pass, waking the queue whenever it wants to be woken.
  @discardableResult
  mutating func wait(_ seconds: Double) -> [String] {
    let end = now + .milliseconds(Int64((seconds * 1000).rounded()))
    var lines: [String] = []
    while let wake = queue.nextWake, wake <= end {
      now = wake
      lines += send(.woke)
    }
    now = end
    return lines + send(.woke)
  }

  @discardableResult
  mutating func post(_ alert: Alert, _ terms: AlertQueue.Terms = .init()) -> [String] {
    send(.posted(alert, terms))
  }

  @discardableResult
  mutating func post(_ summary: String, _ change: (inout Alert) -> Void = { _ in }) -> [String] {
    post(alert(summary, change))
  }

  @discardableResult
  mutating func close(
    _ id: AlertID, attempt: UInt32 = 1, _ reason: CloseReason = .dismissed
  ) -> [String] {
    send(.presenter(.closed(Presentation(id: id, attempt: attempt), reason)))
  }

  @discardableResult
  mutating func press(_ id: AlertID, attempt: UInt32 = 1, _ key: String) -> [String] {
    send(.presenter(.actionInvoked(Presentation(id: id, attempt: attempt), key: key)))
  }

  @discardableResult
  mutating func presented(_ id: AlertID, attempt: UInt32 = 1) -> [String] {
    send(.presenter(.presented(Presentation(id: id, attempt: attempt))))
  }

  @discardableResult
  mutating func failed(
    _ id: AlertID, attempt: UInt32 = 1, _ failure: PresentFailure = .retryable("busy")
  ) -> [String] {
    send(.presenter(.presentFailed(Presentation(id: id, attempt: attempt), failure)))
  }

  /// The stage of a live alert, in words.
  func stage(_ id: AlertID) -> String? {
    queue.status(of: id, at: now)?.stage.line
  }

  /// The ids in the order of a list.
  var list: [AlertID] {
    queue.statuses(at: now).map(\.id)
  }

  /// The alerts that were presented, in order.
  var presented: [AlertID] {
    effects.compactMap {
      if case .present(let request) = $0 { request.presentation.id } else { nil }
    }
  }

  /// What ended, in order.
  var endings: [Ending] {
    effects.compactMap { if case .ended(let ending) = $0 { ending } else { nil } }
  }
}

/// An alert of the tests' app.
func alert(_ summary: String, _ change: (inout Alert) -> Void = { _ in }) -> Alert {
  var alert = Alert(summary, appName: "app")
  alert.expiry = .never
  change(&alert)
  return alert
}

/// An action whose key is its label.
func action(_ key: String, _ style: Action.Style = .default) -> Action {
  do {
    return try Action(key, key, style: style)
  } catch {
    preconditionFailure("\(error)")
  }
}

extension AlertQueue.Effect {
  /// The effect in a few words; nil for a wake-up.
  var line: String? {
    switch self {
    case .answer(let answer): answer.line
    case .present(let request): request.line
    case .update(let presentation, to: _, let count):
      "update \(presentation.line)" + (count > 1 ? " for \(count)" : "")
    case .withdraw(let presentation): "withdraw \(presentation.line)"
    case .changed(let id, let stage): "\(id.rawValue) \(stage.line)"
    case .acted(let id, let key, _): "\(id.rawValue) acted \(key)"
    case .activation(let id, let token): "\(id.rawValue) token \(token)"
    case .ended(let ending): "\(ending.id.rawValue) \(ending.outcome.line)"
    case .wake: nil
    }
  }
}

extension AlertQueue.Answer {
  var line: String {
    switch self {
    case .accepted(let id): "accepted \(id.rawValue)"
    case .refused(let error): "refused \(error)"
    case .done: "done"
    case .withdrawn(let id): "withdrew \(id.rawValue)"
    case .cleared(let count): "cleared \(count)"
    case .noSuchAlert: "no such alert"
    case .alreadyEnding: "already ending"
    case .nothingToActivate: "nothing to activate"
    case .unknownKey: "unknown key"
    case .noSuchToken: "no such token"
    case .tooManyTokens: "too many tokens"
    }
  }
}

extension PresentRequest {
  var line: String {
    var line = "present \(presentation.line)"
    if let replacing { line += " over \(replacing.line)" }
    if isReturning { line += " quietly" }
    if count > 1 { line += " for \(count)" }
    if leftOut > 0 { line += " without \(leftOut)" }
    return line
  }
}

extension Presentation {
  var line: String { "\(id.rawValue)/\(attempt)" }
}

extension Stage {
  var line: String {
    if case .held(let reasons) = self { return "held " + reasons.words.joined(separator: "+") }
    return word
  }
}

extension Outcome {
  var line: String {
    if case .action(let key, let text) = self {
      return "action \(key)" + (text.map { " " + $0 } ?? "")
    }
    return word
  }
}
