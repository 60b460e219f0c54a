import Foundation
import TestBus
import Testing

/// What README.md shows is what there is.
struct ReadmeTests {
  private let readme: String
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()

  init() throws {
    let file = folder.appending(path: "../../../README.md")
    readme = try String(contentsOf: file, encoding: .utf8)
  }

  /// The code blocks in one language.
  private func blocks(_ language: String) -> [String] {
    readme.components(separatedBy: "```\(language)\n").dropFirst().map { rest in
      rest.components(separatedBy: "```")[0]
    }
  }

  @Test func theSwiftExampleIsTheOneThatIsCompiled() throws {
    let file = folder.appending(path: "ReadmeExample.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)
    let shown = compiled.components(separatedBy: "end of the file.\n")
    #expect(blocks("swift") == ["import Peal\nimport PealDesktop\n\n" + shown[1]])
  }

  @Test(arguments: [("Yes", "yes\ndeployed\n"), ("No", "no\n")])
  func theScriptDeploysOnYesAlone(label: String, output: String) async throws {
    let script = try #require(blocks("sh").first { $0.contains("./deploy") })
    try await withBus { bus in
      let desk = try await Desk(on: bus, Behaviour())
      let home = try bus.folder.makeFolder("home")
      try bus.folder.write("#!/bin/sh\necho deployed\n", to: "home/deploy", mode: 0o755)
      let path = "\(Programs.folder):/usr/bin:/bin"
      let shell = try await ChildProcess.start(
        "/bin/sh", ["-c", "cd '\(home)'\n" + script],
        environment: bus.environment.merging(["PATH": path]) { $1 })
      let news = try await desk.nextPopup()
      try await desk.server.close(news.id)
      let question = try await desk.nextPopup()
      try await desk.server.press(question.id, labelled: label)
      let result = try await shell.result()
      #expect(result.output == output)
      #expect(result.errors == "")
    }
  }

  @Test func everyOptionInTheScriptsIsOneThatPealHas() async throws {
    for verb in ["send", "ask"] {
      let help = try await ChildProcess.run(Programs.peal, ["help", verb]).output
      let lines = blocks("sh").flatMap { $0.components(separatedBy: "\n") }
      for line in lines where line.contains("peal \(verb) ") {
        for word in line.split(whereSeparator: { " ;)".contains($0) }) where word.hasPrefix("--") {
          #expect(help.contains(word), "\(verb): \(word)")
        }
      }
    }
  }
}
