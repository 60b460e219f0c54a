internal import CSQLite
internal import Glibc

/// What SQLite said went wrong, read right after the call that failed.
struct SQLiteError: Error, Hashable {
  /// The extended result code.
  let code: Int32
  /// The system's error number, when the code is about a file; else 0.
  let systemError: Int32
  /// SQLite's own words.
  let message: String

  /// Describes a file that is not what we wrote, where SQLite itself sees nothing wrong.
  init(damage message: String) {
    code = SQLITE_CORRUPT
    systemError = 0
    self.message = message
  }

  /// Reads `errno` after a file could not be opened.
  init(openingFailedWith number: Int32) {
    code = SQLITE_CANTOPEN
    systemError = number
    message = systemWords(number)
  }

  /// Reads the failure of the last call on a connection.
  init(reading handle: OpaquePointer?, code: Int32) {
    self.code = handle.map(sqlite3_extended_errcode) ?? code
    // SQLite does not keep the number of a write that failed while committing.
    let kept = handle.map(sqlite3_system_errno) ?? 0
    let number = kept == 0 && code & 0xff == SQLITE_IOERR ? errno : kept
    self.systemError = number
    let words = handle.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
    let message = words.map { String(cString: $0) } ?? "SQLite error \(code)"
    self.message = number == 0 ? message : "\(message): \(systemWords(number))"
  }

  /// What kind of failure it is, for those who act on it.
  var kind: Kind {
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_MISMATCH,
      SQLITE_ERROR, SQLITE_CONSTRAINT:
      .damage
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemError): .full
    case SQLITE_IOERR where Self.unreadable.contains(code): .damage
    case SQLITE_CANTOPEN where [EACCES, EPERM, EISDIR, ELOOP].contains(systemError): .damage
    default: .other
    }
  }

  /// What SQLite says when bytes that should be there are not.
  private static let unreadable: [Int32] = [
    SQLITE_IOERR | (1 << 8), SQLITE_IOERR | (2 << 8), SQLITE_IOERR | (33 << 8),
  ]

  /// The kinds of failure that are told apart.
  enum Kind {
    /// The file is not what we wrote, or cannot be read.
    case damage
    /// Somebody else has the file open.
    case busy
    /// There is no room.
    case full
    /// Anything else, as a lack of memory: the file may be as it should.
    case other
  }
}
