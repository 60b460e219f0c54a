internal import Glibc
internal import Peal

/// The files of one journal: SQLite's three, and the folder that they are in.
struct JournalFiles {
  /// The database itself.
  let path: String

  /// Makes the folder, for its owner alone. Folders that are there keep their mode: they may be
  /// shared ones that somebody named with `--journal`.
  func makeFolder() throws(JournalError) {
    try make(folder: path)
  }

  /// Makes the file if it is missing, and has only its owner read it. SQLite gives its other files
  /// the same mode. It takes a file that is shorter than a database's head for an empty one, and
  /// would throw away the log that belongs to it.
  func makeFile() throws(Schema.Problem) {
    guard let file = FileDescriptor(openingOrMaking: path) else {
      throw Schema.Problem(SQLiteError(openingFailedWith: errno))
    }
    fchmod(file.number, 0o600)
    var status = stat()
    guard fstat(file.number, &status) == 0, !(1..<512).contains(status.st_size) else {
      throw .damaged(SQLiteError(damage: "it is cut short"))
    }
  }

  /// Moves a journal that cannot be used out of the way, with what belongs to it.
  ///
  /// - Returns: where it is now.
  func setAside(at time: WallTime) throws(JournalError) -> String {
    let aside = freeName("\(path).damaged-\(time.fileStamp)")
    guard rename(path, aside) == 0 else {
      throw .cannotOpen(path: path, reason: "it is damaged and cannot be moved: \(lastSystemError)")
    }
    for suffix in ["-wal", "-shm"] {
      rename(path + suffix, aside + suffix)
    }
    return aside
  }

  private func freeName(_ wanted: String) -> String {
    let names = [wanted] + (2...99).map { "\(wanted).\($0)" }
    return names.first { access($0, F_OK) != 0 } ?? wanted
  }

  /// Makes the folder that a file is in, and those above it.
  private func make(folder file: String) throws(JournalError) {
    guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
    let folder = String(file[..<slash])
    if access(folder, F_OK) == 0 { return }
    try make(folder: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .cannotOpen(path: path, reason: "\(folder): \(lastSystemError)")
    }
  }
}

extension WallTime {
  /// The time as part of a file's name: `2026-11-30T17-04-05Z`.
  var fileStamp: String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H-%M-%SZ", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
