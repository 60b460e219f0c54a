internal import Glibc

/// The lock file beside a journal. It is held while the process lives and says who holds it, so that
/// a second daemon of the same person can name the first.
///
/// The file is never removed: between the removal and the next lock two processes could each hold
/// one of their own.
struct JournalLock: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock for `holder`, or says who has it.
  ///
  /// `fcntl` rather than `flock`: the kernel itself names the process that holds it, and a program
  /// that is just being started does not inherit it. It keeps out other processes only; within this
  /// one SQLite's own locks do.
  init(beside journal: String, for holder: Holder) throws(JournalError) {
    let path = journal + ".lock"
    guard let file = FileDescriptor(openingOrMaking: path) else {
      throw .cannotOpen(path: path, reason: lastSystemError)
    }
    var lock = Self.request
    guard fcntl(file.number, F_SETLK, &lock) == 0 else {
      guard errno == EAGAIN || errno == EACCES else {
        throw .cannotOpen(path: path, reason: lastSystemError)
      }
      throw .held(path: journal, by: Self.holder(of: file))
    }
    Self.write(holder, to: file)
    self.file = file
  }

  /// The whole file, to write.
  private static var request: flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  /// A full disk may keep the name out of the file; the lock holds all the same.
  private static func write(_ holder: Holder, to file: borrowing FileDescriptor) {
    var text = "\(holder.pid)\n\(holder.bus)\n"
    _ = ftruncate(file.number, 0)
    text.withUTF8 { _ = pwrite(file.number, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(of file: borrowing FileDescriptor) -> Holder? {
    var lock = Self.request
    guard fcntl(file.number, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, pread(file.number, &buffer, buffer.count, 0))
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    let isOurs = lines.count == 2 && Int32(lines[0]) == lock.l_pid
    return Holder(pid: lock.l_pid, bus: isOurs ? String(lines[1]) : "")
  }
}
