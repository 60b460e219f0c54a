internal import Glibc
internal import Peal

extension Journal {
  /// How a journal is opened.
  package struct Settings: Sendable {
    /// The file.
    package var path: String
    /// What an accepted alert survives.
    package var durability = Durability.process
    /// How many ended alerts are kept.
    package var history = 1000
    /// The address of the bus that is served, for a second daemon to name.
    package var bus = ""
    /// Is told when what was noted cannot be written any more, and, with nil, when it is again.
    package var onOutage: @Sendable (JournalError?) -> Void = { _ in }

    /// Settings for a file.
    package init(path: String) {
      self.path = path
    }
  }

  /// A journal just opened.
  package struct Opened: Sendable {
    /// The journal, open.
    package let journal: Journal
    /// What it held.
    package let contents: JournalContents
    /// What was wrong with the file that was there before.
    package let damage: Damage?
  }

  /// A journal that could not be used, and was set aside.
  package struct Damage: Sendable, Hashable {
    /// Where it is now.
    package let path: String
    /// What is wrong with it.
    package let reason: String
  }

  /// Opens the journal, making it if it is missing. A damaged one is set aside.
  ///
  /// - Parameter schedule: what commits are made with.
  /// - Throws: ``JournalError`` when another process has it, when a newer version or another program
  ///   wrote it, or when it can be neither read, set aside nor made.
  package static func open(
    _ settings: Settings, _ clock: ClockReading,
    schedule: @escaping Scheduler
  ) throws(JournalError) -> Opened {
    let files = JournalFiles(path: settings.path)
    try files.makeFolder()
    let holder = Holder(pid: getpid(), bus: settings.bus)
    let lock = try JournalLock(beside: settings.path, for: holder)
    let loaded = try loadOrReplace(files, settings, clock)
    let (contents, damage) = (loaded.contents, loaded.damage)
    let journal = Journal(loaded.store, lock, onOutage: settings.onOutage, schedule: schedule)
    return Opened(journal: journal, contents: contents, damage: damage)
  }

  private struct Loaded {
    let store: Store
    let contents: JournalContents
    var damage: Damage?
  }

  /// Opens the file that is there, or sets it aside and makes another.
  private static func loadOrReplace(
    _ files: JournalFiles, _ settings: Settings, _ clock: ClockReading
  ) throws(JournalError) -> sending Loaded {
    do throws(Schema.Problem) {
      return try load(files, settings, clock)
    } catch {
      guard case .damaged(let damage) = error else {
        throw JournalError(error, at: settings.path)
      }
      let aside = try files.setAside(at: clock.wall)
      do throws(Schema.Problem) {
        var loaded = try load(files, settings, clock)
        loaded.damage = Damage(path: aside, reason: damage.message)
        return loaded
      } catch {
        throw JournalError(error, at: settings.path)
      }
    }
  }

  private static func load(
    _ files: JournalFiles, _ settings: Settings, _ clock: ClockReading
  ) throws(Schema.Problem) -> sending Loaded {
    try files.makeFile()
    let database = try Schema.telling { () throws(SQLiteError) in
      try Database(path: settings.path)
    }
    try Schema.prepare(database, settings.durability)
    return try Schema.telling { () throws(SQLiteError) in
      var store = try Store(database, at: settings.path, keeping: max(0, settings.history))
      return Loaded(store: store, contents: try store.load(clock))
    }
  }
}

extension JournalError {
  fileprivate init(_ problem: Schema.Problem, at path: String) {
    switch problem {
    case .newer(let version):
      self = .newerSchema(path: path, found: version, known: Schema.version)
    case .foreign: self = .foreign(path: path)
    case .busy: self = .held(path: path, by: nil)
    case .full: self = .full(path: path)
    case .damaged(let error), .failed(let error):
      self = .cannotOpen(path: path, reason: error.message)
    }
  }
}
