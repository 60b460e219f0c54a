import Peal
import PealTestKit
import Testing

/// Several tasks do all sorts of things at once, while the person and the world do others.
@Suite(.timeLimit(.minutes(5)))
struct AlertCenterStressTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func everySubmissionEndsOnceWhateverHappens(seed: UInt64) async throws {
    let bench = AlertCenterBench(configuration: .limitless)
    let endings = Recording<AlertID>()
    let posted = Recording<[AlertID]>()
    await bench.run { center in
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 as Range<UInt64> {
          group.addTask {
            var hands = Hands(bench: bench, endings: endings, random: Random(seed * 10 + task))
            for _ in 0..<200 { hands.act() }
            posted.append(hands.posted)
          }
        }
      }
      bench.presenter.restore()
      center.clearAll()
      for id in posted.elements.joined() { #expect(await center.ending(of: id) != nil) }
      #expect(await bench.isAtRest())
    }
    let ids = posted.elements.joined()
    #expect(endings.elements.sorted() == ids.sorted(), "seed \(seed)")
    #expect(bench.endings == endings.elements, "seed \(seed)")
    #expect(bench.firstAfterItsEnd == nil, "seed \(seed)")
  }
}

/// One task's hands: what it does is chosen by chance.
private struct Hands {
  let bench: AlertCenterBench
  let endings: Recording<AlertID>
  var random: Random
  var posted: [AlertID] = []
  private var pauses: [PauseToken] = []

  init(bench: AlertCenterBench, endings: Recording<AlertID>, random: Random) {
    self.bench = bench
    self.endings = endings
    self.random = random
  }

  mutating func act() {
    let center = bench.center
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: post()
    case 8: center.withdraw(any())
    case 9: center.update(any(), AlertChange(summary: "changed", priority: .high))
    case 10: center.snooze(any(), for: .seconds(1))
    case 11: center.activate(any())
    case 12: center.answer(any(), key: "yes")
    case 13: center.withdrawTop()
    case 14: holdOrRelease()
    case 15: bench.presenter.press(any(), key: "yes")
    case 16, 17: bench.presenter.close(any())
    case 18: bench.time.advance(by: .milliseconds(300))
    default: loseOrRestore()
    }
  }

  private mutating func any() -> AlertID {
    posted.randomElement(using: &random) ?? AlertID(rawValue: 1)
  }

  private mutating func post() {
    var alert = Alert("alert", appName: "app")
    alert.priority = Priority.allCases.randomElement(using: &random) ?? .normal
    alert.arrival = Alert.Arrival.allCases.randomElement(using: &random)
    alert.cover = Alert.Cover.allCases.randomElement(using: &random) ?? .keep
    alert.duplicates = Alert.DuplicatePolicy.allCases.randomElement(using: &random) ?? .allow
    alert.tag = ["a", "b", nil, nil].randomElement(using: &random) ?? nil
    let endings = endings
    let id = try? bench.center.post(
      alert, buttons: [.default("Yes", key: "yes")], onEnd: { endings.append($0.id) })
    if let id { posted.append(id) }
  }

  private mutating func holdOrRelease() {
    if let token = pauses.popLast() {
      bench.center.resume(token)
    } else if let token = try? bench.center.pause() {
      pauses.append(token)
    }
  }

  private mutating func loseOrRestore() {
    if !bench.presenter.lose() { bench.presenter.restore() }
  }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension AlertCenterBench {
  /// Whether, as soon as every popup that was to go is gone, nothing is left.
  fileprivate func isAtRest() async -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while !(center.alerts().isEmpty && presenter.popups.isEmpty), ContinuousClock.now < end {
      time.advance(by: .seconds(1))
      await Task.yield()
    }
    return center.alerts().isEmpty && presenter.popups.isEmpty
  }

  /// The first change that concerns an alert after its end was reported.
  fileprivate var firstAfterItsEnd: AlertCenter.Change? {
    var ended: Set<AlertID> = []
    return changes.elements.first { change in
      switch change {
      case .ended(let ending): return !ended.insert(ending.id).inserted
      case .posted(let id, _, _), .updated(let id, _), .moved(let id, _), .acted(let id, _, _),
        .activation(let id, _):
        return ended.contains(id)
      case .paused, .presenter: return false
      }
    }
  }
}
