import Peal
import Testing

@testable import PealDesktop

struct ActionKeysTests {
  @Test func anyKeyRoundTrips() throws {
    let keys = [
      "yes", "0", "1", "default", "inline-reply", "$(touch X)", "`x`", "a b", "ключ", "nul\0",
      String(repeating: "x", count: 70_000),
    ]
    let actions = try keys.map { try Action($0, "label") }
    let wire = ActionKeys(actions, iconNames: false)
    #expect(
      wire.onWire == ["0", "1", "2", "default", "inline-reply", "5", "6", "7", "8", "9", "10"])
    #expect(wire.onWire.map(wire.meaning) == keys.map { .action($0) })
  }

  @Test func iconNamesGoAsTheyAre() throws {
    let actions = try ["media-playback-start", "0"].map { try Action($0, "label") }
    let wire = ActionKeys(actions, iconNames: true)
    #expect(wire.onWire == ["media-playback-start", "0"])
    #expect(wire.meaning(of: "media-playback-start") == .action("media-playback-start"))
  }

  @Test func keysThatLookTheSameOnTheWireAreToldApart() throws {
    let actions = try ["a\0", "a\u{FFFD}"].map { try Action($0, "label") }
    let wire = ActionKeys(actions, iconNames: true)
    #expect(Set(wire.onWire).count == 2)
    #expect(wire.onWire.map(wire.meaning) == [.action("a\0"), .action("a\u{FFFD}")])
  }

  @Test func aKeyThatWasNeverSentMeansNothing() throws {
    let wire = ActionKeys([try Action("yes", "Yes")], iconNames: false)
    #expect(wire.meaning(of: "yes") == .unknown)
    #expect(wire.meaning(of: "1") == .unknown)
    #expect(wire.meaning(of: "default") == .unknown)
    #expect(wire.meaning(of: "inline-reply") == .replyField)
  }
}
