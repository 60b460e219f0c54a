import DBus
import Peal
import PealControl
import Testing

/// Reports, filters, pauses, changes and errors come out as they went in.
struct ReportTests {
  static func report(_ outcome: Outcome? = nil) throws -> AlertReport {
    var report = AlertReport(
      id: AlertID(rawValue: 7), stage: outcome == nil ? "held" : "ended", appName: "ci",
      summary: "Deploy?", body: "b", priority: .high, posted: WallTime(milliseconds: 1))
    report.reasons = ["paused", "snoozed"]
    (report.tag, report.count, report.attempts) = ("t", 2, 3)
    report.actions = [try Action("yes", "Yes"), try Action("no", "No")]
    report.replyPlaceholder = "Your name"
    (report.waited, report.shown) = (.milliseconds(1500), .seconds(2))
    report.leftOut = 4
    report.poster = Poster(pid: 42, executable: "/usr/bin/peal")
    if case .action = outcome { report.activationToken = "token" }
    report.ending = outcome.map {
      AlertReport.End($0, ended: WallTime(milliseconds: 9), server: "dunst")
    }
    return report
  }

  private func options(_ value: Value) throws -> [String: Value] {
    try #require(value.options)
  }

  static let outcomes: [Outcome] = [
    .action(key: "yes"), .action(key: "inline-reply", text: "a\nb"), .dismissed, .expired, .lapsed,
    .timedOut, .withdrawn, .cleared, .replaced, .preempted, .suppressed, .evicted, .failed,
    .abandoned, .shutdown,
  ]

  @Test(arguments: [nil] + outcomes.map(Optional.some))
  func reportsSurviveTheWire(outcome: Outcome?) throws {
    let report = try Self.report(outcome)
    #expect(try AlertReport(report.value) == report)
  }

  @Test func everyFactIsWrittenWithItsType() throws {
    let facts = try Self.report(.action(key: "inline-reply", text: "x")).facts
    #expect(Set(facts.keys) == Set(Fact.allCases.map(\.rawValue)))
    for (name, value) in facts { #expect(value.type == Fact(rawValue: name)?.type, "\(name)") }
  }

  @Test func aReportWithoutItsFactsIsRefused() throws {
    var facts = try Self.report().facts
    facts["summary"] = nil
    #expect(throws: ControlError.malformed("a report lacks summary")) {
      try AlertReport(facts: facts)
    }
  }

  @Test func filtersSurviveTheWire() throws {
    var query = Query()
    #expect(try Query(options(query.value)) == query)
    (query.id, query.after) = (AlertID(rawValue: 1), AlertID(rawValue: 2))
    (query.appName, query.tag, query.includesShown, query.limit) = ("a", "t", true, 3)
    query.since = WallTime(milliseconds: 4)
    #expect(try Query(options(query.value)) == query)
    #expect(Set(try options(query.value).keys) == Set(Query.Name.allCases.map(\.rawValue)))
    #expect(throws: ControlError.unknownOption("ids")) { try Query(["ids": .uint32(1)]) }
  }

  @Test func pausesSurviveTheWire() throws {
    for request in [
      PauseRequest(), PauseRequest(name: "n", for: .seconds(60), except: .none),
    ] {
      #expect(try PauseRequest(options(request.value)) == request)
    }
    #expect(throws: ControlError.self) { try PauseRequest(["except": .string("some")]) }
  }

  @Test func changesSurviveTheWire() throws {
    var change = AlertChange()
    #expect(try AlertChange(wire: options(change.wire)) == change)
    (change.summary, change.body, change.markup) = ("s", "b", .plain)
    (change.urgency, change.priority, change.expiry) = (.low, .high, .serverDefault)
    (change.icon, change.appIcon, change.image, change.category) = ("i", "a", "p", "c")
    (change.isTransient, change.isResident, change.actions) = (false, true, [])
    (change.hints, change.progress) = (["x": .int32(1)], 100)
    (change.replyPlaceholder, change.ttl, change.timeout) = ("r", .seconds(1), .seconds(2))
    #expect(try AlertChange(wire: options(change.wire)) == change)
  }

  @Test func whatIsTakenAwaySurvivesTheWire() throws {
    var change = AlertChange()
    (change.icon, change.appIcon, change.image) = (.some(nil), .some(nil), .some(nil))
    (change.category, change.replyPlaceholder) = (.some(nil), .some(nil))
    (change.ttl, change.timeout) = (.some(nil), .some(nil))
    #expect(try AlertChange(wire: options(change.wire)) == change)
  }

  @Test func aNewPriorityAloneTakesTheUrgencyAlong() throws {
    let change = try AlertChange(wire: ["priority": .string("high")])
    #expect(change.priority == .high)
    #expect(change.urgency == .some(nil))
    let urgent = try AlertChange(wire: ["urgency": .byte(2)])
    #expect(urgent.priority == .critical)
    #expect(urgent.urgency == .critical)
  }

  @Test func whatCannotChangeIsRefused() {
    #expect(throws: ControlError.self) { try AlertChange(wire: ["tag": .string("t")]) }
    #expect(throws: ControlError.unknownOption("x")) { try AlertChange(wire: ["x": .string("t")]) }
    #expect(throws: ControlError.wrongType(option: "body", expected: "s", found: "u")) {
      try AlertChange(wire: ["body": .uint32(1)])
    }
  }

  @Test func aChangeLeavesAnAlertWithText() throws {
    var change = AlertChange(summary: "", body: "one\ntwo")
    try change.settleText(of: Alert("x"))
    #expect((change.summary, change.body) == ("one", "two"))
    change = AlertChange(summary: " ")
    #expect(throws: ControlError.alert(.empty)) { try change.settleText(of: Alert("x")) }
  }

  @Test func errorsHaveTheirNamesAndExitStatus() {
    let statuses = Refusal.allCases.map { ($0.errorName.text, $0.exitStatus) }
    #expect(statuses.map(\.1) == [64, 66, 69, 70, 75, 77])
    for refusal in Refusal.allCases { #expect(Refusal(refusal.errorName) == refusal) }
    #expect(Refusal("org.freedesktop.DBus.Error.Failed") == nil)
  }
}
