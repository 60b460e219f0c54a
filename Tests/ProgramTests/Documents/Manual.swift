@testable import PealCommand
@testable import PealDaemon

/// The parts of the manual pages that the programs' own tables say.
enum Manual {
  /// The verbs of `peal`, in the order of the help.
  static var verbs: String {
    Verb.allCases.map { verb in
      let usage = verb.usage.isEmpty ? "" : " " + verb.usage.withPlaceholders
      let operands = verb.operands.map { "_\($0.name)_: \($0.help.escapedForManual)" }
      let text = ([verb.summary.escapedForManual] + operands).joined(separator: "\n\n\t")
      return "*\(verb.rawValue)*\(usage)\n\t\(text)\n\n"
    }.joined()
  }

  /// The options of `peal`. Those of several verbs that say the same stand there once.
  static var options: String {
    PealCommand.Option.all.map { option in
      "\(names(of: option))\n\t\(option.help.escapedForManual) \(verbs(of: option))\n\n"
    }.joined()
  }

  /// The options of `peald`.
  static var daemonOptions: String {
    PealDaemon.Options.rows.map { row in
      let names = row.names.map { "*\($0)*" }.joined(separator: ", ")
      let value = row.value.map { " _\($0)_" } ?? ""
      return "\(names)\(value)\n\t\(row.help.escapedForManual).\n\n"
    }.joined()
  }

  /// The options that are taken as notify-send.
  static var notifySendOptions: String {
    NotifySendOption.all.map { option in
      let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
      var term = names.map { "*\($0)*" }.joined(separator: ", ")
      if case .value(let value) = option.argument { term += "=_\(value.escapedForManual)_" }
      return "\(term)\n\t\(option.help.escapedForManual)\n\n"
    }.joined()
  }

  private static func names(of option: PealCommand.Option) -> String {
    let short = option.letter.map { ["-\($0)"] } ?? []
    let names = (short + option.longNames).map { "*\($0)*" }.joined(separator: ", ")
    switch option.argument {
    case .none: return names
    case .value(let value), .hint(let value): return "\(names) _\(value.escapedForManual)_"
    }
  }

  private static func verbs(of option: PealCommand.Option) -> String {
    guard option.verbs.count < Verb.allCases.count else { return "Every verb." }
    if option.verbs.count > Verb.allCases.count / 2 {
      let others = Verb.allCases.filter { !option.verbs.contains($0) }
      return "Every verb but " + others.map { "*\($0.rawValue)*" }.joined(separator: ", ") + "."
    }
    return "Verbs: " + option.verbs.map { "*\($0.rawValue)*" }.joined(separator: ", ") + "."
  }
}

extension String {
  /// Words in capitals are what a person puts something in place of.
  fileprivate var withPlaceholders: String {
    split(separator: " ").map { word in
      let name = word.filter { $0.isUppercase }
      guard name.count > 1 else { return String(word).escapedForManual }
      let parts = word.split(separator: name, maxSplits: 1, omittingEmptySubsequences: false)
      return String(parts[0]).escapedForManual + "_\(name)_" + String(parts[1]).escapedForManual
    }.joined(separator: " ")
  }
}
