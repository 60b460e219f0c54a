import DBus
import TestBus
import Testing

@testable import PealCommand

extension ProcessTests {
  /// `peal send --batch`: JSON objects from standard input.
  struct BatchTests {
    @Test func everyMemberIsTaken() async throws {
      try await withDesk { desk in
        let object = #"""
          {"summary":"S","body":"-","app":"x","tag":"t","priority":"high","ttl":"5m",\#
          "expire-time":2000,"transient":true,"progress":40,"hint":["int:x:1","string:note:a:b"],\#
          "actions":[{"key":"a=b","label":"L","style":"cancel"},"k=V",{"label":"Z"}],"icon":null}
          """#
        let result = try await desk.peal("send", "--batch", "-p", input: .text(object + "\n"))
        #expect(result.output == "1\n")
        #expect(result.errors == "")
        #expect(result.status == 0)
        let notification = try await desk.server.notifications.next()
        #expect(notification.summary == "S")
        #expect(notification.body == "-")
        #expect(notification.appName == "x")
        #expect(notification.expireTimeout == 2000)
        #expect(notification.labels == ["L", "V", "Z"])
        #expect(notification.hints["x"] == .int32(1))
        #expect(notification.hints["note"] == .string("a:b"))
        #expect(notification.hints["value"] == .int32(40))
        #expect(notification.hints["transient"] == .boolean(true))
        let listed = try await desk.peal("list", "--json").output
        #expect(listed.contains(#"{"key":"a=b","label":"L","style":"cancel"}"#))
        #expect(listed.contains(#"{"key":"2","label":"Z","style":"default"}"#))
        #expect(try Object(line: listed).text("priority") == "high")
      }
    }

    @Test func aBadLineIsToldByNumberAndAllOthersAreTaken() async throws {
      try await withDesk { desk in
        let lines = [
          #"{"summary":"A"}"#, "nonsense", "", #"{"summary":"B","nope":1}"#, "[1]",
          #"{"summary":"C","ttl":"x"}"#, #"{"summary":1}"#, #"{"summary":"","body":""}"#,
          #"{"summary":"D","summary":"E"}"#, #"{"summary":"F","wait":true}"#, #"{"summary":"Z"}"#,
        ]
        let text = lines.joined(separator: "\n")
        let result = try await desk.peal("send", "--batch", "-p", input: .text(text))
        #expect(result.status == 64)
        #expect(result.output == "1\n" + String(repeating: "0\n", count: 8) + "2\n")
        let errors = result.errors.split(separator: "\n")
        let told = [
          "line 2: not JSON", "line 4: nope: is not known", "line 5: not an object",
          "line 6: ttl: is not a duration", "line 7: summary: is not a string",
          "line 8: an alert needs", "line 9: not JSON", "line 10: wait: is not known",
        ]
        #expect(errors.count == told.count)
        for (error, start) in zip(errors, told) {
          #expect(error.hasPrefix("peal: error: \(start)"))
        }
      }
    }

    @Test(.field(32)) func whatIsNotUTF8IsRepairedOrRefused() async throws {
      try await withDesk { desk in
        func send(_ options: String) async throws -> ChildProcess.Result {
          let line = #"printf '{"summary":"a\377b"}\n{"summary":"c\\u0000d"}\n'"#
          return try await ChildProcess.run(
            "sh", ["-c", "\(line) | '\(Programs.peal)' send --batch -p \(options)"],
            environment: desk.bus.environment)
        }
        let repaired = try await send("")
        #expect(repaired.status == 0)
        #expect(repaired.output == "1\n2\n")
        let listed = try await desk.peal("list", "--json").output
        #expect(listed.contains("a\u{FFFD}b"))
        #expect(listed.contains("c\u{FFFD}d"))
        let refused = try await send("--strict")
        #expect(refused.status == 64)
        #expect(refused.output == "0\n0\n")
        #expect(refused.errors.contains("line 1: is not UTF-8"))
        #expect(refused.errors.contains("line 2: is not UTF-8"))
      }
    }

    /// Escapes that stand for no text, alone and among others.
    @Test(
      .field(32),
      arguments: [
        (#"\ud800"#, #"\ufffd"#), (#"\udc00\ud800"#, #"\ufffd\ufffd"#), (#"\u0000"#, #"\ufffd"#),
        (#"\ud800\u0041"#, #"\ufffd\u0041"#), (#"\uD83D\uDE00\uD83D"#, #"\uD83D\uDE00\ufffd"#),
        (#"\\\ud800"#, #"\\\ufffd"#), (#"\ud800\"#, #"\ufffd\"#),
      ])
    func whatAnEscapeCannotSayIsRepaired(written: String, repaired: String) {
      #expect(RepairedJSON(written).text == repaired)
      #expect(!RepairedJSON(written).isClean)
    }

    @Test(arguments: [#"\ud83d\ude00"#, #"\u00e9\n\"\u12"#, #"\u+0000"#, "\\", "é", #"a\\ud800"#])
    func whatIsRightStays(written: String) {
      #expect(RepairedJSON(written).text == written)
      #expect(RepairedJSON(written).isClean)
    }

    @Test(.field(32)) func halfASurrogatePairIsRepairedOrRefused() async throws {
      try await withDesk { desk in
        let text = #"{"summary":"a\ud800b","body":"\ud83d\ude00"}"#
        let repaired = try await desk.peal("send", "--batch", "-p", input: .text(text))
        #expect(repaired.output == "1\n")
        #expect(repaired.errors == "")
        let notification = try await desk.server.notifications.next()
        #expect(notification.summary == "a\u{FFFD}b")
        #expect(notification.body == "😀")
        let refused = try await desk.peal("send", "--batch", "--strict", input: .text(text))
        #expect(refused.status == 64)
        #expect(refused.errors.contains("line 1: is not UTF-8"))
      }
    }

    /// What the reports say of an alert's fate is not the next one's.
    @Test func whatIsListedCanBePostedAgain() async throws {
      try await withDesk { desk in
        _ = try await desk.peal("pause")
        _ = try await desk.peal("send", "-a", "ci", "--tag", "t", "-A", "go=Go", "One", "Body")
        _ = try await desk.peal("send", "--priority", "low", "--reply", "Why?", "Two")
        let live = try await desk.peal("list", "--json").output
        _ = try await desk.peal("answer", "1", "go")
        _ = try await desk.peal("clear")
        for reports in [live, try await desk.peal("history", "--json").output] {
          let result = try await desk.peal("send", "--batch", input: .text(reports))
          #expect(result.errors == "")
          #expect(result.status == 0)
          let again = try await desk.peal("list", "--json").output
          #expect(try Self.contents(of: again) == Self.contents(of: live))
          _ = try await desk.peal("clear")
        }
        let part = try await desk.peal(
          "send", "--batch", input: .text(#"{"id":7,"summary":"x"}"#))
        #expect(part.status == 64)
        #expect(part.errors.hasPrefix("peal: error: line 1: id: is what a report says"))
      }
    }

    private static func contents(of reports: String) throws -> [[String?]] {
      try Object.lines(reports).map { report in
        ["summary", "body", "app", "tag", "priority", "reply"].map(report.text)
      }
    }

    @Test func everyComplaintComesInTheOrderOfTheLines() async throws {
      try await withDesk(settings: "[queue]\nmax-waiting = 1\n") { desk in
        _ = try await desk.peal("pause")
        _ = try await desk.peal("send", "Waits")
        let lines = [#"{"summary":"refused"}"#, "nonsense", #"{"summary":"refused"}"#, "[]"]
        let result = try await desk.peal(
          "send", "--batch", "-p", input: .text(lines.joined(separator: "\n")))
        #expect(result.status == 75)
        #expect(result.output == "0\n0\n0\n0\n")
        let numbers = result.errors.split(separator: "\n").map { String($0.prefix(21)) }
        #expect(numbers == (1...4).map { "peal: error: line \($0): " })
      }
    }

    @Test func aFullQueueIsExit75() async throws {
      try await withDesk(settings: "[queue]\nmax-waiting = 2\n") { desk in
        #expect(try await desk.peal("send", "Up").status == 0)
        try await desk.untilStage("Up", "shown")
        let lines = (0..<9).map { #"{"summary":"\#($0)"}"# }.joined(separator: "\n")
        let result = try await desk.peal("send", "--batch", input: .text("bad\n" + lines))
        #expect(result.status == 75)
        #expect(result.errors.contains("line 4: the queue is full"))
        #expect(try await desk.peal("send", "one more").status == 75)
      }
    }

    @Test func thousandsGoInOrder() async throws {
      try await withDesk(settings: "[queue]\nmax-waiting-per-app = 5000\n") { desk in
        let lines = (1...3000).map { #"{"summary":"\#($0)"}"# + "\n" }.joined()
        let result = try await desk.peal("send", "--batch", "-p", input: .text(lines))
        #expect(result.status == 0)
        #expect(result.output == (1...3000).map { "\($0)\n" }.joined())
        #expect(try await desk.listed() == (1...3000).map { "\($0)" })
      }
    }

    @Test func whatHasComeIsPostedBeforeTheEnd() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "--batch", "-p", input: .open)
        peal.write("{\"summary\":\"One\"}\n{\"summ")
        #expect(try await peal.output.nextLine() == "1")
        #expect(try await desk.nextPopup().notification.summary == "One")
        peal.write("ary\":\"Two\"}\n")
        #expect(try await peal.output.nextLine() == "2")
        peal.closeInput()
        #expect(try await peal.result().status == 0)
      }
    }
  }
}
