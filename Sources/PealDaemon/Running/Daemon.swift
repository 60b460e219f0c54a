internal import DBus
internal import Glibc
internal import Peal
internal import PealControl
internal import PealDesktop
internal import PealJournal
internal import Synchronization

/// The daemon: one queue, served on one bus at a time, until it is told to stop.
///
/// What happens to it comes through one mailbox and is dealt with in turn by ``run()``.
final class Daemon: Sendable {
  /// What happens to the daemon.
  enum Event: Sendable {
    /// It is to stop; the text says at whose word.
    case stop(String)
    /// The configuration is to be read again.
    case reload
    /// The connection to the bus is gone.
    case busLost
    /// It is time to look for a bus.
    case retry
    /// Nothing has been asked of it for as long as `--idle-exit` says.
    case idle
    /// It is time to try the journal again.
    case openJournal
  }

  let options: Options
  let environment: [String: String]
  let log: Log
  let loop: EventLoop
  let settings: SettingsFile
  let screen: DesktopPresenter
  /// Where the screen gets the connections from.
  let buses: AsyncStream<Connection>.Continuation
  let host: ControlHost
  let idling: IdleWatch?
  let scribe: Scribe
  /// What was wrong with the journal that was there, if anything.
  let damage = Mutex<Journal.Damage?>(nil)
  /// Why the journal cannot be opened now, if one is wanted.
  let journalTrouble = Mutex<JournalTrouble?>(nil)
  let events: AsyncStream<Event>
  let mailbox: AsyncStream<Event>.Continuation

  init(_ options: Options, environment: [String: String], log: Log, loop: EventLoop) {
    self.options = options
    self.environment = environment
    self.log = log
    self.loop = loop
    let (events, mailbox) = AsyncStream<Event>.makeStream()
    (self.events, self.mailbox) = (events, mailbox)
    settings = SettingsFile(
      ConfigurationFile(named: options.configuration, environment: environment))
    let configuration = settings.read()
    let (connections, buses) = AsyncStream<Connection>.makeStream()
    self.buses = buses
    screen = DesktopPresenter(
      on: loop, buses: connections, replyTimeout: configuration.replyTimeout,
      pictures: configuration.pictures)
    let time = TimeSource.on(loop)
    let scribe = Scribe(time)
    self.scribe = scribe
    let idling = options.idleExit.map { limit in IdleWatch(limit, on: loop) }
    self.idling = idling
    host = ControlHost(
      presenter: screen, queue: configuration.queue, settings: configuration.hostSettings,
      version: Release.version, time: time, clock: { .now },
      observer: { change in
        scribe.note(change)
        log.note(change)
        idling?.touch()
      })
    host.awaitOpening()
    host.assign(duties)
    idling?.connect(isBusy: { [host] in host.isBusy }, onIdle: { mailbox.yield(.idle) })
  }

  private var duties: ControlHost.Duties {
    var duties = ControlHost.Duties()
    duties.reload = { [weak self] in self?.reload() ?? [] }
    duties.stop = { [mailbox] in mailbox.yield(.stop("a caller of Stop")) }
    duties.describe = { [weak self] in self?.facts ?? [:] }
    duties.summon = { [screen] in screen.summon() }
    duties.warn = { [log] text in log.write(.warning, text) }
    duties.noteCall = { [idling] in idling?.touch() }
    return duties
  }

  /// Takes note of a signal.
  func take(signal: Int32) {
    switch signal {
    case SIGHUP: mailbox.yield(.reload)
    case SIGINT: mailbox.yield(.stop("SIGINT"))
    default: mailbox.yield(.stop("SIGTERM"))
    }
  }

  /// Reads the configuration again; while it has faults the old one stays.
  @discardableResult
  func reload() -> [String] {
    let configuration = settings.read()
    let faults = settings.faults
    tell(faults)
    guard faults.isEmpty else { return faults }
    host.configure(configuration.queue, configuration.hostSettings)
    scribe.journal?.keep(history: configuration.journal.history)
    let screen = screen
    loop.perform {
      screen.assumeIsolated {
        $0.configure(replyTimeout: configuration.replyTimeout, pictures: configuration.pictures)
      }
    }
    log.write(.notice, "the configuration was read")
    return []
  }

  /// Tells what is wrong with the configuration.
  func tell(_ faults: [String]) {
    for fault in faults { log.write(.error, fault) }
  }

  private var facts: [String: Value] {
    var facts: [String: Value] = ["pid": .uint32(UInt32(bitPattern: getpid()))]
    facts["bus"] = (try? address()).map { .string($0.text) }
    facts["configuration"] = settings.file.map { .string($0.path) }
    facts["configuration-faults"] = .strings(settings.faults)
    facts["service-files"] = .strings(
      ServiceFiles(environment: environment).claiming("org.freedesktop.Notifications"))
    facts["journal"] = .string(scribe.journal == nil ? "none" : journalPath ?? "none")
    facts["journal-damage"] = damage.withLock { $0 }.map {
      .string("\($0.reason); set aside as \($0.path)")
    }
    facts["journal-trouble"] = journalTrouble.withLock { $0 }.map { .string("\($0.error)") }
    // Whoever asks is answered on the loop, where the screen lives.
    let server = loop.isCurrent ? screen.assumeIsolated { $0.server } : nil
    return facts.merging(settings.facts) { fact, _ in fact }
      .merging(server?.facts ?? [:]) { fact, _ in fact }
  }
}
