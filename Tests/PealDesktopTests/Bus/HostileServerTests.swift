import Peal
import PealDesktop
import PealTestKit
import TestBus
import Testing

/// Ten thousand messages from somebody who owns the name and means ill, or has lost its mind.
struct HostileServerTests {
  @Test(arguments: UInt64(0)..<4)
  func nothingThatAServerSaysIsTakenForAnAnswerThatItIsNot(seed: UInt64) async throws {
    try await Desk.with(replyTimeout: .milliseconds(50)) { desk in
      let hostile = try await HostileServer.start(on: desk.bus, seed: seed)
      var random = SeededGenerator(seed: seed)
      var asked: [PresentRequest] = []
      for number in UInt32(1)...50 {
        asked.append(Self.request(number, replacing: asked.randomElement(using: &random)))
        desk.presenter.present(asked[asked.count - 1])
        for _ in 0..<3 { Self.touch(asked, desk.presenter, &random) }
        try await hostile.storm(50)
      }
      await hostile.leave()
      #expect(Self.faults(in: desk.reports.elements, asked) == [], "seed \(seed)")

      // It is as if nothing had been.
      let server = try await desk.server()
      let request = Self.request(1000, replacing: nil)
      let shown = try await desk.show(request, at: server)
      try await server.press(try #require(shown.id), labelled: "No")
      try await desk.report(.actionInvoked(request.presentation, key: "1000 no"))
    }
  }

  private static func request(_ number: UInt32, replacing old: PresentRequest?) -> PresentRequest {
    .make(
      id: number, "\(number)", actions: [("\(number) yes", "Yes"), ("\(number) no", "No")],
      replacing: number.isMultiple(of: 3) ? old?.presentation : nil
    ) { $0.replyPlaceholder = "?" }
  }

  private static func touch(
    _ asked: [PresentRequest], _ presenter: DesktopPresenter, _ random: inout SeededGenerator
  ) {
    guard let request = asked.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: presenter.withdraw(request.presentation)
    case 1: presenter.update(request.presentation, to: request.alert, count: 1)
    default: presenter.summon()
    }
  }

  /// What is reported of alerts that were never shown, that are over, or in another's words.
  private static func faults(
    in reports: [PresenterEvent], _ asked: [PresentRequest]
  ) -> [String] {
    var faults: [String] = []
    var over: Set<Presentation> = []
    let keys = Dictionary(
      uniqueKeysWithValues: asked.map { ($0.presentation, $0.alert.actions.map(\.key)) })
    for report in reports {
      switch report {
      case .actionInvoked(let popup, let key):
        if keys[popup]?.contains(key) != true, !key.isEmpty || keys[popup] == nil {
          faults.append("\(report)")
        }
      case .replied(let popup, _), .activationToken(let popup, _):
        if keys[popup] == nil { faults.append("\(report)") }
      case .presented(let popup):
        if keys[popup] == nil || over.contains(popup) { faults.append("\(report)") }
      case .presentFailed(let popup, _), .closed(let popup, _), .withdrawn(let popup):
        if keys[popup] == nil || !over.insert(popup).inserted { faults.append("\(report)") }
      case .available, .lost: break
      }
    }
    return faults
  }
}
