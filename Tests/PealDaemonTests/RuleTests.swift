import Peal
import Testing

@testable import PealDaemon

/// Which alerts a `[rule NAME]` is about, and what it makes of them.
struct RuleTests {
  private func rules(_ text: String) throws -> [Rule] {
    try Configuration(Array(text.utf8), file: "peal.conf").rules
  }

  private func apply(_ text: String, to alert: Alert) throws -> Alert {
    var alert = alert
    for rule in try rules(text) { rule.apply(to: &alert) }
    return alert
  }

  @Test(arguments: [
    ("app = backup*", true), ("app = *", true), ("app = back", false), ("summary = D?ne", true),
    ("body = *disk*", true), ("body = disk", false), ("category = device", true),
    ("tag = t[0-9]", true), ("priority = normal", true), ("priority = low", false),
    ("urgency = critical", false), ("app = backup*\nsummary = No", false),
  ])
  func aRuleIsAboutWhatMeetsAllItsPatterns(keys: String, isAbout: Bool) throws {
    var alert = Alert("Done", body: "the disk is full", appName: "backup-nightly")
    (alert.category, alert.tag) = ("device", "t1")
    let rule = try #require(try rules("[rule r]\n\(keys)").first)
    #expect(rule.matches(alert) == isAbout)
  }

  @Test func aRuleChangesWhatItSets() throws {
    let text = """
      [rule everything]
      set-priority = high
      set-urgency = low
      set-expire-time = 5s
      set-arrival = next
      set-cover = hide
      set-interruptible = never
      set-on-duplicate = merge
      set-tag = t
      set-ttl = 1m
      set-delay = 1s
      set-timeout = 1h
      set-transient = yes
      """
    var expected = Alert("x")
    (expected.priority, expected.urgency, expected.tag) = (.high, .low, "t")
    (expected.expiry, expected.arrival, expected.cover) = (.after(.seconds(5)), .next, .hide)
    (expected.interruptible, expected.duplicates) = (.never, .merge)
    (expected.ttl, expected.delay, expected.timeout) = (.seconds(60), .seconds(1), .seconds(3600))
    expected.isTransient = true
    #expect(try apply(text, to: Alert("x")) == expected)
  }

  @Test func rulesApplyInTheirOrder() throws {
    let text = """
      [rule a]
      set-priority = low
      [rule b]
      priority = low
      set-priority = critical
      [rule c]
      app = other
      set-priority = high
      """
    #expect(try apply(text, to: Alert("x")).priority == .critical)
  }

  @Test func aRuleWithAnUnknownKeyIsRefused() {
    for key in ["colour = red", "set-colour = red", "set-priority = urgent"] {
      #expect(throws: ConfigurationError.self) { try rules("[rule r]\n\(key)") }
    }
  }
}
