import TestBus
import Testing

extension DesktopTests {
  /// What becomes of questions and alerts on the screen of each server: one desktop for all of it, and
  /// a table of what was seen.
  @Suite(.serialized) struct ServerTests {
    @Test(arguments: RealServer.present)
    func whateverTheServerTheScriptGetsItsAnswer(server: RealServer) async throws {
      try await withDesktop(server) { desktop in
        for scene in Scene.allCases {
          do {
            desktop.note(scene, try await desktop.play(scene))
          } catch {
            Issue.record("\(scene.rawValue): \(error)")
            desktop.note(scene, "FAILED")
          }
          try await desktop.tidy()
        }
      }
    }
  }
}

/// What is tried on each server.
enum Scene: String, CaseIterable {
  case yes = "a click on Yes"
  case no = "a click on No"
  case close = "closed by the person"
  case expiry = "an expiry of 1 s"
  case order = "three alerts of 1 s"
  case turns = "three programs at once"
  case withdrawal = "withdrawn"
  case replacement = "replaced by its tag"
  case text = "a body with & and <"
  case restart = "server killed and started again"
}

extension Desktop {
  /// Plays a scene; returns what was seen.
  fileprivate func play(_ scene: Scene) async throws -> String {
    switch scene {
    case .yes: try await answer("Yes", status: 0)
    case .no: try await answer("No", status: 1)
    case .close: try await close()
    case .expiry: try await expire()
    case .order: try await takeTurns()
    case .turns: try await shareTheScreen()
    case .withdrawal: try await withdraw()
    case .replacement: try await replace()
    case .text: try await read()
    case .restart: try await restart()
    }
  }

  private func ask(_ options: String..., about body: String = "to production") async throws
    -> ChildProcess
  {
    try await peal(["ask", "Deploy?", body] + options)
  }

  private func answer(_ label: String, status: Int32) async throws -> String {
    let ask = try await ask()
    try await press(label, onPopupWith: "production", keeping: label.lowercased())
    let result = try await ask.result()
    #expect(result.output == label.lowercased() + "\n")
    #expect(result.errors == "")
    #expect(result.exit == .status(status))
    try await untilEmpty()
    return "“\(label.lowercased())”, exit \(status)"
  }

  private func close() async throws -> String {
    let ask = try await ask()
    try await close(popupWith: "production", keeping: "closed")
    let result = try await ask.result()
    #expect(result.output == "")
    #expect(result.errors == "")
    #expect(result.exit == .status(1))
    try await untilEmpty()
    return "nothing printed, exit 1"
  }

  private func expire() async throws -> String {
    let result = try await ask("-t", "1s").result()
    #expect(result.output == "")
    #expect(result.exit == .status(3))
    try await untilEmpty()
    return "exit 3, \(result.duration.inSeconds) after the call"
  }

  private func takeTurns() async throws -> String {
    let summaries = ["First", "Second", "Third"]
    let record = try await BusRecord.start(of: summaries, on: self)
    for summary in summaries {
      let send = try await peal(["send", summary, "-t", "1s"]).result()
      #expect(send.exit == .status(0), "\(send.errors)")
    }
    try await record.wait(for: .gone, of: "Third")
    #expect(record.summaries(.up) == summaries)
    #expect(record.mostAtOnce == 1)
    try await untilEmpty()
    return "in order, one at a time"
  }

  /// Looks at the screen all the while: there is never more than one of them.
  private func shareTheScreen() async throws -> String {
    let summaries = ["Backup", "Deploy?", "Mail"]
    let record = try await BusRecord.start(of: summaries, on: self)
    async let backup = peal("send", "Backup", "finished", "-t", "1500")
    async let mail = peal("send", "Mail", "arrived", "-t", "1500")
    async let deploy = peal(
      "ask", "Deploy?", "to production", "-A", "yes=Yes", "-A", "no=No")
    let (sent, asked) = try await ([backup, mail], deploy)

    // Every look until the question is up, and those of the search for its button.
    var crowds: [[String]] = []
    try await look(until: "the question") { look in
      let seen = look.seen(of: summaries)
      if seen.count > 1 { crowds.append(seen) }
      return seen == ["Deploy?"]
    }
    try await press("Yes", onPopupWith: "production", keeping: "turns")
    for process in sent {
      let result = try await process.result()
      #expect(result.exit == .status(0), "\(result.errors)")
    }
    let answer = try await asked.result()
    #expect(answer.output == "yes\n")
    #expect(answer.exit == .status(0))

    for summary in summaries { try await record.wait(for: .gone, of: summary) }
    #expect(crowds == [])
    #expect(record.mostAtOnce == 1)
    #expect(record.summaries(.up) == record.summaries(.posted))
    return "one at a time, in the order of their posting"
  }

  private func withdraw() async throws -> String {
    let ask = try await ask("--tag", "deploy")
    try await find("production")
    let withdrawal = try await peal("withdraw", "--tag", "deploy").result()
    #expect(withdrawal.exit == .status(0), "\(withdrawal.errors)")
    let result = try await ask.result()
    #expect(result.output == "")
    #expect(result.exit == .status(4))
    try await untilEmpty()
    return "exit 4, gone from the screen"
  }

  private func replace() async throws -> String {
    let first = try await ask("--tag", "deploy")
    try await find("production")
    let second = try await ask("--tag", "deploy", about: "to staging")
    #expect(try await first.result().exit == .status(4))
    try await press("Yes", onPopupWith: "staging", without: "production", keeping: "replaced")
    let result = try await second.result()
    #expect(result.output == "yes\n")
    #expect(result.exit == .status(0))
    try await untilEmpty()
    return "the older exit 4, the newer alone and answered"
  }

  private func read() async throws -> String {
    let send = try await peal("send", "Shopping", "bread & butter <fresh>", "-t", "never").result()
    #expect(send.exit == .status(0), "\(send.errors)")
    let look = try await look(until: "the body", keeping: "text") {
      $0.place(of: "bread") != nil
    }
    let text = look.words.map(\.text).joined(separator: " ")
    #expect(text.contains("bread & butter <fresh>"))
    let cleared = try await peal("clear", "--all").result()
    #expect(cleared.output == "1\n")
    try await untilEmpty()
    return "read as it was written"
  }

  private func restart() async throws -> String {
    let ask = try await ask()
    try await find("production")
    try await killServer()
    try await untilEmpty()
    try await startServer()
    try await press("Yes", onPopupWith: "production", keeping: "restarted")
    let result = try await ask.result()
    #expect(result.output == "yes\n")
    #expect(result.exit == .status(0))
    try await untilEmpty()
    return "asked again, answered"
  }

  /// Leaves nothing of a scene for the next one.
  fileprivate func tidy() async throws {
    try await peal("clear", "--all").result()
  }
}

extension Duration {
  /// For a person to read.
  fileprivate var inSeconds: String {
    "\((self / .milliseconds(100)).rounded() / 10) s"
  }
}
