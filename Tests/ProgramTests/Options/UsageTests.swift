import TestBus
import Testing

/// Command lines that are wrong: exit 64, nothing printed, and one line that says what is right.
struct UsageTests {
  /// A command line, and words that the error must have.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let words: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., says words: String...) {
      (self.arguments, self.words) = (arguments, words)
    }
  }

  static let mistakes = [
    Mistake(says: "what to do is missing", "peal help"),
    Mistake("sned", "x", says: "unknown verb \"sned\""),
    Mistake("li", says: "write list"),
    Mistake("-p", "send", says: "the verb comes first"),
    Mistake("send", says: "SUMMARY is missing", "peal help send"),
    Mistake("send", "a", "b", "c", says: "\"c\"", "quotes"),
    Mistake("send", "--tim", "3", "x", says: "--tim", "--timeout"),
    Mistake("send", "--urg=low", "x", says: "--urg", "--urgency"),
    Mistake("send", "--t", "3", "x", says: "--timeout", "--tag", "--ttl", "--transient"),
    Mistake("send", "--nothing", "x", says: "unknown option --nothing"),
    Mistake("send", "-q", "x", says: "unknown option -q"),
    Mistake("send", "-eqp", "x", says: "unknown option -q"),
    Mistake("send", "x", "--tag", says: "--tag needs a value"),
    Mistake("send", "x", "-u", says: "-u needs a value"),
    Mistake("send", "--json=yes", "x", says: "--json takes no value"),
    Mistake("send", "--markup", "x", "<b>never ended", says: "--markup", "<b> has no end"),
    Mistake("ask", "--markup", "x", "a & b", says: "--markup", "&amp;"),
    Mistake("send", "--markup", "x", "<img src='/x.png'/>", says: "<img> is none of"),
    Mistake("send", "-u", "urgent", "x", says: "-u \"urgent\"", "low, normal, critical"),
    Mistake("send", "--arrival", "now", "x", says: "wait, drop, barge, preempt, next, manual"),
    Mistake("send", "--progress", "101", "x", says: "0 to 100"),
    Mistake("send", "-r", "0", "x", says: "peal list"),
    Mistake("send", "-A", "=x", "y", says: "-A \"=x\"", "empty key"),
    Mistake("send", "-A", "k=", "y", says: "-A \"k=\"", "no label"),
    Mistake("send", "-A", "a\nb=c", "y", says: "\"a\\nb=c\"", "newline"),
    Mistake("send", "-A", "a=1", "-A", "a=2", "y", says: "another action has"),
    Mistake("send", "-A", "Zero", "-A", "0=Other", "y", says: "another action has"),
    Mistake("send", "-h", "value", "y", says: "TYPE:NAME:VALUE"),
    Mistake("send", "-h", "float:x:1", "y", says: "unknown type", "double"),
    Mistake("send", "-h", "string:value:50", "y", says: "int:value:VALUE"),
    Mistake("send", "-h", "string:transient:true", "y", says: "boolean:transient:VALUE"),
    Mistake("send", "-h", "int:category:1", "y", says: "string:category:VALUE"),
    Mistake("send", "-h", "byte:urgency:300", "y", says: "no byte"),
    Mistake("send", "-t", "1.5s", "x", says: "-t \"1.5s\"", "never"),
    Mistake("send", "-t", "-5", "x", says: "negative"),
    Mistake("send", "-t", "2147483648", "x", says: "too long"),
    Mistake("send", "--ttl", "10", "x", says: "--ttl \"10\"", "5s"),
    Mistake("send", "--ttl", "99999999999999999999d", "x", says: "too long"),
    Mistake("send", "--bus", "nonsense", "x", says: "\"nonsense\"", "bus address"),
    Mistake("send", "--batch", "x", says: "\"x\""),
    Mistake("send", "--batch", "-w", says: "--batch goes with neither"),
    Mistake("send", "--batch", "-A", "Go", says: "--batch goes with neither"),
    Mistake("ask", "--batch", "x", says: "unknown option --batch"),
    Mistake("wait", says: "ID is missing"),
    Mistake("wait", "seven", says: "\"seven\"", "peal list"),
    Mistake("wait", "-3", says: "unknown option -3"),
    Mistake("answer", says: "ID or --top is missing"),
    Mistake("answer", "--top", "yes", "no", says: "\"no\""),
    Mistake("withdraw", says: "ID, --tag or --top is missing"),
    Mistake("withdraw", "--tag", "", says: "--tag \"\" is empty"),
    Mistake("withdraw", "--top", "--tag", "t", says: "--top goes with neither"),
    Mistake("update", "7", says: "nothing to change"),
    Mistake("update", "7", "--arrival", "drop", says: "unknown option --arrival"),
    Mistake("snooze", "7", says: "DURATION is missing"),
    Mistake("snooze", "7", "0s", says: "no time to snooze for"),
    Mistake("snooze", "7", "soon", says: "\"soon\" is not a duration"),
    Mistake("clear", "7", says: "\"7\""),
    Mistake("pause", "--except", "low", says: "critical, none"),
    Mistake("history", "-n", "0", says: "1 to"),
    Mistake("watch", "--format", "xml", says: "waybar"),
  ]

  @Test(.field(49), .field(36), .field(42), .field(44), arguments: mistakes)
  func aMistakeIsToldInOneLineAndIsExit64(_ mistake: Mistake) async throws {
    let result = try await Programs.peal(mistake.arguments)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("peal: error: "))
    #expect(result.errors.split(separator: "\n").count == 1)
    for word in mistake.words { #expect(result.errors.contains(word)) }
  }

  @Test func optionsMayFollowOperandsWhateverTheEnvironmentSays() async throws {
    let environment = ["POSIXLY_CORRECT": "1"]
    let result = try await Programs.peal(["send", "x", "--help"], environment: environment)
    #expect(result.output.hasPrefix("Usage: peal send"))
  }

  @Test func twoDashesEndTheOptions() async throws {
    let result = try await Programs.peal(["send", "--", "--help", "-x", "-y"])
    #expect(result.errors.contains("\"-y\""))
    #expect(result.status == 64)
  }

  @Test(.field(32)) func strictRefusesWhatIsNotUTF8() async throws {
    let script = #"exec "$0" send --strict "$(printf 'a\377b')""#
    let result = try await ChildProcess.run("sh", ["-c", script, Programs.peal])
    #expect(result.errors.contains("\"a\u{FFFD}b\" is not UTF-8"))
    #expect(result.status == 64)
  }
}
