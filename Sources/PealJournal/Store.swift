internal import Peal

/// The open journal: its tables, and what is to be written next. It belongs to one ``Journal``, which
/// sees to it that nobody else is at it meanwhile.
struct Store {
  let path: String
  let tables: Tables
  /// How many ended alerts are kept.
  var history: Int
  var batch = Batch()
  private var nextID: Int64
  private var latestEnding: Int64
  /// What the contents were when last written, as hash values: texts are written again only when
  /// they have changed.
  private var written: [ContentID: Int] = [:]
  /// What the transaction at hand makes of them; nil is no content. A copy of all of them for the
  /// case that it fails would cost more than the transaction itself.
  private var writing: [ContentID: Int?] = [:]

  /// Takes over an open database.
  init(_ database: Database, at path: String, keeping history: Int) throws(SQLiteError) {
    self.path = path
    self.history = history
    tables = Tables(database)
    nextID = try tables.nextID()
    latestEnding = try tables.latestEnding()
  }

  /// What the journal holds. Live alerts that cannot be read are filed.
  mutating func load(_ clock: ClockReading) throws(SQLiteError) -> JournalContents {
    try tables.removeMerged()
    let contents = try tables.contents(clock)
    guard !contents.unreadable.isEmpty else { return contents }
    try tables.database.transaction { () throws(SQLiteError) in
      for id in contents.unreadable {
        latestEnding += 1
        try tables.fileUnreadable(id, order: latestEnding, clock.wall)
      }
    }
    return contents
  }

  /// The id that a new post gets; nil when there is none left.
  mutating func takeID() -> AlertID? {
    guard let id = UInt32(exactly: nextID) else { return nil }
    nextID += 1
    return AlertID(rawValue: id)
  }

  /// The alert that a token was given for, here or in an earlier process, if that is written.
  func writtenID(token: String) -> AlertID? {
    (try? tables.id(token: token)) ?? nil
  }

  /// Writes what is to be written. If it does not all fit, the new posts are dropped.
  ///
  /// - Returns: why the posts were dropped.
  mutating func commit() -> JournalError? {
    guard !batch.isEmpty else { return nil }
    guard let error = write(posts: batch.posts) else {
      batch = Batch()
      return nil
    }
    if !batch.posts.isEmpty, !batch.changes.isEmpty, write(posts: []) == nil {
      batch.dropChanges()
    }
    batch.dropPosts()
    return error
  }

  private mutating func write(posts: [Batch.Post]) -> JournalError? {
    let ending = latestEnding
    defer { writing = [:] }
    do throws(SQLiteError) {
      try tables.database.run("BEGIN IMMEDIATE")
      for post in posts {
        try tables.add(post.post, as: post.id, post.time)
        writing[ContentID(post.id)] = post.post.alert.hashValue
      }
      try write(batch.changes)
      try tables.database.run("COMMIT")
      for (content, hash) in writing { written[content] = hash }
      return nil
    } catch {
      tables.database.rollBack()
      latestEnding = ending
      return error.kind == .full
        ? .full(path: path) : .cannotWrite(path: path, reason: error.message)
    }
  }

  private mutating func write(_ changes: Batch.Changes) throws(SQLiteError) {
    for (token, change) in changes.pauses {
      if let change {
        try tables.put(change.pause, token, change.time)
      } else {
        try tables.remove(token)
      }
    }
    for change in changes.entries.values { try write(change.entry, change.time) }
    // Before the endings, which leave a popup that is up to the next process.
    for popup in changes.gone { try tables.forget(popup) }
    for change in changes.endings { try file(change.ending, change.time) }
    for (id, poster) in changes.posters { try tables.put(poster, of: id) }
    for id in changes.removed { try tables.remove(ContentID(id)) }
    var hasRemoved = !changes.removed.isEmpty
    if !changes.endings.isEmpty, try tables.prune(keeping: history, latest: latestEnding) {
      hasRemoved = true
    }
    if hasRemoved { try tables.put(nextID: nextID) }
  }

  private mutating func write(_ entry: LiveEntry, _ time: ClockReading) throws(SQLiteError) {
    guard let leader = entry.record.id else { return }
    try tables.put(entry, time)
    let content = ContentID(of: leader, isMerged: entry.record.isMerged)
    guard !isWritten(entry.record.alert, content) else { return }
    try tables.putContent(entry.record.alert, content, time)
    writing[content] = entry.record.alert.hashValue
  }

  /// Whether the tables have an alert as it is now.
  private func isWritten(_ alert: Alert, _ content: ContentID) -> Bool {
    writing[content] ?? written[content] == alert.hashValue
  }

  private mutating func file(_ ending: Ending, _ time: ClockReading) throws(SQLiteError) {
    latestEnding += 1
    let content = ContentID(ending.id)
    // Looking for parts that are not there would cost as much as all the rest.
    let isBare = ending.alert.isBare && isWritten(ending.alert, content)
    try tables.file(ending, order: latestEnding, time, parts: isBare ? .none : .exchanged)
    writing[content] = .some(nil)
    writing[ContentID(of: ending.id, isMerged: true)] = .some(nil)
  }
}
