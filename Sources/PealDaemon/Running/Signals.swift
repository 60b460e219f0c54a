internal import Glibc
internal import Synchronization

/// Where the signal handler writes. A handler can reach nothing but a global.
private let mouth = Atomic<Int32>(-1)

/// SIGTERM, SIGINT and SIGHUP as something to read, for the event loop. One at a time.
struct Signals: ~Copyable {
  /// Readable once a signal has come.
  let descriptor: Int32

  private static let handled = [SIGTERM, SIGINT, SIGHUP]

  /// Takes the signals over; nil when there are no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    mouth.store(ends[1], ordering: .releasing)
    for signal in Self.handled { Self.handle(signal) }
    // A reader of our log that goes away must not end us.
    Glibc.signal(SIGPIPE, SIG_IGN)
    // Nor a limit on the size of files: it is as a full disk.
    Glibc.signal(SIGXFSZ, SIG_IGN)
  }

  /// The next signal that has come.
  static func next(from descriptor: Int32) -> Int32? {
    var number: UInt8 = 0
    return read(descriptor, &number, 1) == 1 ? Int32(number) : nil
  }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(mouth.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
    sigaction(signal, &action, nil)
  }

  deinit {
    for signal in Self.handled { Glibc.signal(signal, SIG_DFL) }
    close(mouth.exchange(-1, ordering: .acquiring))
    close(descriptor)
  }
}
