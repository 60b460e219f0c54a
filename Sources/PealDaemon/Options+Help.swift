extension Options {
  /// One option: the help, the manual page and the reading of a command line all go by these.
  struct Row {
    /// Its names, with their dashes.
    let names: [String]
    /// What follows it; nil is nothing.
    var value: String?
    /// What it does.
    let help: String
  }

  /// Every option there is, in the order of the help.
  static let rows = [
    Row(
      names: ["--config"], value: "FILE",
      help: "read this configuration instead of peal/peal.conf in $XDG_CONFIG_HOME or ~/.config"),
    Row(names: ["--journal"], value: "FILE", help: "keep what was accepted in this file"),
    Row(names: ["--no-journal"], help: "keep nothing: alerts end when the daemon does"),
    Row(names: ["--replace"], help: "take the place of the daemon that runs, within 10 s"),
    Row(
      names: ["--idle-exit"], value: "DURATION",
      help: "end after so long with nothing to do (500ms, 5s, 10m, 2h, 1d)"),
    Row(
      names: ["--log-level"], value: "LEVEL",
      help: "error, warning, notice, info (the default) or debug"),
    Row(names: ["--version"], help: "print the version"),
    Row(names: ["-h", "--help"], help: "print this"),
  ]

  /// What `--help` prints.
  static var help: String {
    """
    Usage: peald [OPTION…]

    Shows desktop notifications one at a time. It is started when it is needed, by the bus, by
    systemd or by peal.

    Options:
    \(rows.flatMap(\.lines).joined(separator: "\n"))

    SIGHUP has the configuration read again; SIGTERM and SIGINT end it in good order.

    Examples:
      peald --replace
      peald --config ./peal.conf --log-level debug
      peald --idle-exit 10m --no-journal

    """
  }
}

extension Options.Row {
  /// Where the explanations begin, and where lines end.
  private static let margin = 24
  private static let width = 90

  /// The option and what it does, the latter in a column of its own.
  fileprivate var lines: [String] {
    var lines = [
      "  " + ([names.joined(separator: ", ")] + [value].compactMap(\.self)).joined(separator: " ")
    ]
    lines[0] += String(repeating: " ", count: max(1, Self.margin - 1 - lines[0].count))
    for word in help.split(separator: " ") {
      if lines[lines.count - 1].count + 1 + word.count > Self.width {
        lines.append(String(repeating: " ", count: Self.margin - 1))
      }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }
}
