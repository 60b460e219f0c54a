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

  private static let flags = ["--replace", "--no-journal", "--help", "-h", "--version"]
  private static let valued = ["--config", "--journal", "--idle-exit", "--log-level"]

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

  /// What `--help` prints.
  static let help = """
    Usage: peald [OPTION…]

    Shows desktop notifications one at a time. It is started when it is needed, by the bus, by
    systemd or by peal.

    Options:
      --config FILE         read this configuration instead of peal/peal.conf in
                            $XDG_CONFIG_HOME or ~/.config
      --journal FILE        keep what was accepted in this file
      --no-journal          keep nothing: alerts end when the daemon does
      --replace             take the place of the daemon that runs, within 10 s
      --idle-exit DURATION  end after so long with nothing to do (500ms, 5s, 10m, 2h, 1d)
      --log-level LEVEL     error, warning, notice, info (the default) or debug
      --version             print the version
      -h, --help            print this

    SIGHUP has the configuration read again; SIGTERM and SIGINT end it in good order.

    Examples:
      peald --replace
      peald --config ./peal.conf --log-level debug
      peald --idle-exit 10m --no-journal

    """
}
