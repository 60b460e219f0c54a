internal import DBus

/// The daemon's bus: there, or looked for.
enum Bus {
  /// There; becomes lost.
  case connected(Connection)
  /// Gone; becomes connected, or the daemon ends.
  case lost(Search)

  /// The connection, if there is one.
  var connection: Connection? {
    guard case .connected(let connection) = self else { return nil }
    return connection
  }

  /// How a bus is looked for: at once, then ever more seldom.
  struct Search {
    /// How long a daemon goes on without its bus.
    static let patience = Duration.seconds(60)

    /// When it was lost.
    let since = ContinuousClock.now
    /// How long until it is looked for again.
    private(set) var delay = Duration.milliseconds(50)

    /// Whether there was no bus for too long.
    var isOver: Bool { since.duration(to: .now) + delay > Self.patience }

    /// Looks less often from now on.
    mutating func slowDown() {
      delay = min(delay * 2, .seconds(5))
    }
  }
}
