import DBus
import Foundation
import Glibc
import TestBus
import Testing

/// Where the original waits for ever or is wrong without a word, Peal's notify-send ends with exit
/// status 1 and a line that says why.
struct NotifySendFaultTests {
  @Test(arguments: [["-w", "x"], ["-A", "k=Yes", "x"]])
  func waitingWithoutAServerEnds(arguments: [String]) async throws {
    try await withBus { bus in
      let result = try await Programs.peal(
        ["notify-send", "-p"] + arguments, environment: bus.environment)
      #expect(result.output == "0\n")
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("no notification server is running"))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try await bus.peal("list").output == "")
    }
  }

  @Test func waitingForWhatTheServerRefusesEnds() async throws {
    try await withDesk(.with { $0.reply = .error("org.example.Error.No") }) { desk in
      let result = try await desk.notifySend("-w", "x")
      #expect(result.status == 1)
      #expect(result.errors == "The notification server did not take the notification\n")
    }
  }

  @Test(.field(25)) func waitingForAnIdOfZeroEnds() async throws {
    try await withDesk(.with { $0.answersZero = true }) { desk in
      let result = try await desk.notifySend("-A", "k=Yes", "x")
      #expect(result.output == "")
      #expect(result.status == 1)
      #expect(result.errors == "The notification server did not take the notification\n")
    }
  }

  @Test(arguments: [["-w", "x"], ["-A", "k=Yes", "x"]])
  func waitingForAServerThatDiesEnds(arguments: [String]) async throws {
    try await withDesk { desk in
      let process = try await ChildProcess.start(
        Programs.peal, ["notify-send"] + arguments, environment: desk.bus.environment)
      _ = try await desk.nextPopup()
      await desk.server.die()
      let result = try await process.result()
      #expect(result.output == "")
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("The notification server went away"))
      #expect(try Object(line: try await desk.history()).text("outcome") == "withdrawn")
    }
  }

  @Test func aBadHintEndsThoughItWouldWait() async throws {
    try await withDesk { desk in
      let result = try await desk.notifySend("-w", "-h", "int:n:many", "x")
      #expect(result.status == 1)
      #expect(
        result.errors == "Value \"many\" of hint \"n\" could not be parsed as type \"int\".\n")
      #expect(try await desk.notifySend("-w", "-h", "string:urgency:x", "x").status == 1)
      #expect(desk.server.notifications.all.isEmpty)
    }
  }

  @Test func controlCClosesItAndIsExit0AsThere() async throws {
    try await withDesk { desk in
      let process = try await desk.startNotifySend("-w", "x")
      let popup = try await desk.nextPopup()
      try await process.untilItCatches(SIGINT)
      process.signal(SIGINT)
      let result = try await process.result()
      #expect(result.exit == .status(0))
      #expect(result.errors == "Wait cancelled, closing notification\n")
      #expect(try await desk.server.closeRequests.next() == popup.id)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func anotherSignalTakesItAwayAndEndsTheProcess(signal: Int32) async throws {
    try await withDesk { desk in
      let process = try await desk.startNotifySend("-A", "k=Yes", "x")
      let popup = try await desk.nextPopup()
      process.signal(signal)
      #expect(try await process.result().exit == .signal(signal))
      #expect(try await desk.server.closeRequests.next() == popup.id)
    }
  }

  @Test func theDaemonMayBeKilledMeanwhile() async throws {
    try await withDesk { desk in
      let process = try await desk.startNotifySend("-A", "k=Yes", "x")
      _ = try await desk.nextPopup()
      kill(try await desk.daemon(), SIGKILL)
      let popup = try await desk.nextPopup()
      try await desk.server.press(popup.id, labelled: "Yes")
      let result = try await process.result()
      #expect(result.output == "k\n")
      #expect(result.status == 0)
    }
  }

  @Test(arguments: [
    ("boolean:x:false", "Hint \"x\" is of type int, not boolean.\n"),
    ("int:urgency:1", "Hint \"urgency\" is of type byte, not int.\n"),
    ("int:sender-pid:5", "Hint \"sender-pid\" is of type int64, not int.\n"),
  ])
  func aHintOfTheWrongTypeIsToldInWords(hint: String, complaint: String) async throws {
    // It is refused before any bus is looked for.
    let result = try await Programs.peal(
      ["notify-send", "-h", hint, "x"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/such/bus"])
    #expect(result.errors == complaint)
    #expect(result.status == 1)
  }

  @Test func aDaemonThatIsStoppedIsExit1() async throws {
    try await withDesk { desk in
      #expect(try await desk.notifySend("x").status == 0)
      kill(try await desk.daemon(), SIGSTOP)
      let result = try await desk.notifySend("-p", "y")
      #expect(result.output == "0\n")
      #expect(result.errors == "the daemon does not answer\n")
      #expect(result.status == 1)
    }
  }

  @Test func withoutABusItIsExit1() async throws {
    for arguments in [["x"], ["-w", "x"], ["-A", "k=Yes", "x"]] {
      let result = try await Programs.peal(
        ["notify-send"] + arguments,
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/such/bus"])
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("no bus"))
    }
  }
}

extension ChildProcess {
  /// Looks until the process has a handler for a signal: nothing else tells that it waits by now.
  fileprivate func untilItCatches(_ signal: Int32) async throws {
    let end = ContinuousClock.now + .defaultLimit
    while try caughtSignals() & (1 << UInt64(signal - 1)) == 0 {
      try #require(ContinuousClock.now < end)
      await Task.yield()
    }
  }

  private func caughtSignals() throws -> UInt64 {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    return line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
  }
}
