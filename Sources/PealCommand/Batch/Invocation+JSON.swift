import Peal

extension Invocation {
  /// What is wrong with an object that should be an alert.
  struct BadObject: Error {
    let problem: String
  }

  /// The command line of `send` that an object stands for: what this one says, and the object's
  /// members. They are named as in the JSON that Peal prints, or as the long options.
  func reading(_ object: JSON) throws(BadObject) -> Invocation {
    guard case .object(let members) = object else {
      throw BadObject(problem: "not an object; write {\"summary\":\"…\"}")
    }
    var line = self
    line.operands = ["", ""]
    let fate = JSON.fate(in: members)
    for member in members where !fate.contains(member.name) { try line.take(member) }
    return line
  }

  private mutating func take(_ member: JSON.Member) throws(BadObject) {
    do throws(ValueError) {
      switch member.name {
      case "summary": operands[0] = try member.value.text
      case "body": operands[1] = try member.value.text
      case "actions": for action in try member.value.elements { try draft.addAction(action) }
      default: try takeOption(member)
      }
    } catch {
      throw BadObject(problem: "\(member.name): \(error.problem)")
    }
  }

  private mutating func takeOption(_ member: JSON.Member) throws(ValueError) {
    guard let option = Option.inBatch.first(where: { $0.isCalled(member.name) }) else {
      guard !JSON.fate.contains(member.name) else {
        throw ValueError("is what a report says, and nothing to post; leave it out")
      }
      throw ValueError("is not known; 'peal help send' names the options")
    }
    guard option.argument != .none else {
      if try member.value.truth { try option.take(&self, "") }
      return
    }
    for value in try member.value.texts { try option.take(&self, value) }
  }
}

extension Option {
  /// The options that say something of an alert, and not of the command.
  static let inBatch = options(of: .send).filter { option in
    switch option.group {
    case .content, .queue, .address: true
    case .output: false
    }
  }

  fileprivate func isCalled(_ name: String) -> Bool {
    "\(self.name)" == name || alias.map { "\($0)" == name } ?? false
  }
}

extension JSON {
  /// What a report says of an alert's fate, which is not the next one's.
  private static let fateOfLive: Set = [
    "id", "stage", "why", "count", "posted", "waited", "shown", "attempts", "by", "left-out",
  ]
  private static let fateOfEnded: Set = ["outcome", "action", "text", "ended", "server"]

  /// The members of reports that no post has.
  fileprivate static let fate = fateOfLive.union(fateOfEnded)

  /// Which members are passed over. What `list` and `history` print can be posted again as it is: a
  /// report is known by its stage, and one of an ended alert by its outcome.
  fileprivate static func fate(in members: [Member]) -> Set<String> {
    let names = Set(members.map(\.name))
    guard names.contains("stage") else { return [] }
    return names.contains("outcome") ? fate : fateOfLive
  }

  fileprivate var text: String {
    get throws(ValueError) {
      guard case .string(let text) = self else { throw ValueError("is not a string") }
      return text
    }
  }

  fileprivate var truth: Bool {
    get throws(ValueError) {
      guard case .boolean(let truth) = self else { throw ValueError("is neither true nor false") }
      return truth
    }
  }

  fileprivate var elements: [JSON] {
    get throws(ValueError) {
      guard case .array(let elements) = self else { throw ValueError("is not an array") }
      return elements
    }
  }

  /// The values of an option as they would be written: one, or several in an array.
  fileprivate var texts: [String] {
    get throws(ValueError) {
      switch self {
      case .string(let text): return [text]
      case .integer(let number): return ["\(number)"]
      case .null: return []
      case .array(let elements):
        var texts: [String] = []
        for element in elements { texts += [try element.text] }
        return texts
      case .boolean, .number, .object: throw ValueError("is neither a string nor a whole number")
      }
    }
  }
}

extension Draft {
  /// Adds an action written as `{"key":…,"label":…,"style":…}` or as `[KEY=]LABEL`.
  fileprivate mutating func addAction(_ object: JSON) throws(ValueError) {
    guard case .object(let members) = object else { return try addAction(try object.text) }
    var parts: [String: String] = [:]
    for member in members { parts[member.name] = try member.value.text }
    guard Set(parts.keys).isSubset(of: ["key", "label", "style"]) else {
      throw ValueError("is an action with members other than key, label, style")
    }
    let style = try Self.style(parts["style"] ?? "default")
    try addAction(key: parts["key"], label: parts["label"] ?? "", style: style)
  }

  private static func style(_ word: String) throws(ValueError) -> Action.Style {
    guard let style = Action.Style.allCases.first(where: { $0.word == word }) else {
      throw ValueError("is an action whose style is not default, cancel or destructive")
    }
    return style
  }
}
