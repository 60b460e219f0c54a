import Glibc
import Synchronization

/// Where the signal handler writes. A handler can reach nothing but a global.
private let wakeUp = Atomic<Int32>(-1)

/// SIGHUP, SIGINT and SIGTERM as something to poll, so that a waiting command can take its alert
/// away before it ends. A second signal ends the process at once.
///
/// At most one at a time.
struct Interrupts: ~Copyable {
  /// Readable once a signal has come.
  let descriptor: Int32
  private let handled: [Int32]

  /// Takes the signals over.
  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(.internalFault, "pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    wakeUp.store(ends[1], ordering: .releasing)
    handled = [SIGHUP, SIGINT, SIGTERM].filter { !Self.isIgnored($0) }
    for signal in handled { Self.handle(signal) }
  }

  deinit {
    for signal in handled { Glibc.signal(signal, SIG_DFL) }
    close(wakeUp.exchange(-1, ordering: .acquiring))
    close(descriptor)
  }

  /// Waits until a signal has come, one of the others is readable, or the time is over.
  ///
  /// - Returns: the signal, if there was one.
  func wait(beside others: [Int32], until deadline: ContinuousClock.Instant?) -> Int32? {
    var entries = ([descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let left = deadline.map { ContinuousClock.now.duration(to: $0) }
    let count = poll(&entries, nfds_t(entries.count), left.map(Self.milliseconds) ?? -1)
    guard count > 0, entries[0].revents != 0 else { return nil }
    var number: UInt8 = 0
    return read(descriptor, &number, 1) == 1 ? Int32(number) : nil
  }

  /// Ends the process as the signal does by itself: a shell then sees 128 and its number, and ends
  /// its loop as well.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    _exit(128 + number)
  }

  private static func milliseconds(_ left: Duration) -> Int32 {
    let (seconds, rest) = left.components
    guard seconds >= 0, rest >= 0 else { return 0 }
    return Int32(clamping: min(seconds, 1_000_000) * 1000 + rest / 1_000_000_000_000_000 + 1)
  }

  /// Whoever called us may want a signal ignored, as nohup does. But a shell without job control
  /// ignores SIGINT and SIGQUIT for everything behind `&`: a question left behind by Ctrl-C would
  /// stay for nobody.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard hasIgnoreHandler(number) else { return false }
    return number != SIGINT || !hasIgnoreHandler(SIGQUIT)
  }

  private static func hasIgnoreHandler(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func handle(_ number: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART | Int32(bitPattern: SA_RESETHAND)
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(wakeUp.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
    sigaction(number, &action, nil)
  }
}
