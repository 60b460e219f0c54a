import DBus
import Peal
import Testing

@testable import PealDesktop

/// What a server does corrects what was thought of it.
struct ObservationTests {
  private let question = PresentRequest.make(id: 1, "A", actions: [("yes", "Yes")])
  private var script = Script(.made())

  @Test mutating func aPopupThatStaysUpAfterAPressIsNoticed() {
    script.show(question, id: 7)
    script.signal(.actionInvoked(id: 7, key: "0"))
    #expect(Self.traits(script.play(.withdraw(question.presentation)))?.closesAfterAction == false)
    #expect(script.link.server?.traits.closesAfterAction.origin == .observed)
  }

  @Test mutating func aPopupThatClosesAfterAPressAfterAllIsNoticed() {
    script = Script(.made(named: "dunst"))
    script.show(question, id: 7)
    script.signal(.actionInvoked(id: 7, key: "0"))
    #expect(Self.traits(script.signal(.closed(id: 7, .dismissed)))?.closesAfterAction == true)
  }

  @Test mutating func aResidentPopupSaysNothing() {
    var resident = question
    resident.alert.isResident = true
    script.show(resident, id: 7)
    script.signal(.actionInvoked(id: 7, key: "0"))
    #expect(script.play(.withdraw(question.presentation)).reports.isEmpty)
  }

  @Test(arguments: [
    (Priority.normal, PresenterTraits.Obedience.never), (.critical, .exceptCritical),
  ])
  mutating func anExpiryThatIsNotObeyedIsNoticed(
    priority: Priority, obedience: PresenterTraits.Obedience
  ) {
    let request = PresentRequest.make("x") {
      $0.expiry = .after(.seconds(2))
      $0.priority = priority
    }
    script.show(request, id: 7)
    script.now = script.now + .milliseconds(2500)
    #expect(Self.traits(script.play(.withdraw(request.presentation)))?.obeysExpiry == obedience)
  }

  @Test mutating func aWithdrawalInTimeSaysNothing() {
    let request = PresentRequest.make("x") { $0.expiry = .after(.seconds(2)) }
    script.show(request, id: 7)
    script.now = script.now + .seconds(2)
    #expect(script.play(.withdraw(request.presentation)).reports.isEmpty)
  }

  @Test mutating func anExpiryThatIsReportedAfterAllIsNoticed() {
    script = Script(.made(named: "SwayNotificationCenter"))
    script.show(question, id: 7)
    #expect(Self.traits(script.signal(.closed(id: 7, .expired)))?.reportsExpiry == true)
  }

  private static func traits(_ effects: [Effect]) -> PresenterTraits? {
    guard case .available(let traits)? = effects.reports.first else { return nil }
    return traits
  }
}
