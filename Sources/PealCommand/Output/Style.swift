import Glibc

/// How a part of a text stands out on a person's terminal: a parameter of "select graphic rendition"
/// (ECMA-48).
enum Style: String, Sendable {
  case heading = "1"
  case error = "1;31"
  case warning = "1;33"
}

extension Channel {
  /// The text in a style, where a person sees it who wants that (https://no-color.org).
  func styled(_ text: String, _ style: Style) -> String {
    isColourful ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private var isColourful: Bool {
    guard isTerminal, let terminal = getenv("TERM"), strcmp(terminal, "dumb") != 0
    else { return false }
    return getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }
}
