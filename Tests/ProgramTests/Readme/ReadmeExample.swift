import Peal
import PealDesktop

// What README.md shows, compiled: the lines from here to the end of the file.
func askAndDeploy(_ deploy: @Sendable () -> Void) async throws {
  try await AlertCenter.withCenter(presenter: DesktopPresenter()) { center in
    try center.post(Alert("Backup finished", body: "12 GiB in 3 minutes", appName: "backup"))

    var question = Alert("Deploy?", body: "to production", appName: "deploy")
    question.expiry = .never
    let outcome = try await center.ask(
      question, buttons: [.default("Yes", key: "yes"), .cancel("No", key: "no")])
    if outcome == .action(key: "yes") { deploy() }
  }
}
