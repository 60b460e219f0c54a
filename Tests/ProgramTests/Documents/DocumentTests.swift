import Foundation
import TestBus
import Testing

@testable import PealDaemon

/// The manual pages and what they are about do not drift apart. One test after the other: each may
/// write its part of a page.
@Suite(.serialized)
struct DocumentTests {
  @Test func theManualHasTheVerbsAndOptionsOfTheProgram() throws {
    try Document("Config/man/peal.1.scd").expect("verbs", is: Manual.verbs)
    try Document("Config/man/peal.1.scd").expect("options", is: Manual.options)
  }

  @Test func theManualOfTheDaemonHasItsOptions() throws {
    try Document("Config/man/peald.1.scd").expect("options", is: Manual.daemonOptions)
  }

  @Test func theManualOfNotifySendHasItsOptions() throws {
    try Document("Config/man/peal-notify-send.1.scd")
      .expect("options", is: Manual.notifySendOptions)
  }

  @Test(arguments: Recipes.names)
  func theManualHasTheRecipe(name: String) throws {
    // Within a literal text scdoc takes a backslash for its own.
    let script = try Document("Config/examples/\(name)").text.replacing(#"\"#, with: #"\\"#)
    try Document("Config/man/peal.1.scd").expect("recipe \(name)", is: "```\n\(script)```\n")
  }

  @Test func everyRecipeIsNamed() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Document.path("Config/examples"))
    #expect(files.sorted() == Recipes.names.sorted())
  }

  /// The keys outside the rules: in the code, in the file that is installed, and in the manual.
  @Test(arguments: ConfigurationKey.all.map { [$0.section, $0.name, $0.standard] })
  func theKeyIsInTheFileAndInTheManual(key: [String]) throws {
    let (section, name, standard) = (key[0], key[1], key[2])
    let file = try Document("Config/peal.conf").text
    let part = try #require(file.components(separatedBy: "\n[\(section)]\n").last)
    let line = part.components(separatedBy: "\n").first { $0.hasPrefix("\(name) = ") }
    let value = line?.components(separatedBy: " = ")[1].components(separatedBy: " ;")[0]
    #expect(value?.trimmingCharacters(in: .whitespaces) == standard)
    let manual = try Document("Config/man/peal.conf.5.scd").text
    let chapter = manual.components(separatedBy: "\n# ").first {
      $0.hasPrefix("SECTION [\(section)]")
    }
    let entry = chapter?.components(separatedBy: "\n\n").first { $0.hasPrefix("*\(name)* = ") }
    let end = entry?.trimmingCharacters(in: .newlines)
    #expect(end?.hasSuffix("Default: *\(standard)*") == true, "\(name)")
  }

  @Test func theFileAndTheManualHaveNoOtherKeys() throws {
    let names = ConfigurationKey.all.map(\.name)
    let file = try Document("Config/peal.conf").text
    let inFile = file.components(separatedBy: "\n").filter { $0.first?.isLowercase == true }
      .map { $0.components(separatedBy: " = ")[0] }
    #expect(inFile == names)
    let manual = try Document("Config/man/peal.conf.5.scd").text
    let inManual = manual.components(separatedBy: "# SECTIONS")[0].components(separatedBy: "\n")
      .filter { $0.hasPrefix("*") && $0.contains("* = ") }
      .map { $0.dropFirst().components(separatedBy: "*")[0] }
    #expect(inManual == names)
  }

  @Test func theDefaultsOfTheTableAreThose() throws {
    var settings = Configuration()
    for key in ConfigurationKey.all { try key.take(&settings, key.standard) }
    #expect(settings == Configuration())
  }

  /// The keys of rules: what the manual and the file name is taken, and nothing else is named.
  @Test func theKeysOfRulesAreThoseOfTheManual() throws {
    let manual = try Document("Config/man/peal.conf.5.scd").text
    let chapter = manual.components(separatedBy: "# SECTIONS [rule NAME]")[1]
      .components(separatedBy: "\n# ")[0]
    let heads = chapter.components(separatedBy: "\n").filter {
      $0.hasPrefix("*") && $0.contains("* = ")
    }
    let keys = heads.flatMap { head in
      head.components(separatedBy: " = ")[0].components(separatedBy: ", ")
        .map { $0.trimmingCharacters(in: ["*"]) }
    }
    #expect(Set(keys) == Set(Rule.keys))
    #expect(keys.count == Rule.keys.count)
    let file = try Document("Config/peal.conf").text
    for key in Rule.keys {
      let word = key.hasPrefix("set-") ? String(key.dropFirst(4)) : key
      #expect(file.contains(word), "\(key)")
    }
  }

  @Test(arguments: ["peal.1", "peald.1", "peal.conf.5", "peal-notify-send.1"])
  func theManualPageIsWellFormed(page: String) async throws {
    let source = try Document("Config/man/\(page).scd").text
    let made = try await ChildProcess.run("scdoc", input: .text(source))
    #expect(made.errors == "")
    #expect(made.status == 0)
    // scdoc writes more paragraph marks than it takes, which changes nothing.
    let lint = try await ChildProcess.run(
      "mandoc", ["-T", "lint", "-W", "warning"], input: .text(made.output))
    let complaints = (lint.output + lint.errors).split(separator: "\n")
      .filter { !$0.contains("skipping paragraph macro") }
    #expect(complaints == [])
  }
}
