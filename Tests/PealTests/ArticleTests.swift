import Foundation
import Peal
import PealTestKit
import Testing

/// The examples of the article "Queue alerts from a Swift program", compiled and run. The last test
/// sees to it that they are those of the article.
@Suite(.timeLimit(.minutes(5)))
struct ArticleTests {
  @Test func askAndWait() async throws {
    let presenter = InMemoryPresenter(.pressing(key: "yes"))
    let deployed = Recording<Bool>()
    let deploy = { @Sendable in deployed.append(true) }
    try await AlertCenter.withCenter(presenter: presenter) { center in
      var question = Alert("Deploy?", body: "to production", appName: "deploy")
      question.expiry = .never
      let outcome = try await center.ask(
        question, buttons: [.default("Yes", key: "yes"), .cancel("No", key: "no")])
      guard outcome == .action(key: "yes") else { return }
      deploy()
    }
    #expect(deployed.count == 1)
  }

  @Test func postAndGoOn() async throws {
    let lines = Recording<String>()
    let log = { @Sendable in lines.append($0) }
    let restart = { @Sendable in lines.append("restart") }
    let skip = { @Sendable in lines.append("skip") }
    let bench = AlertCenterBench(.pressing(key: "2"))
    try await bench.run { center in
      try center.post(
        Alert("Update ready", body: "It takes a minute."),
        buttons: [
          .default("Restart") { restart() },
          .cancel("Later"),
          .destructive("Skip this version") { skip() },
        ]
      ) { ending in
        log("\(ending.alert.summary): \(ending.outcome.word)")
      }
      #expect(await lines.first { $0 == "Update ready: action" } != nil)
      #expect(lines.elements == ["skip", "Update ready: action"])
    }
  }

  @Test func sayWhoGoesFirst() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      let up = try center.post(Alert("up"))
      _ = await bench.shown(up)
      var warning = Alert("Disk full", body: "Nothing is saved any more.")
      warning.priority = .high
      warning.arrival = .barge
      warning.cover = .hide
      try center.post(warning)
      _ = await bench.presenter.popup("Disk full")
      #expect(center.status(of: up)?.stage == .hidden)
    }
  }

  @Test func followATask() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      var copying = Alert("Copying", body: "0 of 3 files", appName: "copy")
      copying.tag = "copy"
      copying.progress = 0
      let id = try center.post(copying)
      for file in 1...3 {
        var change = AlertChange(body: "\(file) of 3 files")
        change.progress = file * 100 / 3
        center.update(id, change)
      }
      center.withdraw(id)
      let last = bench.changes.elements.last { if case .updated = $0 { true } else { false } }
      copying.body = "3 of 3 files"
      copying.progress = 100
      #expect(last == .updated(id, copying))
    }
  }

  @Test func holdAndLook() async throws {
    let bench = AlertCenterBench()
    try await bench.run { center in
      try center.post(Alert("Deployed", appName: "deploy"))
      let token = try center.pause(for: .seconds(600))
      for status in center.alerts(Filter(app: "deploy")) {
        print(status.id.rawValue, status.stage.word, status.alert.summary)
      }
      center.clear(Filter(app: "deploy"))
      center.resume(token)
      #expect(!center.summary.isPaused)
    }
  }

  @Test func testIt() async throws {
    let screen = InMemoryPresenter(.pressing(key: "yes"))
    let outcome = try await AlertCenter.withCenter(presenter: screen) { center in
      try await center.ask(Alert("Deploy?"), buttons: [.default("Yes", key: "yes")])
    }
    #expect(outcome == .action(key: "yes"))
  }

  @Test func theArticleHoldsTheseExamples() throws {
    let here = URL(filePath: #filePath)
    let article = here.deletingLastPathComponent().appending(
      path: "../../Sources/Peal/Peal.docc/QueueAlertsFromASwiftProgram.md")
    let source = trimmed(try String(contentsOf: here, encoding: .utf8))
    let examples = try String(contentsOf: article, encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(examples.count == 6)
    for example in examples { #expect(source.contains(trimmed(example)), "\(example)") }
  }

  /// The text without indentation.
  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
