import DBus
import TestBus
import Testing

@testable import PealCommand

/// notify-send of Debian and Peal's notify-send, side by side at the same scripted server: what the
/// server gets, what is printed, and the exit status. Where they differ, the table says how and why.
struct ComparisonTests {
  @Test(arguments: ComparedLine.all)
  func thatIsWhatTheOriginalDoes(line: ComparedLine) async throws {
    let (original, keys) = try await withBus { bus in
      let server = try await ScriptedServer.start(on: bus, line.behaviour)
      let process = try await ChildProcess.start(
        "notify-send", line.arguments, environment: bus.environment)
      try await answer(line, server)
      let result = try await process.result()
      let call = server.notifications.drain().last
      return (outcome(process, result, call), call?.keys ?? [])
    }
    var expected = original
    line.difference?.change(&expected)
    let peal = try await sent(line, isSomethingSent: expected.call != nil, keys: keys)
    #expect(peal == expected, "\(line.difference?.reason ?? "no difference is known")")
    #expect((line.difference == nil) == (expected == original), "the difference is none")
  }

  private func sent(
    _ line: ComparedLine, isSomethingSent: Bool, keys: [String]
  ) async throws -> SentNotification {
    try await withDesk(line.behaviour) { desk in
      if !line.actionsAreTaken { try await desk.becomeAcquainted() }
      let process = try await ChildProcess.start(
        Programs.peal, ["notify-send"] + line.arguments, environment: desk.bus.environment)
      if isSomethingSent { try await answer(line, desk.server) }
      let result = try await process.result()
      let call = isSomethingSent ? try await desk.server.notifications.next() : nil
      #expect(call != nil || desk.server.notifications.all.isEmpty)
      var sent = outcome(process, result, call)
      sent.call = sent.call?.withoutOurWays(keys: keys)
      return sent
    }
  }

  /// Does what the person does, once the popup is up.
  private func answer(_ line: ComparedLine, _ server: ScriptedServer) async throws {
    if case .nothing = line.person { return }
    let popup = try await server.popups.first("popup") { $0.last }
    switch line.person {
    case .nothing: break
    case .presses(let label): try await server.press(popup.id, labelled: label)
    case .closes: try await server.close(popup.id)
    case .expires: try await server.expire(popup.id)
    }
  }

  private func outcome(
    _ process: ChildProcess, _ result: ChildProcess.Result, _ call: Notification?
  ) -> SentNotification {
    SentNotification(
      call: call.map { .init($0, from: process.pid) }, output: result.output, exit: result.exit)
  }

  @Test func everyOptionIsCompared() {
    let words = ComparedLine.all.flatMap(\.arguments)
    let newer: Set = ["id-fd", "selected-action-fd", "activation-token-fd", "help", "app-icon"]
    for option in NotifySendOption.all where !newer.contains(option.name) {
      let spellings = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
      let isUsed = words.contains { word in
        spellings.contains { word == $0 || word.hasPrefix("\($0)=") }
      }
      #expect(isUsed, "\(option.name)")
    }
    #expect(ComparedLine.all.count >= 60)
  }
}

extension ComparedLine {
  fileprivate var actionsAreTaken: Bool { behaviour.capabilities.contains("actions") }
}

extension Desk {
  /// Waits until the daemon knows the server.
  fileprivate func becomeAcquainted() async throws {
    let watch = try await start("watch", "--format", "waybar")
    while !(try await watch.output.nextLine().contains("Scripted Server")) {}
  }
}
