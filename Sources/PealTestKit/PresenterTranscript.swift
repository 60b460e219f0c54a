import Peal

/// Everything that was asked of a presenter and reported by it, in order; the laws that can be
/// read off it are looked for here.
struct PresenterTranscript {
  enum Entry: Sendable {
    case call(InMemoryPresenter.Call)
    case report(PresenterEvent)
  }

  /// What is known of one presentation.
  private enum Stage {
    /// Asked for; becomes up, or over when it fails.
    case asked
    /// Acknowledged; becomes closed or over.
    case up
    /// Closed: the press that the close belongs to may still come behind it.
    case closed
    /// Failed or withdrawn: nothing may come any more.
    case over
    /// Lost with all others: nothing may come any more.
    case lost
  }

  let entries: [Entry]

  /// What is broken of laws 1, 3, 4, 5 and 6.
  ///
  /// - Parameter owesAnswers: whether a request without an answer counts.
  func violations(owesAnswers: Bool) -> [PresenterLawViolation] {
    var reading = Reading()
    for entry in entries { reading.read(entry) }
    if owesAnswers { reading.lookForMissingAnswers() }
    return reading.violations
  }

  private struct Reading {
    var violations: [PresenterLawViolation] = []
    var stages: [Presentation: Stage] = [:]
    var isAvailable = false

    mutating func read(_ entry: Entry) {
      switch entry {
      case .call(.present(let request)): stages[request.presentation] = .asked
      case .call(.update), .call(.withdraw), .call(.summon): break
      case .report(let event): read(event)
      }
    }

    mutating func read(_ event: PresenterEvent) {
      switch event {
      case .presented(let popup):
        if !isAvailable { note(6, event, "while nothing is available") }
        expect(popup, [.asked], for: event, law: 1)
        stages[popup] = .up
      case .presentFailed(let popup, _):
        expect(popup, [.asked], for: event, law: 1)
        stages[popup] = .over
      case .closed(let popup, _):
        expect(popup, [.up], for: event, law: 3)
        stages[popup] = .closed
      case .withdrawn(let popup):
        expect(popup, [.up], for: event, law: 3)
        stages[popup] = .over
      case .actionInvoked(let popup, _), .replied(let popup, _), .activationToken(let popup, _):
        expect(popup, [.up, .closed], for: event, law: 3)
      case .available:
        isAvailable = true
      case .lost:
        isAvailable = false
        for popup in stages.keys { stages[popup] = .lost }
      }
    }

    mutating func lookForMissingAnswers() {
      for (popup, stage) in stages where stage == .asked {
        let finding = "no answer to present \(popup.id.rawValue)"
        violations.append(PresenterLawViolation(law: 1, finding: finding))
      }
    }

    private mutating func expect(
      _ popup: Presentation, _ expected: [Stage], for event: PresenterEvent, law: Int
    ) {
      guard let stage = stages[popup] else { return note(3, event, "before it is asked for") }
      guard !expected.contains(stage) else { return }
      switch stage {
      case .asked: note(law, event, "before its answer")
      case .up: note(law, event, "while it is up")
      case .closed: note(law, event, "after it is closed")
      case .over: note(law, event, "after it is over")
      case .lost: note(5, event, "after it was lost")
      }
    }

    private mutating func note(_ law: Int, _ event: PresenterEvent, _ when: String) {
      violations.append(PresenterLawViolation(law: law, finding: "\(event) \(when)"))
    }
  }
}
