import Glibc
import Synchronization

/// Held while a pipe is made and while a program is started: pipe2(2) is not in Swift's Glibc
/// module, and without it a program started by another test in between would inherit the pipe.
let spawning = Mutex(())

/// An open file descriptor, closed when the value goes; never handed to a child by accident.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(owning number: Int32) {
    self.number = number
  }

  deinit { close(number) }

  /// A new pipe; no program inherits it.
  static func pipe() throws(SystemError) -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    let error = spawning.withLock { _ in
      guard Glibc.pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard error == 0 else { throw SystemError("pipe", code: error) }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }

  /// `/dev/null`, for reading.
  static func null() throws(SystemError) -> Descriptor {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("/dev/null") }
    return Descriptor(owning: number)
  }

  /// The descriptors of this process that a program it starts would get: those that whoever
  /// started the tests left open.
  static var inheritable: [Int32] {
    folderEntries("/proc/self/fd").compactMap { Int32($0) }.filter { number in
      let flags = fcntl(number, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0
    }
  }

  /// Makes reading and writing return at once when there is nothing to be done.
  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// What one `read` gives.
  enum Chunk {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  /// Reads once; an error counts as the end.
  func readChunk() -> Chunk {
    var isEmpty = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      let got = read(number, buffer.baseAddress, buffer.count)
      isEmpty = got < 0 && (errno == EAGAIN || errno == EINTR)
      count = max(0, got)
    }
    if isEmpty { return .nothingYet }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }
}
