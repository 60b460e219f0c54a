internal import DBus
internal import Glibc
internal import Peal
internal import PealControl
internal import PealDesktop
internal import PealJournal
internal import Synchronization

extension Daemon {
  /// How long a daemon that is leaving may keep the journal.
  private static let journalPatience = Duration.seconds(2)

  /// How often a journal that cannot be opened is tried again.
  private static let journalPause = Duration.seconds(1)
  private static let longestJournalPause = Duration.seconds(60)

  /// Opens the journal, unless none is wanted, and goes on with what it holds. Where it can be neither
  /// opened nor made, for want of room or of permission, nothing is accepted until it can.
  ///
  /// - Throws: how the daemon is to end: somebody else has the journal, or it is not ours to touch.
  func openJournal() async throws(ExitStatus) {
    guard let settings = journalSettings else { return host.openWithoutArchive() }
    let deadline = ContinuousClock.now + Self.journalPatience
    while true {
      do throws(JournalError) {
        take(try open(settings))
        return endTrouble()
      } catch {
        if case .held = error, ContinuousClock.now < deadline {
          await pause(.milliseconds(10))
        } else if error.mayPass {
          return bar(error)
        } else {
          log.write(.error, "\(error); --no-journal does without")
          throw .init(error)
        }
      }
    }
  }

  private var journalSettings: Journal.Settings? {
    let configuration = settings.current.journal
    guard let path = journalPath, configuration.isEnabled else { return nil }
    var journal = Journal.Settings(path: path)
    journal.history = configuration.history
    journal.durability = configuration.durability == .power ? .power : .process
    journal.bus = (try? address().text) ?? ""
    journal.onOutage = { [log] error in
      if let error {
        log.write(.error, "\(error); what has happened is kept in mind until it can")
      } else {
        log.write(.notice, "the journal is written again")
      }
    }
    return journal
  }

  private func open(_ settings: Journal.Settings) throws(JournalError) -> Journal.Opened {
    let loop = loop
    // Nothing is done before all at hand is taken in: what many senders say at once is written
    // together.
    return try Journal.open(settings, scribe.now) { delay, work in
      _ = loop.schedule(after: delay, work)
    }
  }

  private func endTrouble() {
    let hadTrouble = journalTrouble.withLock { trouble in
      defer { trouble = nil }
      return trouble != nil
    }
    if hadTrouble { log.write(.notice, "the journal could be opened") }
  }

  /// Accepts nothing for now, and has the journal tried again after a while.
  private func bar(_ error: JournalError) {
    let pause = journalTrouble.withLock { trouble in
      let pause = trouble.map { min($0.pause * 2, Self.longestJournalPause) } ?? Self.journalPause
      let isNew = trouble?.error != error
      trouble = JournalTrouble(error: error, pause: pause)
      return (length: pause, isNew: isNew)
    }
    let sentence = "\(error); nothing is accepted without it, unless with peald --no-journal"
    if pause.isNew { log.write(.error, sentence) }
    host.bar(.refused(.full, sentence))
    _ = loop.schedule(after: pause.length) { [mailbox] in mailbox.yield(.openJournal) }
  }

  private func take(_ opened: Journal.Opened) {
    tell(opened)
    let (contents, reading) = (opened.contents, scribe.now)
    let (screen, scribe) = (screen, scribe)
    screen.assumeIsolated { screen in
      screen.inherit(Inheritance(contents))
      screen.onPlaced { scribe.notePopup($0) }
      screen.onGone { scribe.noteGone($0) }
    }
    scribe.open(opened.journal, host.center, screen)
    host.open(
      scribe.archive(opened.journal), contents.queue, posters: contents.posters,
      posted: reading.wall(of:))
  }

  private func tell(_ opened: Journal.Opened) {
    if let damage = opened.damage {
      log.write(
        .error, "the journal was damaged (\(damage.reason)) and is set aside as \(damage.path)")
      self.damage.withLock { $0 = damage }
    }
    for id in opened.contents.unreadable {
      log.write(.error, "alert \(id.rawValue) cannot be read from the journal; it counts as failed")
    }
    let count = opened.contents.queue.alerts.count
    if count > 0 { log.write(.notice, "going on with \(count) alerts from the journal") }
  }

  private func pause(_ duration: Duration) async {
    let end = Promise<Void>()
    _ = loop.schedule(after: duration) { end.fulfil(()) }
    await end.value
  }

  /// Where the journal is; nil when none is kept.
  var journalPath: String? {
    switch options.journal {
    case .none: nil
    case .file(let path): path
    case .usual: stateFolder.map { $0 + "/peal/journal.sqlite" }
    }
  }

  /// `$XDG_STATE_HOME`, as the XDG Base Directory Specification has it.
  private var stateFolder: String? {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
    return home.map { $0 + "/.local/state" }
  }

  private var home: String? {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    return getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  }
}

extension Inheritance {
  /// What may still be on screen of what a journal holds.
  fileprivate init(_ contents: JournalContents) {
    self.init(incarnation: contents.queue.incarnation ?? "")
    for record in contents.queue.alerts {
      guard let popup = record.popup, let number = contents.popups[popup] else { continue }
      popups.append(Heirloom(popup, id: number, showing: record.alert))
    }
    for orphan in contents.queue.orphans {
      guard let number = contents.popups[orphan] else { continue }
      popups.append(Heirloom(orphan, id: number, showing: nil))
    }
  }
}

/// Why there is no journal yet.
struct JournalTrouble: Sendable {
  let error: JournalError
  /// How long until it is tried again.
  let pause: Duration
}

extension JournalError {
  /// Whether it may be otherwise after a while, without anybody telling us.
  fileprivate var mayPass: Bool {
    switch self {
    case .full, .cannotWrite, .cannotOpen: true
    case .held, .newerSchema, .foreign, .outOfIDs: false
    }
  }
}

extension ExitStatus {
  /// How the daemon ends for an error that does not pass.
  fileprivate init(_ error: JournalError) {
    if case .held = error { self = .unavailable } else { self = .internalError }
  }
}
