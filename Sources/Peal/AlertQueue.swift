/// The queue of alerts: a value that is told what happens and says what is to be done.
///
/// Events and the time go in, effects come out; ``handle(_:at:)`` is the only way to change it. It
/// performs nothing, calls nobody and reads no clock, so it cannot be re-entered, and the same
/// events at the same times always give the same effects.
public struct AlertQueue: Sendable {
  /// Makes an empty queue.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// How it is set up. Changed by ``Event/configured(_:)``.
  public private(set) var configuration: Configuration

  /// Takes note of an event that happens at `now` and says what is to be done about it.
  ///
  /// Times never go backwards. A turn is one call and the delivery of what it reported: a call that
  /// reports an ending fills no slot, so whoever performs the effects sends `woke` after delivering
  /// the reports, and what their receivers post competes for the slot.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    []
  }
}
