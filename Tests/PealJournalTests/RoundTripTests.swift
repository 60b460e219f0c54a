import Peal
import Testing

@testable import PealJournal

/// Everything that is written comes back as it was, in a process with another clock.
struct RoundTripTests {
  static let alerts: [Alert] = [
    Alert("plain"),
    Alert("", body: "body", appName: "app"),
    full,
    {
      var alert = Alert("text \u{0} with NUL, \u{1F514} and 'quotes' \"; DROP TABLE alert;--")
      alert.body = String(repeating: "long\n", count: 100_000)
      alert.expiry = .never
      alert.urgency = .low
      alert.arrival = .manual
      return alert
    }(),
  ]

  /// An alert with something in every field.
  static let full: Alert = {
    var alert = Alert("summary", body: "<b>body</b>", appName: "app", actions: actions)
    alert.markup = .markup
    alert.priority = .critical
    alert.urgency = .critical
    alert.tag = "tag"
    alert.duplicates = .merge
    alert.arrival = .barge
    alert.cover = .hide
    alert.interruptible = .discard
    alert.expiry = .after(.milliseconds(1500))
    alert.ttl = .seconds(30)
    alert.delay = .nanoseconds(1)
    alert.timeout = .seconds(3600)
    alert.progress = 42
    alert.replyPlaceholder = "reply"
    alert.hints = hints
    alert.icon = "icon"
    alert.appIcon = "app-icon"
    alert.image = "/image.png"
    alert.category = "email.arrived"
    alert.isTransient = true
    alert.isResident = true
    alert.userInfo = ["a": "1", "": "2", "ü": ""]
    return alert
  }()

  static let actions = [
    try? Action("yes", "Yes"), try? Action("no", "No"),
    try? Action("rm", "Delete", style: .destructive),
  ].compactMap(\.self)

  static let hints: [String: Alert.HintValue] = [
    "boolean": .boolean(true), "byte": .byte(255), "int32": .int32(.min), "uint32": .uint32(.max),
    "int64": .int64(.min), "uint64": .uint64(.max), "double": .double(-0.0),
    "infinity": .double(.infinity), "text": .string("a\u{0}b"), "empty": .string(""),
  ]

  @Test(arguments: alerts.indices)
  func anAlertComesBackInEveryField(_ index: Int) throws {
    let bench = try JournalBench()
    let alert = Self.alerts[index]
    let id = try bench.session { try $0.post(JournalPost(alert), bench) }
    let record = try #require(try bench.contents().queue.alerts.first)
    #expect(record.id == id)
    #expect(record.alert == alert)
  }

  @Test func aRecordComesBackInEveryFieldOnAnotherClock() throws {
    let bench = try JournalBench()
    let id = try bench.session { journal in
      let id = try journal.post("first", bench)
      let popup = ServerPopup(77, incarnation: ":1.9")
      journal.record(
        LiveEntry(Self.record(id, at: bench.clock().instant), popup: popup), bench.clock())
      journal.commit()
      return id
    }
    let contents = try bench.contents(zero: JournalBench.secondZero)
    #expect(
      contents.queue.alerts == [Self.record(id, at: bench.clock(JournalBench.secondZero).instant)])
    #expect(contents.popups == [Presentation(id: id, attempt: 3): 77])
    #expect(contents.queue.incarnation == ":1.9")
  }

  /// A record with something in every field, of an alert that was posted at `now`.
  static func record(_ id: AlertID, at now: Instant) -> AlertRecord {
    var submission = AlertRecord.Submission(id, posted: now)
    submission.owner = Owner(rawValue: ":1.5")
    submission.isAwaited = true
    submission.timesOut = now.advanced(by: .seconds(60))
    var record = AlertRecord(full, submissions: [submission], place: AlertID(rawValue: 7))
    record.position = .onScreen
    record.isNext = true
    record.hold.isManual = true
    record.hold.delayed = now.advanced(by: .seconds(1))
    record.hold.snoozed = now.advanced(by: .seconds(2))
    record.popup = Presentation(id: id, attempt: 3)
    record.count = 4
    record.levels = 2
    record.progress = .milliseconds(300)
    record.waitingSince = now.advanced(by: .seconds(-5))
    record.lapses = now.advanced(by: .seconds(3))
    record.attempts = 3
    record.serial = .max >> 1
    record.firstShown = now.advanced(by: .seconds(-4))
    record.shown = .seconds(9)
    record.used = .seconds(8)
    record.onScreenSince = now.advanced(by: .seconds(-1))
    record.leftOut = 3
    return record
  }

  @Test(arguments: AlertRecord.Position.allCases)
  func everyPositionComesBack(_ position: AlertRecord.Position) throws {
    let bench = try JournalBench()
    try bench.session { journal in
      var record = Self.record(try journal.post("first", bench), at: bench.clock().instant)
      record.position = position
      journal.record(LiveEntry(record), bench.clock())
      journal.commit()
    }
    #expect(try bench.contents().queue.alerts.first?.position == position)
  }

  @Test func mergedSubmissionsKeepWhatEachWasGiven() throws {
    let bench = try JournalBench()
    let record = try bench.session { try merge(in: $0, bench) }
    let contents = try bench.contents()
    #expect(contents.queue.alerts == [record])
    #expect(contents.queue.nextID.rawValue == 3)
  }

  /// After the end of the first one the alert goes by the second one's id.
  @Test func theEndOfOneMergedSubmissionLeavesTheOther() throws {
    let bench = try JournalBench()
    let rest = try bench.session { journal in
      var record = try merge(in: journal, bench)
      journal.end(record.submissions.removeFirst().id, .timedOut, bench, count: 2)
      journal.record(LiveEntry(record), bench.clock())
      journal.commit()
      return record
    }
    #expect(try bench.contents().queue.alerts == [rest])
  }

  /// Should the process die between the two transactions of the test above.
  @Test func aMergedSubmissionWhoseLeaderEndedIsNotLost() throws {
    let bench = try JournalBench()
    try bench.session { journal in
      let record = try merge(in: journal, bench)
      journal.end(record.submissions[0].id, .timedOut, bench, count: 2)
    }
    let alert = try #require(try bench.contents().queue.alerts.first)
    #expect(alert.submissions.map(\.id.rawValue) == [2])
    #expect(alert.alert.summary == "both")
  }

  /// Two posts that became one alert.
  private func merge(in journal: Journal, _ bench: JournalBench) throws -> AlertRecord {
    let ids = try ["first", "second"].map { try journal.post($0, bench) }
    let record = Self.merged(ids[0], ids[1], at: bench.clock().instant)
    journal.record(LiveEntry(record), bench.clock())
    journal.commit()
    return record
  }

  static func merged(_ first: AlertID, _ second: AlertID, at now: Instant) -> AlertRecord {
    let submissions = [(first, "first"), (second, "second")].map { id, summary in
      var submission = AlertRecord.Submission(id, posted: now)
      submission.original = Alert(summary, appName: "test")
      return submission
    }
    var record = AlertRecord(
      Alert("both", body: "text", appName: "test", actions: actions), submissions: submissions,
      place: first)
    record.count = 2
    return record
  }
}
