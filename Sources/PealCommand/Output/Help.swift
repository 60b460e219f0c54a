/// The help texts, made from the tables of verbs and options.
struct Help {
  /// How many columns a line may have.
  let width: Int

  /// What `peal help` prints.
  var overview: String {
    let verbs = Verb.allCases.flatMap { verb in
      Paragraph.entry(verb.rawValue, verb.summary, indent: 12, width: width)
    }
    let examples = [Verb.send, .ask, .list].compactMap(\.examples.first)
    return sections([
      ["Usage: peal VERB [OPTION]... [--] [ARGUMENT]...", "       peal help [VERB]"],
      Paragraph.wrap(
        "Shows desktop popups one at a time, and tells what became of each.", width: width),
      ["Verbs:"] + verbs,
      ["Options:"]
        + Paragraph.entry("--help, --version", "Print help, or the version.", width: width),
      ["Examples:"] + examples.map { "  " + $0 },
      [
        "'peal help VERB' says what a verb takes.",
        "'peal notify-send' takes notify-send's command line; so does a link of that name to peal.",
      ].flatMap { Paragraph.wrap($0, width: width) },
    ])
  }

  /// What `peal help VERB` and `peal VERB --help` print.
  func text(of verb: Verb) -> String {
    let operands = verb.operands.flatMap { operand in
      Paragraph.entry(operand.name, operand.help, width: width)
    }
    let usage = verb.usage.isEmpty ? "" : " " + verb.usage
    return sections(
      [
        ["Usage: peal \(verb.rawValue) [OPTION]...\(usage)"],
        Paragraph.wrap(verb.summary, width: width),
        operands.isEmpty ? [] : ["Arguments:"] + operands,
      ] + options(of: verb) + [
        ["Examples:"] + verb.examples.map { "  " + $0 },
        notes(of: verb),
      ])
  }

  private func options(of verb: Verb) -> [[String]] {
    let options = Option.options(of: verb)
    return Option.Group.allCases.compactMap { group in
      let entries = options.filter { $0.group == group }.flatMap { option in
        Paragraph.entry(option.term, option.help, width: width)
      }
      return entries.isEmpty ? nil : ["\(group.rawValue):"] + entries
    }
  }

  private func notes(of verb: Verb) -> [String] {
    switch verb {
    case .send, .ask, .wait:
      Paragraph.wrap(
        "Exit status: 0 done, or an action was chosen; 1 the person said no; 3 no answer in time; "
          + "4 taken away; 64 usage; 66 no such alert; 69 no bus, daemon or server; 70 our fault; "
          + "75 full; 77 not permitted.", width: width)
    default: []
    }
  }

  private func sections(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }
}

extension Option {
  /// How the help names it: `-u, --urgency LEVEL`.
  var term: String {
    let short = letter.map { "-\($0), " } ?? "    "
    let long = alias.map { "--\(name), --\($0)" } ?? "--\(name)"
    switch argument {
    case .none: return short + long
    case .value(let value), .hint(let value): return "\(short)\(long) \(value)"
    }
  }
}
