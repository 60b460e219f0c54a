extension AlertQueue {
  /// What can be set about a queue. May change while it runs, by ``Event/configured(_:)``.
  public struct Configuration: Sendable, Hashable {
    /// How many alerts are up at once (R6).
    public var display: Display = .sequential
    /// What counts in the choice of the next one (R2).
    public var order: Order = .priority
    /// The pause between one alert's end and the next one's start (R7).
    public var gap: Duration = .milliseconds(350)
    /// After how long a waiting alert gains a level (R3); nil is never.
    public var aging: Duration? = .seconds(60)
    /// How many alerts are stored in all (R13).
    public var maxWaiting = 10_000
    /// How many alerts of one app are stored.
    public var maxWaitingPerApp = 1000
    /// How many bytes of text all live alerts have together.
    public var maxText = 64 * 1024 * 1024
    /// When an alert that nobody closes gives up its slot (R14, slot watch).
    public var slotTimeout: SlotTimeout = .automatic

    /// How many alerts are up at once.
    public enum Display: Sendable, Hashable {
      /// One.
      case sequential
      /// So many, at least one.
      case slots(Int)
      /// All: every newcomer comes on top of those that are up.
      case overlay
    }

    /// What counts in the choice of the next alert.
    public enum Order: String, Sendable, Hashable, CaseIterable {
      case priority, arrival
    }

    /// When an alert without an expiry of ours gives up its slot.
    public enum SlotTimeout: Sendable, Hashable {
      /// It depends on the alert and on what the presenter reports.
      case automatic
      /// Always after this time.
      case after(Duration)
    }

    /// The defaults.
    public init() {}
  }
}
