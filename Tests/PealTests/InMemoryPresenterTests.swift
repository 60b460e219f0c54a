import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InMemoryPresenterTests {
  @Test func thePresenterKeepsTheLaws() async {
    #expect(await checkPresenterLaws { harness(InMemoryPresenter()) } == [])
  }

  @Test func aPresenterWhoseServerStaysUpKeepsTheLaws() async {
    var traits = PresenterTraits(incarnation: "1", name: "in memory")
    traits.closesAfterAction = false
    let kept = traits
    #expect(await checkPresenterLaws { harness(InMemoryPresenter(traits: kept)) } == [])
  }

  @Test(arguments: Fault.allCases)
  func aPresenterThatBreaksALawIsFoundOut(fault: Fault) async {
    let violations = await checkPresenterLaws(within: .milliseconds(100)) {
      let inner = InMemoryPresenter()
      var harness = harness(inner)
      harness.presenter = FaultyPresenter(inner, fault)
      return harness
    }
    #expect(violations.contains { $0.law == fault.law }, "\(violations)")
  }

  @Test func anAcknowledgementComesWhenTheTestSaysSo() async {
    let presenter = InMemoryPresenter(.manual)
    let request = request(1, "A")
    presenter.present(request)
    #expect(presenter.popups == [])
    #expect(!presenter.press(request.presentation.id, key: "yes"))
    #expect(presenter.acknowledge(request.presentation.id))
    #expect(presenter.popups == [request])
    #expect(!presenter.acknowledge(request.presentation.id))
    #expect(await presenter.reported(2) == [available, .presented(request.presentation)])
  }

  @Test func aFailureIsReportedAndNothingComesUp() async {
    let presenter = InMemoryPresenter(.manual)
    let request = request(1, "A")
    presenter.present(request)
    presenter.fail(request.presentation.id, .permanent("no"))
    #expect(presenter.popups == [])
    let failure = PresenterEvent.presentFailed(request.presentation, .permanent("no"))
    #expect(await presenter.reported(2) == [available, failure])
  }

  @Test func aPressClosesThePopupUnlessItIsResident() async {
    let presenter = InMemoryPresenter()
    var resident = request(2, "B")
    resident.alert.isResident = true
    for request in [request(1, "A"), resident] {
      presenter.present(request)
      presenter.press(request.presentation.id, key: "yes")
    }
    #expect(presenter.popups == [resident])
  }

  @Test func aPresenterThatAnswersByItselfPressesEachPopup() async {
    let presenter = InMemoryPresenter(.pressing(key: "yes"))
    let request = request(1, "A")
    presenter.present(request)
    #expect(
      await presenter.reported(4) == [
        available, .presented(request.presentation),
        .actionInvoked(request.presentation, key: "yes"),
        .closed(request.presentation, .dismissed),
      ])
  }

  @Test func popupsOutliveALossOnlyUnderTheSameIncarnation() async {
    let presenter = InMemoryPresenter()
    let old = request(1, "A")
    presenter.present(old)
    presenter.lose()
    #expect(presenter.popups == [])
    presenter.restore()
    #expect(presenter.popups == [old])
    #expect(!presenter.close(old.presentation.id))
    let new = request(1, "A", attempt: 2, replacing: old.presentation)
    presenter.present(new)
    #expect(presenter.popups == [new])
    presenter.lose()
    presenter.restore(PresenterTraits(incarnation: "2", name: "in memory"))
    #expect(presenter.popups == [])
  }

  @Test func whatIsAskedWhileNothingIsThereFailsForNow() async {
    let presenter = InMemoryPresenter(isAvailable: false)
    let request = request(1, "A")
    presenter.present(request)
    let reports = await presenter.reported(1)
    guard case .presentFailed(request.presentation, .retryable)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
  }

  @Test func aPopupCanBeWaitedFor() async {
    let presenter = InMemoryPresenter()
    async let popup = presenter.popup("B")
    presenter.present(request(1, "A"))
    presenter.present(request(2, "B"))
    #expect(await popup == request(2, "B"))
    #expect(await presenter.popup("C", within: .milliseconds(1)) == nil)
  }
}

private let available = PresenterEvent.available(
  PresenterTraits(incarnation: "1", name: "in memory"))

private func request(
  _ id: UInt32, _ summary: String, attempt: UInt32 = 1, replacing old: Presentation? = nil
) -> PresentRequest {
  let presentation = Presentation(id: AlertID(rawValue: id), attempt: attempt)
  return PresentRequest(presentation, Alert(summary), replacing: old)
}

/// The hands of the laws for a presenter in memory.
private func harness(_ presenter: InMemoryPresenter) -> PresenterHarness {
  PresenterHarness(
    presenter: presenter,
    press: { presenter.press($0.presentation.id, key: $1) },
    close: { presenter.close($0.presentation.id) },
    lose: { presenter.lose() },
    restore: { presenter.restore(PresenterTraits(incarnation: "2", name: "in memory")) },
    stall: { presenter.behave(.manual) },
    screen: { presenter.popups.map(\.alert.summary) })
}

extension InMemoryPresenter {
  /// The first `count` reports; it consumes the stream.
  fileprivate func reported(_ count: Int) async -> [PresenterEvent] {
    var reports: [PresenterEvent] = []
    for await event in events {
      reports.append(event)
      if reports.count == count { break }
    }
    return reports
  }
}
