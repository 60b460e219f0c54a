import Testing

@testable import PealCommand

/// The one table that parsing, help and completions are made from.
struct OptionTableTests {
  @Test(arguments: Verb.allCases)
  func noTwoOptionsOfAVerbShareANameOrALetter(verb: Verb) {
    let options = Option.options(of: verb)
    let names = options.flatMap { ["\($0.name)"] + ($0.alias.map { ["\($0)"] } ?? []) }
    #expect(Set(names).count == names.count)
    let letters = options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test func everyOptionBelongsToAVerbAndSaysWhatItDoesInASentence() {
    for option in Option.all {
      #expect(!option.verbs.isEmpty)
      #expect(option.help.hasSuffix("."), "\(option.name)")
    }
  }

  @Test func theOptionsOfSendAreThoseOfTheDesign() {
    let names = Option.options(of: .send).map { "\($0.name)" }.sorted()
    #expect(
      names == [
        "action", "all-users", "app-icon", "app-name", "arrival", "batch", "bus", "cancel",
        "category", "cover",
        "delay",
        "destructive", "detach", "expire-time", "fallback", "help", "hint", "icon", "image",
        "interruptible",
        "json", "markup", "no-queue", "on-duplicate", "print-id", "priority", "progress",
        "replace-id", "reply", "strict", "tag", "timeout", "transient", "ttl", "urgency", "user",
        "wait", "when-present",
      ])
  }
}
