import Glibc
import PealControl

/// The program as a whole: finds the verb, does it, and says how it went.
struct Program {
  let arguments: Getopt.Arguments
  let count: Int32

  /// What `peal --version` says.
  static let version = Release.version

  /// Runs to the end.
  func run() -> ExitStatus {
    if let words = notifySendWords { return NotifySend(words: words).run() }
    do {
      return try dispatch()
    } catch {
      Self.complain(error)
      return error.status
    }
  }

  private func dispatch() throws(Failure) -> ExitStatus {
    let first = word(1)
    switch first {
    case nil:
      throw .usage("what to do is missing", see: "peal help")
    case "help", "--help", "-h":
      try Channel.output.write(try help(about: word(2)))
      return .done
    case "--version":
      try Channel.output.line("peal \(Self.version)")
      return .done
    case Completion.verb:
      try Completion((2..<max(2, Int(count))).compactMap { word($0) }).run()
      return .done
    case .some(let name):
      return try perform(try verb(name))
    }
  }

  private func perform(_ verb: Verb) throws(Failure) -> ExitStatus {
    let line: Invocation
    do {
      line = try Invocation.parse(verb, arguments + 1, count: count - 1)
    } catch {
      throw .usage(error.text, see: "peal help \(verb.rawValue)")
    }
    guard !line.wantsHelp else {
      try Channel.output.write(Help(width: Channel.output.columns).text(of: verb))
      return .done
    }
    for warning in line.warnings { warn(warning) }
    return try runAsAsked(line)
  }

  private func help(about name: String?) throws(Failure) -> String {
    let help = Help(width: Channel.output.columns)
    switch name {
    case nil: return help.overview
    case NotifySend.name: return NotifySend.help(width: help.width)
    case .some(let name): return help.text(of: try verb(name))
    }
  }

  /// What follows the name when this is notify-send: by the name of a link to it, or by its first
  /// word.
  private var notifySendWords: [String]? {
    let ownName = word(0).flatMap { $0.split(separator: "/").last }
    let first = ownName == NotifySend.name[...] ? 1 : word(1) == NotifySend.name ? 2 : nil
    return first.map { first in (first..<Int(count)).compactMap(word) }
  }

  private func verb(_ name: String) throws(Failure) -> Verb {
    // Not by init(rawValue:), which makes a dictionary of all the words first.
    if let verb = Verb.allCases.first(where: { $0.rawValue == name }) { return verb }
    guard !name.hasPrefix("-") else {
      throw .usage("\(name.debugDescription): the verb comes first", see: "peal help")
    }
    let similar = Verb.allCases.filter { $0.rawValue.hasPrefix(name) }.map(\.rawValue)
    let advice = similar.isEmpty ? "" : "; write " + similar.joined(separator: " or ")
    throw .usage("unknown verb \(name.debugDescription)\(advice)", see: "peal help")
  }

  private func word(_ index: Int) -> String? {
    guard index < count, let word = arguments[index] else { return nil }
    return String(cString: word)
  }

  /// Says on standard error what went wrong.
  static func complain(_ failure: Failure) {
    let word = Channel.error.styled("error:", .error)
    try? Channel.error.writeAsIs("peal: \(word) \(Channel.error.harmless(failure.text))\n")
  }
}
