import Glibc
import Peal
import PealControl

/// The talk with the daemon: over which bus, and what to do when no daemon runs.
struct Session {
  let bus: BusChoice
  let client: ControlClient

  /// Connects to the bus that the command line, or the environment, names.
  init(_ line: Invocation) throws(Failure) {
    try self.init(busNamed: line.bus)
  }

  /// Connects to the bus of an address, or to the one that the environment names.
  init(busNamed address: String?) throws(Failure) {
    try self.init(try Self.bus(address))
  }

  /// Connects to a bus.
  init(_ bus: BusChoice) throws(Failure) {
    self.bus = bus
    do throws(ControlError) {
      client = try bus.connect()
    } catch {
      throw Failure(error).adding(BusOwner(of: bus.text)?.advice)
    }
  }

  /// Asks the daemon for something. Where none runs, starts one and asks again.
  func ask<Answer>(
    _ body: (ControlClient) throws(ControlError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(ControlError) {
      return try body(client)
    } catch .noDaemon {
      try Launcher(client: client, bus: bus).start()
      return try askOnly(body)
    } catch {
      throw Failure(error)
    }
  }

  /// Queues an alert. Where no daemon runs, or the one there went away before it answered, starts one
  /// and posts again: the request's token keeps that from becoming a second alert.
  func post(_ request: PostRequest) throws(Failure) -> AlertID {
    try askAgain { client throws(ControlError) in try client.post(request) }
  }

  /// Queues many, as ``post(_:)`` does one; each has a result of its own.
  func postMany(_ requests: [PostRequest]) throws(Failure) -> [Result<AlertID, ControlError>] {
    try askAgain { client throws(ControlError) in try client.postMany(requests) }
  }

  /// Asks for something that may be asked for twice.
  private func askAgain<Answer>(
    _ body: (ControlClient) throws(ControlError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(ControlError) {
      return try body(client)
    } catch {
      guard error == .noDaemon || (error == .lost && client.isConnected) else {
        throw Failure(error)
      }
    }
    try Launcher(client: client, bus: bus).start()
    return try askOnly(body)
  }

  /// Asks the daemon for something, but starts none.
  func askOnly<Answer>(
    _ body: (ControlClient) throws(ControlError) -> Answer
  ) throws(Failure) -> Answer {
    do throws(ControlError) {
      return try body(client)
    } catch {
      throw Failure(error)
    }
  }

  private static func bus(_ given: String?) throws(Failure) -> BusChoice {
    do throws(ControlError) {
      if let given { return try BusChoice(address: given) }
      return try BusChoice.session()
    } catch .noBus(let reason) {
      throw Failure(.unavailable, "no bus: \(reason); name one with --bus ADDRESS\(Self.advice)")
    } catch {
      throw Failure(error)
    }
  }
}

extension Session {
  /// Root has no desktop; somebody else is meant.
  private static var advice: String {
    getuid() == 0 ? ", or somebody's session with --user NAME" : ""
  }

  /// How long a bus or a daemon that went away is waited for.
  static let patience = Duration.seconds(10)

  /// Gives whoever else restarts the daemon the time to do so; false when nobody does.
  func awaitDaemon(for limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    do throws(ControlError) {
      try client.startWatching()
      while try !client.daemonIsThere() {
        guard try client.nextEvent(within: ContinuousClock.now.duration(to: end)) != nil
        else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  /// The same over a new connection, once the bus is back.
  func reconnected() throws(Failure) -> Session {
    try Self.retry { () throws(Failure) in try Session(bus) }
  }

  /// Tries until it works, for as long as it may be waited for.
  static func retry<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let end = ContinuousClock.now + patience
    while true {
      do throws(Failure) {
        return try body()
      } catch {
        guard error.status == .unavailable, ContinuousClock.now < end else { throw error }
      }
      poll(nil, 0, 200)
    }
  }
}

extension Failure {
  /// What went wrong between us and the daemon.
  init(_ error: ControlError) {
    self.init(ExitStatus(rawValue: error.exitStatus) ?? .internalFault, error.description)
  }
}
