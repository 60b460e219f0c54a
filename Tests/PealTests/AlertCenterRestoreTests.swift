import Peal
import PealTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlertCenterRestoreTests {
  @Test func aCenterGoesOnWithWhatAnotherOneLeftBehind() async throws {
    let first = AlertCenterBench()
    var ids: [AlertID] = []
    for summary in ["A", "B"] { ids.append(try first.center.post(Alert(summary))) }
    let presenter = InMemoryPresenter()
    let center = AlertCenter(
      restoring: first.center.record, presenter: presenter, configuration: .gapless)
    #expect(center.alerts().map(\.id) == ids)
    #expect(center.record(of: ids[0])?.alert == Alert("A"))
    let endings = Recording<Ending>()
    for id in ids { #expect(center.whenEnded(id, endings.append)) }
    let running = Task { await center.run() }
    #expect(await presenter.popup("A") != nil)
    for id in ids { center.withdraw(id) }
    #expect(await endings.first(from: 1) != nil)
    #expect(endings.elements.map(\.id) == ids)
    #expect(try center.post(Alert("C")) > ids[1])
    running.cancel()
    await running.value
  }
}
