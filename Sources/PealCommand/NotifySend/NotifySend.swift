import Peal
import PealControl

/// notify-send's command line, done by Peal: what it sends is queued. Every failure is exit status 1.
struct NotifySend {
  /// The name that it goes by: that of a link to `peal`, or of a first word.
  static let name = "notify-send"

  /// What `--version` says: the newest notify-send whose command line is taken.
  static let version = "\(name) 0.8.7 (peal \(Release.version))"

  /// What follows the name.
  let words: [String]

  /// Runs to the end.
  func run() -> ExitStatus {
    do {
      return try perform()
    } catch {
      Self.complain(error.text)
      return .refused
    }
  }

  private func perform() throws(Failure) -> ExitStatus {
    let line = try Self.checked { () throws(NotifySendMistake) in
      try NotifySendReader.read(words)
    }
    switch line.purpose {
    case .help: try Channel.output.write(Self.help(width: Channel.output.columns))
    case .version: try Channel.output.line(Self.version)
    case .notification:
      let request = try Self.checked { () throws(NotifySendMistake) in try line.request() }
      var posting = try NotifySendPosting(line, request)
      return try posting.run()
    }
    return .done
  }

  private static func checked<Result>(
    _ body: () throws(NotifySendMistake) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(.refused, error.text)
    }
  }

  /// Says what went wrong as notify-send does: without a name in front.
  static func complain(_ text: String) {
    try? Channel.error.line(text)
  }
}

extension NotifySend {
  /// What `--help` prints.
  static func help(width: Int) -> String {
    let purpose =
      "Queues a notification as 'peal send' does, with the command line of libnotify's notify-send."
    let options = NotifySendOption.all.flatMap { option in
      Paragraph.entry(option.term, option.help, indent: 36, width: width)
    }
    let examples = [
      "notify-send -u critical 'Battery low' '10 % left'",
      "notify-send -A yes=Yes -A no=No 'Deploy?'",
      "id=$(notify-send -p Copying); notify-send -r \"$id\" Copied",
    ]
    let sections = [
      ["Usage: notify-send [OPTION]... [--] SUMMARY [BODY]"],
      Paragraph.wrap(purpose, width: width),
      ["Options:"] + options,
      ["Examples:"] + examples.map { "  " + $0 },
      Paragraph.wrap(
        "Exit status: 0 sent, or closed when waited for; 1 anything else.", width: width),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}
