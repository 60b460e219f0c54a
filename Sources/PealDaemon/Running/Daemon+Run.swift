internal import DBus
internal import Peal
internal import PealControl
internal import PealDesktop
internal import PealJournal
internal import Synchronization

extension Daemon {
  /// How long the bus may take at the start.
  private static let firstPatience = Duration.seconds(5)
  /// How long it may take when it is looked for again, while nothing else is done.
  private static let retryPatience = Duration.milliseconds(500)
  /// How long the popups may take to go when the daemon stops, and how long the bus then.
  private static let stopPatience = Duration.milliseconds(700)
  private static let leavePatience = Duration.milliseconds(200)

  /// Serves until it is told to stop, another daemon has the name, or there is no bus.
  func run() async -> ExitStatus {
    tell(settings.faults)
    guard let connection = await firstConnection() else { return .unavailable }
    switch await claim(on: connection, replaces: options.replaces) {
    case .ours: break
    case .taken(let status): return status
    }
    do throws(ExitStatus) {
      try await openJournal()
    } catch {
      await connection.close()
      return error
    }
    log.write(.notice, "serving \(Alerts1.name)")
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.host.run() }
      let status = await self.serve(.connected(connection))
      group.cancelAll()
      return status
    }
  }

  private func firstConnection() async -> Connection? {
    do throws(DBusError) {
      return try await connect(within: Self.firstPatience)
    } catch {
      log.write(.error, "\(error)")
      return nil
    }
  }

  /// Deals with what happens, in turn.
  private func serve(_ first: Bus) async -> ExitStatus {
    var bus = first
    show(on: bus)
    for await event in events {
      switch event {
      case .reload: reload()
      case .stop(let reason):
        log.write(.notice, "stopping: \(reason)")
        await stop(bus)
        return .done
      case .busLost:
        bus = lose()
      case .retry:
        do throws(ExitStatus) {
          bus = try await search(bus)
        } catch {
          await stop(bus)
          return error
        }
      case .idle:
        if await leaveIfIdle(bus) { return .done }
      case .openJournal:
        do throws(ExitStatus) {
          try await openJournal()
          show(on: bus)
        } catch {
          await stop(bus)
          return error
        }
      }
    }
    return .done
  }

  // MARK: Losing and finding the bus

  private func lose() -> Bus {
    log.write(.warning, "the bus is gone; looking for it")
    host.detach()
    let search = Bus.Search()
    retry(after: search.delay)
    return .lost(search)
  }

  private func retry(after delay: Duration) {
    _ = loop.schedule(after: delay) { [mailbox] in mailbox.yield(.retry) }
  }

  /// Looks for the bus once.
  ///
  /// - Throws: how the daemon is to end: there was no bus for too long, or another daemon is on it.
  private func search(_ bus: Bus) async throws(ExitStatus) -> Bus {
    guard case .lost(var search) = bus else { return bus }
    let connection: Connection
    do throws(DBusError) {
      connection = try await connect(within: Self.retryPatience)
    } catch {
      search.slowDown()
      guard !search.isOver else {
        log.write(.error, "no bus for \(Bus.Search.patience): \(error)")
        throw .unavailable
      }
      retry(after: search.delay)
      return .lost(search)
    }
    if case .taken(let status) = await claim(on: connection, replaces: false) { throw status }
    log.write(.notice, "the bus is back")
    show(on: .connected(connection))
    return .connected(connection)
  }

  /// Has alerts shown on a bus, once it is known which there are.
  private func show(on bus: Bus) {
    guard let connection = bus.connection, journalTrouble.withLock({ $0 == nil }) else { return }
    buses.yield(connection)
  }

  /// Connects and serves, so that the first call finds everything in its place.
  private func connect(within limit: Duration) async throws(DBusError) -> Connection {
    let connection = try await Connection.open(address(), on: loop, timeout: limit)
    await connection.onClose { [mailbox] in mailbox.yield(.busLost) }
    await host.attach(connection)
    return connection
  }

  /// The session bus of the environment.
  ///
  /// - Throws: ``DBusError/unreachable(address:reason:)``.
  func address() throws(DBusError) -> BusAddress {
    let name = "DBUS_SESSION_BUS_ADDRESS"
    do {
      if let address = try BusAddress.session(environment: environment) { return address }
    } catch {
      throw .unreachable(address: environment[name] ?? "", reason: "\(error)")
    }
    throw .unreachable(address: "the usual place", reason: "\(name) is not set either")
  }

  // MARK: Ending

  /// Takes the popups down, lets who waits know, and leaves the bus.
  private func stop(_ bus: Bus) async {
    // What is accepted already comes into the queue first.
    scribe.journal?.commit()
    await within(Self.stopPatience) {
      await self.host.shutdown()
      await self.screen.settled()
    }
    scribe.writeAll()
    defer { scribe.writeAll() }
    guard case .connected(let connection) = bus else { return }
    // Its reply says that the bus has taken all that was sent before.
    await within(Self.leavePatience) { try? await connection.releaseName(Alerts1.name) }
  }

  /// Gives the name up and answers what had come in by then; that may be work to do after all.
  private func leaveIfIdle(_ bus: Bus) async -> Bool {
    guard !host.isBusy, case .connected(let connection) = bus else { return false }
    try? await connection.releaseName(Alerts1.name)
    guard host.isBusy else {
      log.write(.notice, "nothing to do; leaving")
      return true
    }
    _ = try? await connection.requestName(Alerts1.name)
    return false
  }

  /// Returns when `work` is done, or when the time is up.
  private func within(_ limit: Duration, _ work: @escaping @Sendable () async -> Void) async {
    let done = Promise<Void>()
    let timer = loop.schedule(after: limit) { done.fulfil(()) }
    Task(executorPreference: loop) {
      await work()
      done.fulfil(())
    }
    await done.value
    timer.cancel()
  }
}
