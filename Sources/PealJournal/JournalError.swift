internal import Peal

/// What keeps a journal from being opened or written. ``description`` is a sentence for a person.
package enum JournalError: Error, Sendable, Hashable {
  /// Another process has it open.
  case held(path: String, by: Holder?)
  /// A newer Peal wrote it. It is left as it is.
  case newerSchema(path: String, found: Int, known: Int)
  /// It is a database of some other program. It is left as it is.
  case foreign(path: String)
  /// The file, its folder or its lock can neither be opened nor made.
  case cannotOpen(path: String, reason: String)
  /// There is no room to write.
  case full(path: String)
  /// Writing failed for another reason.
  case cannotWrite(path: String, reason: String)
  /// Every id that there is has been given.
  case outOfIDs
}

extension JournalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .held(let path, let holder?) where holder.bus.isEmpty:
      "the journal \(path) is in use by process \(holder.pid)"
    case .held(let path, let holder?):
      "the journal \(path) is in use by process \(holder.pid), the daemon on bus \(holder.bus)"
    case .held(let path, nil):
      "the journal \(path) is in use by another process"
    case .newerSchema(let path, let found, let known):
      "the journal \(path) was written by a newer version (format \(found); this one knows \(known))"
    case .foreign(let path):
      "\(path) is the database of another program, not a journal"
    case .cannotOpen(let path, let reason):
      "the journal \(path) cannot be opened: \(reason)"
    case .full(let path):
      "no room to write the journal \(path)"
    case .cannotWrite(let path, let reason):
      "the journal \(path) cannot be written: \(reason)"
    case .outOfIDs:
      "every id has been used: remove the journal to begin at 1 again"
    }
  }
}

/// The process that has a journal open.
package struct Holder: Sendable, Hashable {
  /// Its process number.
  package var pid: Int32
  /// The address of the bus that it serves; empty when that is not known.
  package var bus: String

  /// Names a holder.
  package init(pid: Int32, bus: String) {
    self.pid = pid
    self.bus = bus
  }
}
