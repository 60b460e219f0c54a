import Foundation
import Peal
import Testing

@testable import PealDaemon

/// What `peal.conf` says and what is wrong with it.
struct ConfigurationTests {
  private func read(_ text: String) throws(ConfigurationError) -> Configuration {
    try Configuration(Array(text.utf8), file: "peal.conf")
  }

  /// The lines with which a text is refused; none when it is taken.
  private func faults(_ text: String) -> [String] {
    do throws(ConfigurationError) {
      _ = try read(text)
      return []
    } catch {
      return error.lines
    }
  }

  @Test func nothingMeansTheDefaults() throws {
    #expect(try read("") == Configuration())
  }

  @Test func theDefaultsWrittenOutAreTheDefaults() throws {
    let text = """
      [queue]
      display = sequential        ; sequential | slots 2 | overlay
      order = priority
      gap = 350ms
      aging = 60s                 ; off = never
      max-waiting = 10000
      max-waiting-per-app = 1000
      max-text = 64MiB
      answer-timeout = 1h
      [presenter]
      reply-timeout = 5s
      slot-timeout = auto
      [journal]
      enabled = yes
      durability = process
      history = 1000
      """
    #expect(try read(text) == Configuration())
  }

  @Test func theFileThatIsInstalledHoldsTheDefaults() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Config/peal.conf"), encoding: .utf8)
    #expect(try read(text) == Configuration())
    for key in [
      "display", "order", "gap", "aging", "max-waiting", "max-waiting-per-app", "max-text",
      "answer-timeout", "reply-timeout", "slot-timeout", "enabled", "durability", "history",
    ] {
      #expect(text.contains("\n\(key) = "), "\(key)")
    }
  }

  @Test func everyKeyIsTaken() throws {
    let configuration = try read(
      """
      [queue]
      display = slots 2
      order = arrival
      gap = 0
      aging = off
      max-waiting = 1
      max-waiting-per-app = 2
      max-text = 3KiB
      answer-timeout = 0
      [presenter]
      reply-timeout = 1d
      slot-timeout = 8s
      [journal]
      enabled = no
      durability = power
      history = 0
      """)
    #expect(configuration.queue.display == .slots(2))
    #expect(configuration.queue.order == .arrival)
    #expect(configuration.queue.gap == .zero)
    #expect(configuration.queue.aging == nil)
    #expect(configuration.queue.maxWaiting == 1)
    #expect(configuration.queue.maxWaitingPerApp == 2)
    #expect(configuration.queue.maxText == 3072)
    #expect(configuration.queue.slotTimeout == .after(.seconds(8)))
    #expect(configuration.answerTimeout == nil)
    #expect(configuration.replyTimeout == .seconds(86_400))
    #expect(configuration.journal.isEnabled == false)
    #expect(configuration.journal.durability == .power)
    #expect(configuration.journal.history == 0)
  }

  @Test func faultsAreReportedTogetherByTheirLines() {
    let text = """
      gap = 5s
      [queue]
      gap = 5
      \tcolour = red
      order = arrival
      order = priority
      nonsense
      [queue
      [nowhere]
      x = 1
      """
    #expect(
      faults(text) == [
        "peal.conf:1: gap: comes before the first [section]",
        #"peal.conf:3: gap: "5" is no duration; write 500ms, 5s, 10m, 2h, 1d or 0"#,
        "peal.conf:4: colour: there is no such key in [queue]",
        "peal.conf:6: order: is given twice",
        "peal.conf:7: this is neither [section] nor key = value",
        "peal.conf:8: the section's name has no end: ]",
        "peal.conf:10: x: there is no section [nowhere]; there are queue, presenter, journal, "
          + "rule NAME",
      ])
  }

  @Test(arguments: [
    "display = slots", "display = slots 0", "order = random", "gap = -1s", "gap = 1.5s",
    "gap = 99999999999999999999d", "gap =", "aging = 0", "max-waiting = 0", "max-waiting = many",
    "max-text = 0", "max-text = 64MB",
  ])
  func valuesThatMakeNoSenseAreRefused(line: String) {
    #expect(faults("[queue]\n\(line)").count == 1)
  }

  @Test func linesThatTheLibraryWouldCutAreRefused() {
    let fits = "app = " + String(repeating: "x", count: 190)
    #expect(faults("[rule a]\n\(fits)\n") == [])
    #expect(faults("[rule a]\n\(fits)xxx\n") == ["peal.conf:2: the line is longer than 198 bytes"])
    let name = String(repeating: "n", count: 50)
    #expect(faults("[\(name)]\n") == ["peal.conf:1: the section's name is longer than 49 bytes"])
  }

  @Test func whatIsNoTextIsRefused() {
    let bytes = Array("[queue]\ngap = ".utf8) + [0xFF, 0x0A]
    #expect(throws: ConfigurationError.self) { try Configuration(bytes, file: "f") }
    #expect(faults("[queue]\ngap = 1s\0").count == 1)
  }

  @Test func commentsBlankLinesAndCarriageReturnsAreNothing() {
    #expect(faults("\u{FEFF}; a\r\n\r\n  # b\r\n[queue] ; c\r\n  gap = 1s ; d\r\n") == [])
  }
}
