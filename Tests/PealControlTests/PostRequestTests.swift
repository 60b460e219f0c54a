import DBus
import Peal
import PealControl
import Testing

/// What `Post` carries comes out of the codec as it went in.
struct PostRequestTests {
  /// An alert with something in every field that goes over the bus.
  static func full() throws -> PostRequest {
    var alert = Alert("Deploy?", body: "to <b>production</b>", appName: "ci")
    alert.markup = .markup
    alert.actions = [try Action("yes", "Yes"), try Action("no", "No")]
    alert.actions.append(try Action("rm", "Delete", style: .destructive))
    alert.priority = .high
    alert.urgency = .critical
    (alert.tag, alert.duplicates, alert.arrival) = ("deploy", .merge, .barge)
    (alert.cover, alert.interruptible) = (.hide, .discard)
    alert.expiry = .after(.seconds(9))
    (alert.ttl, alert.delay, alert.timeout) = (.seconds(30), .milliseconds(1), .seconds(3600))
    (alert.progress, alert.replyPlaceholder) = (40, "why?")
    alert.hints = ["sound-name": .string("bell"), "x": .int32(3), "n": .double(0.5)]
    (alert.icon, alert.appIcon, alert.image) = ("dialog-question", "/i.png", "/p.png")
    (alert.category, alert.isTransient, alert.isResident) = ("im", true, true)
    var request = PostRequest(alert)
    request.replacing = AlertID(rawValue: 7)
    (request.requiresServer, request.isWaiting, request.isDetached) = (true, true, true)
    request.token = "f00"
    return request
  }

  @Test func everyFieldSurvivesTheWire() throws {
    let request = try Self.full()
    #expect(try PostRequest(arguments: request.arguments) == request)
  }

  @Test func everyOptionIsUsedByTheFullRequest() throws {
    #expect(Set(try Self.full().options.keys) == Set(PostOption.allCases.map(\.rawValue)))
  }

  @Test func everyOptionIsWrittenWithItsType() throws {
    for (name, value) in try Self.full().options {
      #expect(value.type == PostOption(rawValue: name)?.type, "\(name)")
    }
  }

  @Test func aPlainAlertNeedsNoOptions() throws {
    let request = PostRequest(Alert("Done"))
    #expect(request.options.isEmpty)
    #expect(try PostRequest(arguments: request.arguments) == request)
  }

  @Test func noTimeLimitIsNotTheSameAsNoneGiven() throws {
    var request = PostRequest(Alert("Well?"))
    request.isUnlimited = true
    #expect(request.options == ["timeout": .int64(0)])
    #expect(try PostRequest(arguments: request.arguments).isUnlimited)
  }

  @Test(arguments: Priority.allCases, [nil] + Alert.Urgency.allCases)
  func priorityAndUrgencyAreKeptApart(priority: Priority, urgency: Alert.Urgency?) throws {
    var alert = Alert("x")
    (alert.priority, alert.urgency) = (priority, urgency)
    #expect(try PostRequest(arguments: PostRequest(alert).arguments).alert == alert)
  }

  @Test func urgencyAloneGivesThePriorityOfItsName() throws {
    let request = try PostRequest(summary: "x", body: "", options: ["urgency": .byte(2)])
    #expect(request.alert.priority == .critical)
  }

  @Test func anUnknownPriorityBecomesNormalAndIsTold() throws {
    let options: [String: Value] = ["priority": .string("urgent"), "urgency": .byte(0)]
    let request = try PostRequest(summary: "x", body: "", options: options)
    #expect(request.alert.priority == .normal)
    #expect(request.unknownPriority == "urgent")
  }

  @Test(
    arguments: [
      (Alert.Expiry.serverDefault, nil), (.never, 0), (.after(.milliseconds(1)), 1),
      (.after(.microseconds(1)), 1), (.after(.seconds(Int64.max / 2)), Int32.max),
    ] as [(Alert.Expiry, Int32?)])
  func expiriesHaveTheSpecificationsNumbers(expiry: Alert.Expiry, number: Int32?) {
    #expect(expiry.wire == number.map(Value.int32))
  }
}
