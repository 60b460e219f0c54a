import Glibc
import TestBus
import Testing

extension ProcessTests {
  /// Signals that end a command that waits: it takes its alert away first.
  struct SignalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalTakesTheQuestionAway(signal: Int32) async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        peal.signal(signal)
        let result = try await peal.result()
        #expect(result.exit == .signal(signal))
        #expect(result.output == "")
        #expect(result.errors == "")
        #expect(try await desk.server.closeRequests.next() == popup.id)
        #expect(try Object(line: try await desk.history()).text("outcome") == "withdrawn")
      }
    }

    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func aShellSees128AndTheSignalsNumber(signal: String, status: Int32) async throws {
      try await withDesk { desk in
        let script = #"set -m; "$0" ask Deploy? & read -r _; kill -\#(signal) $!; wait $!"#
        let shell = try await ChildProcess.start(
          "bash", ["-c", script, Programs.peal], environment: desk.bus.environment, input: .open)
        _ = try await desk.nextPopup()
        shell.write("\n")
        #expect(try await shell.result().status == status)
      }
    }

    @Test func aSignalTakesAwayWhatSendWaitsFor() async throws {
      try await withDesk { desk in
        let peal = try await desk.start("send", "-w", "Ready")
        let popup = try await desk.nextPopup()
        peal.signal(SIGTERM)
        #expect(try await peal.result().exit == .signal(SIGTERM))
        #expect(try await desk.server.closeRequests.next() == popup.id)
      }
    }

    @Test func aDetachedAlertStays() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?", "--detach")
        peal.signal(SIGINT)
        #expect(try await peal.result().exit == .signal(SIGINT))
        try await desk.server.press(popup.id, labelled: "Yes")
        let result = try await desk.peal("wait", "1")
        #expect(result.output == "yes\n")
        #expect(result.status == 0)
      }
    }

    @Test func waitLeavesTheAlertAlone() async throws {
      try await withDesk { desk in
        #expect(try await desk.peal("send", "-A", "Go", "Ready").status == 0)
        let popup = try await desk.nextPopup()
        let peal = try await desk.start("wait", "1")
        peal.signal(SIGTERM)
        #expect(try await peal.result().exit == .signal(SIGTERM))
        #expect(desk.server.closeRequests.all == [])
        try await desk.server.press(popup.id, labelled: "Go")
      }
    }

    @Test func killingItTakesTheQuestionAwayAsWell() async throws {
      try await withDesk { desk in
        let (peal, popup) = try await desk.ask("Deploy?")
        peal.signal(SIGKILL)
        #expect(try await desk.server.closeRequests.next() == popup.id)
        #expect(try Object(line: try await desk.history()).text("outcome") == "abandoned")
      }
    }

    @Test func aSilentDaemonDoesNotHoldItForASecond() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        let daemon = try await desk.daemon()
        kill(daemon, SIGSTOP)
        let start = ContinuousClock.now
        peal.signal(SIGINT)
        // The daemon never answers, so that only the second's patience ends it.
        #expect(try await peal.result(within: .seconds(20)).exit == .signal(SIGINT))
        #expect(ContinuousClock.now - start > .milliseconds(500))
      }
    }

    @Test func aSecondSignalEndsItAtOnce() async throws {
      try await withDesk { desk in
        let (peal, _) = try await desk.ask("Deploy?")
        kill(try await desk.daemon(), SIGSTOP)
        peal.signal(SIGINT)
        peal.signal(SIGTERM)
        let exit = try await peal.result().exit
        #expect(exit == .signal(SIGTERM) || exit == .signal(SIGINT))
      }
    }

    @Test func whatTheCallerIgnoresStaysIgnored() async throws {
      try await withDesk { desk in
        let peal = try await ChildProcess.start(
          "sh", ["-c", #"trap "" HUP; exec "$0" ask Deploy?"#, Programs.peal],
          environment: desk.bus.environment)
        let popup = try await desk.nextPopup()
        peal.signal(SIGHUP)
        try await desk.server.press(popup.id, labelled: "Yes")
        #expect(try await peal.result().output == "yes\n")
      }
    }

    @Test func aShellWithoutJobControlCannotMakeItDeafToControlC() async throws {
      try await withDesk { desk in
        let script = #""$0" ask Deploy? & read -r _; kill -INT $!; wait $!"#
        let shell = try await ChildProcess.start(
          "sh", ["-c", script, Programs.peal], environment: desk.bus.environment, input: .open)
        let popup = try await desk.nextPopup()
        shell.write("\n")
        #expect(try await shell.result().status == 130)
        #expect(try await desk.server.closeRequests.next() == popup.id)
      }
    }

    @Test func aReaderThatHasLeftEndsItQuietly() async throws {
      try await withDesk { desk in
        let script =
          #""$0" watch --format waybar | { read -r line; echo "$line"; }; echo "${PIPESTATUS[0]}""#
        let shell = try await ChildProcess.start(
          "bash", ["-c", script, Programs.peal], environment: desk.bus.environment)
        #expect(try await shell.output.nextLine().contains("0 waiting"))
        #expect(try await desk.peal("send", "x").status == 0)
        let result = try await shell.result()
        #expect(result.output.hasSuffix("\n141\n"))
        #expect(result.errors == "")
      }
    }
  }
}
