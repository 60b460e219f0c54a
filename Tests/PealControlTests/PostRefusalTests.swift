import DBus
import Peal
import PealControl
import Testing

/// What `Post` does not take, and what it says about it.
struct PostRefusalTests {
  /// The sentence with which options are refused; nil when they are taken.
  private func sentence(_ options: [String: Value], _ summary: String = "x") -> String? {
    do throws(ControlError) {
      _ = try PostRequest(summary: summary, body: "", options: options)
      return nil
    } catch {
      #expect(error.refusal == .invalidArgs)
      return error.description
    }
  }

  @Test(
    arguments: [
      (["colour": .string("red")], #"there is no option "colour""#),
      (["urgency": .string("low")], #"option "urgency" must be of type 'y', not 's'"#),
      (["expire-time": .uint32(5)], #"option "expire-time" must be of type 'i', not 'u'"#),
      (
        ["expire-time": .int32(-2)],
        #"option "expire-time": -2 is negative; -1 means the server's default, 0 never"#
      ),
      (["ttl": .int64(-1)], #"option "ttl": -1 ms is negative"#),
      (["urgency": .byte(3)], #"option "urgency": 3 is none of 0, 1, 2"#),
      (["progress": .int32(101)], #"option "progress": 101 is not within 0 to 100"#),
      (
        ["arrival": .string("soon")],
        #"option "arrival": "soon" is none of wait, drop, barge, preempt, next, manual"#
      ),
      (
        ["tag": .string(String(repeating: "t", count: 1025))],
        #"option "tag": 1025 bytes are more than 1024"#
      ),
    ] as [([String: Value], String)])
  func wrongOptionsAreNamed(options: [String: Value], expected: String) {
    #expect(sentence(options) == expected)
  }

  @Test(arguments: PostOption.allCases)
  func everyOptionRefusesAnotherType(option: PostOption) {
    let text =
      "option \(option.rawValue.debugDescription) must be of type '\(option.type)', not 'n'"
    #expect(sentence([option.rawValue: .int16(1)]) == text)
  }

  @Test(arguments: [
    ("urgency", Value.string("x")), ("value", .string("50")), ("transient", .int32(1)),
    ("category", .int32(1)), ("sound-file", .boolean(true)), ("image-path", .byte(1)),
  ])
  func aHintOfTheWrongTypeIsRefused(name: String, value: Value) throws {
    let refusal = try #require(self.sentence(["hints": .options([name: value])]))
    #expect(refusal.hasPrefix("option \(name.debugDescription) must be of type"))
  }

  @Test(arguments: [
    ("value", Value.int32(50)), ("urgency", .byte(2)), ("transient", .boolean(true)),
    ("resident", .boolean(true)), ("category", .string("im")), ("value", .int32(101)),
    ("anything", .uint64(3)), ("quotes", .string("'}, 'urgency': <byte 2>, 'x': <'")),
  ])
  func aHintOfTheRightTypeIsTaken(name: String, value: Value) {
    #expect(sentence(["hints": .options([name: value])]) == nil)
  }

  @Test func hintsWithAFieldOfTheirOwnGoThere() throws {
    let hints: [String: Value] = [
      "value": .int32(50), "urgency": .byte(0), "category": .string("im"),
    ]
    let alert = try PostRequest(summary: "x", body: "", options: ["hints": .options(hints)]).alert
    #expect(alert.progress == 50)
    #expect(alert.urgency == .low)
    #expect(alert.priority == .low)
    #expect(alert.category == "im")
    #expect(alert.hints.isEmpty)
  }

  @Test func aContainerIsNoHint() {
    #expect(
      sentence(["hints": .options(["x": .strings([])])]) == #"option "hints": "x" has type 'as'"#)
  }

  private func actions(_ triples: [(String, String, String)]) -> [String: Value] {
    let elements = triples.map { Value.structure([.string($0.0), .string($0.1), .string($0.2)]) }
    return ["actions": .array(of: "(sss)", elements)]
  }

  @Test func actionsThatCannotBeAreRefused() {
    #expect(sentence(actions([("k", "", "")])) == #"action "k" needs a label"#)
    #expect(
      sentence(actions([("", "L", "")])) == #"action key "" is empty or holds a newline"#)
    #expect(
      sentence(actions([("a", "A", ""), ("a", "B", "")])) == #"action key "a" is given twice"#)
    #expect(sentence(actions([("a", "A", "loud")]))?.contains("style \"loud\"") == true)
  }

  @Test func theLimitsAreKept() {
    let many = (0...Limits.actions).map { ("k\($0)", "L", "") }
    #expect(sentence(actions(Array(many.dropLast()))) == nil)
    #expect(
      sentence(actions(many)) == "33 actions are more than the 32 that an alert may have")
    let hints = Dictionary(
      uniqueKeysWithValues: (0...Limits.hints).map { ("h\($0)", Value.boolean(true)) })
    #expect(sentence(["hints": .options(hints)]) == #"option "hints": 65 hints are more than 64"#)
    let long = String(repeating: "x", count: Limits.text)
    #expect(sentence([:], long) == nil)
    #expect(
      sentence([:], long + "x") == #"option "summary": 1048577 bytes are more than 1048576"#)
  }

  @Test func whatIsNoAlertIsMalformed() {
    #expect(throws: ControlError.self) { try PostRequest(arguments: [.string("x")]) }
  }
}
