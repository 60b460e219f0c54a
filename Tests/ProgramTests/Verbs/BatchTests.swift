import DBus
import TestBus
import Testing

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
          "line 6: ttl: is not a duration", "line 7: summary: is not a string", "line 9: not JSON",
          "line 10: wait: is not known", "line 8: an alert needs",
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
        #expect(refused.output == "0\n3\n")
        #expect(refused.errors.contains("line 1: is not UTF-8"))
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
