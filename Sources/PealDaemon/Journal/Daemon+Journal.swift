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

  /// Opens the journal, unless none is wanted, and goes on with what it holds.
  ///
  /// - Throws: how the daemon is to end when it cannot.
  func openJournal() async throws(ExitStatus) {
    let configuration = settings.current.journal
    guard let path = journalPath, configuration.isEnabled else {
      return host.openWithoutArchive()
    }
    var journal = Journal.Settings(path: path)
    journal.history = configuration.history
    journal.durability = configuration.durability == .power ? .power : .process
    journal.bus = (try? address().text) ?? ""
    let deadline = ContinuousClock.now + Self.journalPatience
    while true {
      do throws(JournalError) {
        return take(try open(journal))
      } catch {
        guard case .held = error, ContinuousClock.now < deadline else {
          log.write(.error, "\(error); --no-journal does without")
          throw error.exitStatus
        }
      }
      await pause(.milliseconds(10))
    }
  }

  private func open(_ settings: Journal.Settings) throws(JournalError) -> Journal.Opened {
    let loop = loop
    return try Journal.open(settings, scribe.now) { journal in
      // Once everything at hand is taken in: what many senders say at once is written together.
      _ = loop.schedule(after: .zero) { journal.commit() }
    }
  }

  private func take(_ opened: Journal.Opened) {
    tell(opened)
    let (contents, reading) = (opened.contents, scribe.now)
    let (screen, scribe) = (screen, scribe)
    screen.assumeIsolated { screen in
      screen.inherit(Inheritance(contents))
      screen.onPlaced { scribe.notePopup($0) }
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

extension JournalError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .held: .unavailable
    case .full, .cannotWrite: .refused
    case .newerSchema, .foreign, .cannotOpen, .outOfIDs: .internalError
    }
  }
}
