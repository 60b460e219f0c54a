/// How an alert ended. Every accepted alert ends with exactly one outcome.
///
/// ``word`` is the outcome's public name, in JSON, on the bus and in the journal.
public enum Outcome: Sendable, Hashable {
  /// An action was chosen, or a reply typed (then `text` is what was typed).
  case action(key: String, text: String? = nil)
  /// The person closed it, or the server did for reasons of its own.
  case dismissed
  /// Its time on screen ran out.
  case expired
  /// Its `ttl` ran out before it was shown.
  case lapsed
  /// The caller's overall time ran out.
  case timedOut
  /// It was withdrawn by name.
  case withdrawn
  /// It was cleared with others.
  case cleared
  /// A newer alert took its id or its tag.
  case replaced
  /// A barging alert covered it with `drop`.
  case preempted
  /// It came with `drop` while no slot was free, or as a duplicate with `ignore`.
  case suppressed
  /// A limit was reached and something more important came.
  case evicted
  /// The presenter refused it for good.
  case failed
  /// Its owner left the bus.
  case abandoned
  /// The queue was shut down without a journal.
  case shutdown

  /// The outcome's public word.
  public var word: String {
    switch self {
    case .action: "action"
    case .dismissed: "dismissed"
    case .expired: "expired"
    case .lapsed: "lapsed"
    case .timedOut: "timed-out"
    case .withdrawn: "withdrawn"
    case .cleared: "cleared"
    case .replaced: "replaced"
    case .preempted: "preempted"
    case .suppressed: "suppressed"
    case .evicted: "evicted"
    case .failed: "failed"
    case .abandoned: "abandoned"
    case .shutdown: "shutdown"
    }
  }
}
