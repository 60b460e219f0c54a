import TestBus

/// What the bus saw of some alerts, as `Config/screen/watch-bus` tells it.
final class BusRecord: Sendable {
  /// One thing that the bus saw.
  struct Event: Sendable, Hashable {
    /// What became of the alert.
    enum Kind: String, Sendable { case posted, up, pressed, gone }

    let kind: Kind
    let summary: String
  }

  private let process: ChildProcess

  private init(_ process: ChildProcess) {
    self.process = process
  }

  /// Starts a record of the alerts with these summaries, and returns when nothing will be missed.
  static func start(of summaries: [String], on desktop: Desktop) async throws -> BusRecord {
    let process = try await ChildProcess.start(
      Repository.file("Config/screen/watch-bus"), summaries, environment: desktop.environment)
    _ = try await process.output.nextLine()
    return BusRecord(process)
  }

  /// Everything so far, in the order in which the bus saw it.
  var events: [Event] {
    process.output.text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 2)
      guard fields.count == 3, let kind = Event.Kind(rawValue: String(fields[1])) else {
        return nil
      }
      return Event(kind: kind, summary: String(fields[2]))
    }
  }

  /// The summaries of the events of one kind, in order.
  func summaries(_ kind: Event.Kind) -> [String] {
    events.filter { $0.kind == kind }.map(\.summary)
  }

  /// Waits until an alert has come so far.
  func wait(for kind: Event.Kind, of summary: String) async throws {
    while !events.contains(Event(kind: kind, summary: summary)) {
      _ = try await process.output.nextLine()
    }
  }

  /// The most popups that were up at once.
  var mostAtOnce: Int {
    var up: Set<String> = []
    var most = 0
    for event in events {
      switch event.kind {
      case .up: up.insert(event.summary)
      case .gone: up.remove(event.summary)
      case .posted, .pressed: break
      }
      most = max(most, up.count)
    }
    return most
  }
}
