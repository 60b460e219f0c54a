import Glibc
import Peal
import PealControl

/// What becomes of a question that the notification server cannot have answered.
enum Fallback: String, CaseIterable, Sendable {
  /// It is asked on the terminal as well, and one answer wins.
  case tty
  /// It fails.
  case none
}

extension Fallback {
  /// Looks whether the notification server takes answers to a question; asks on the terminal where it
  /// does not and that is wanted.
  ///
  /// - Throws: ``Failure`` when nobody could answer.
  func terminal(for alert: Alert, _ session: Session) throws(Failure) -> Terminal? {
    guard alert.isQuestion else { return nil }
    let capability = alert.actions.isEmpty ? "inline-reply" : "actions"
    let capabilities = try Self.capabilities(session)
    if let capabilities, capabilities.contains(capability) { return nil }
    let problem =
      capabilities == nil
      ? "no notification server is there"
      : "the notification server takes no answers (\(capability) is not among its capabilities)"
    switch self {
    case .none where capabilities == nil: return nil
    case .none: throw Failure(.unavailable, problem)
    case .tty:
      guard let terminal = Terminal(asking: alert) else {
        throw Failure(.unavailable, problem + ", and there is no terminal to ask on")
      }
      return terminal
    }
  }

  /// What the notification server says it can do; nil when none is there a second from now.
  private static func capabilities(_ session: Session) throws(Failure) -> [String]? {
    let end = ContinuousClock.now + .seconds(1)
    while true {
      let facts = try session.ask { client throws(ControlError) in try client.facts() }
      if case .list(let names)? = facts.first(where: { $0.name == "server-capabilities" })?.value {
        return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
      }
      guard ContinuousClock.now < end else { return nil }
      poll(nil, 0, 50)
    }
  }
}
