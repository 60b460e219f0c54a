internal import Glibc

/// A pipe with which any thread gets a loop out of its sleep.
struct WakeUp: ~Copyable {
  /// What the loop waits on.
  let descriptor: Int32
  private let writer: Int32

  init() throws(LoopError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .noDescriptor }
    descriptor = ends[0]
    writer = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Wakes the loop. A full pipe means that it is being woken already.
  func signal() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  /// Empties the pipe.
  func drain(if isReadable: Bool) {
    guard isReadable else { return }
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  deinit {
    close(descriptor)
    close(writer)
  }
}
