import DBus
import Glibc
import TestBus
import Testing

/// Faults from the field about texts and values.
struct FieldTextTests {
  @Test(.field(33)) func nothingInAnyTextIsExecuted() async throws {
    try await withDesk { desk in
      let mark = desk.bus.folder.file("executed")
      let text = "$(touch \(mark))`touch \(mark)`; touch \(mark) '\"\\ %s %n"
      let (peal, popup) = try await desk.ask(
        text, "a\n" + text, "-A", "k\(text)=\(text)", "--tag", text, "-a", text, "-c", text)
      #expect(popup.notification.summary == text)
      #expect(popup.notification.body == "a\n" + text)
      #expect(popup.notification.appName == text)
      #expect(popup.notification.labels == [text])
      let listed = try Object(line: try await desk.peal("list", "--json").output)
      #expect(listed.text("tag") == text)
      try await desk.server.press(popup.id, labelled: text)
      #expect(try await peal.result().output == "k\(text)\n")
      for verb in [["list"], ["history"], ["show", "1"]] {
        let result = try await Programs.peal(verb, environment: desk.bus.environment)
        #expect(result.status == 0)
      }
      #expect(access(mark, F_OK) != 0)
    }
  }

  @Test(.field(34)) func aHintThatLooksLikeMoreHintsIsOneText() async throws {
    try await withDesk { desk in
      let value = "'}, 'urgency': <byte 2>, 'x': <'"
      #expect(try await desk.peal("send", "-h", "string:note:\(value)", "x").status == 0)
      let hints = try await desk.nextPopup().notification.hints
      #expect(hints["note"] == .string(value))
      #expect(hints["urgency"] == .byte(1))
      #expect(hints["x"] == nil)
    }
  }

  @Test(
    .field(35),
    arguments: [
      (["one\ntwo"], "one two", ""), (["", "first\nrest"], "first", "rest"),
      ([" \t", "\n\n  first\nrest"], "first", "rest"), (["x", "\n"], "x", "\n"),
    ])
  func aHeadlineIsOneLineAndNeverMissing(
    words: [String], summary: String, body: String
  ) async throws {
    try await withDesk { desk in
      let result = try await Programs.peal(["send"] + words, environment: desk.bus.environment)
      #expect(result.status == 0)
      let notification = try await desk.nextPopup().notification
      #expect(notification.summary == summary)
      #expect(notification.body == body)
    }
  }

  @Test(
    .field(44),
    arguments: [
      (["-t", "default"], -1), (["-t", "-1"], -1), (["-t", "never"], 0), (["-t", "0"], 0),
      (["-t", "1"], 1), (["-t", "5s"], 5000), (["-t", "2147483647"], .max), ([], -1),
    ] as [([String], Int32)])
  func aTimeOnScreenHasThreeMeanings(options: [String], expiry: Int32) async throws {
    try await withDesk { desk in
      let arguments = ["send"] + options + ["x"]
      let result = try await Programs.peal(arguments, environment: desk.bus.environment)
      #expect(result.status == 0)
      #expect(try await desk.server.notifications.next().expireTimeout == expiry)
    }
  }
}
