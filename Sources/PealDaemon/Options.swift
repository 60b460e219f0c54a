/// What the command line asks for.
struct Options: Equatable {
  /// `--config`: the configuration file; nil is the usual place.
  var configuration: String?
  /// `--replace`: take the place of a daemon that runs.
  var replaces = false
  /// `--idle-exit`: end after so long with nothing to do; nil is never.
  var idleExit: Duration?
  /// `--log-level`.
  var logLevel = Log.Level.info
  /// `--journal` and `--no-journal`.
  var journal = Journal.usual
  /// What is printed instead of running.
  var print: Print?

  /// Where the journal is.
  enum Journal: Equatable {
    case usual
    case file(String)
    case none
  }

  /// What `--help` and `--version` print.
  enum Print: Equatable { case help, version }

  /// A command line that makes no sense.
  struct Fault: Error, Equatable {
    let sentence: String
  }

  /// Reads a command line without the program's name. Options are whole: none is abbreviated.
  ///
  /// - Throws: ``Fault`` for the first thing that is wrong.
  init(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count == 2 ? String(parts[1]) : nil
      if Self.flags.contains(name) {
        guard attached == nil else { throw Fault(sentence: "\(name) takes no value") }
        take(flag: name)
      } else if Self.valued.contains(name) {
        guard let value = attached ?? rest.popFirst() else {
          throw Fault(sentence: "\(name) needs a value")
        }
        try take(name, value)
      } else {
        let kind = name.hasPrefix("-") ? "there is no option" : "peald takes no operand:"
        throw Fault(sentence: "\(kind) \(argument)")
      }
    }
  }

  private static let flags = rows.filter { $0.value == nil }.flatMap(\.names)
  private static let valued = rows.filter { $0.value != nil }.flatMap(\.names)

  private mutating func take(flag: String) {
    switch flag {
    case "--replace": replaces = true
    case "--no-journal": journal = .none
    case "--version": print = .version
    default: print = .help
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(Fault) {
    do throws(ValueError) {
      switch name {
      case "--config": configuration = value
      case "--journal": journal = .file(value)
      case "--idle-exit": idleExit = try Setting.duration(value)
      default: logLevel = try Setting.word(value)
      }
    } catch {
      throw Fault(sentence: "\(name): \(error.sentence)")
    }
  }
}
