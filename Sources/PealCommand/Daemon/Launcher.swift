import Glibc
import PealControl

/// Starts the daemon where none runs: by the bus if it can, else the `peald` beside this program.
struct Launcher {
  let client: ControlClient
  /// The address of the bus, for a daemon of our own making.
  let bus: BusChoice

  /// How long a daemon may take to come.
  static let patience = Duration.seconds(5)

  /// Starts the daemon and waits until it owns its name.
  func start() throws(Failure) {
    let deadline = ContinuousClock.now + Self.patience
    do throws(ControlError) {
      try client.startWatching()
      if try client.daemonIsThere() { return }
      if try isActivated() { return }
    } catch {
      throw Failure(error)
    }
    // A daemon of ours would show nothing there, and keep the link open.
    guard RemoteHost.current(talkingTo: bus.text) == nil else {
      throw Failure(.unavailable, "no daemon runs where the desktop is, and its bus starts none")
    }
    try settle(try spawn(), until: deadline)
  }

  /// Has the bus start the daemon; false when it cannot.
  private func isActivated() throws(ControlError) -> Bool {
    do {
      try client.startDaemon()
      return true
    } catch .noDaemon, .refused {
      return false
    }
  }

  /// Waits for the name. A daemon that ends has found another one there, which is about to take
  /// the name; or it cannot run.
  private func settle(_ process: pid_t, until deadline: ContinuousClock.Instant) throws(Failure) {
    var deadline = deadline
    var ended: Int32?
    while ContinuousClock.now < deadline {
      do throws(ControlError) {
        let event = try client.nextEvent(within: .milliseconds(100))
        if case .daemon(isThere: true) = event { return }
      } catch {
        throw Failure(error)
      }
      var status: Int32 = 0
      if ended == nil, waitpid(process, &status, WNOHANG) == process {
        ended = status
        deadline = min(deadline, ContinuousClock.now + .seconds(1))
      }
    }
    let reason = ended.map { "ended with status \(($0 >> 8) & 0xff)" } ?? "does not come up"
    throw Failure(.unavailable, "the daemon \(reason); run peald by hand to see why")
  }
}

extension Launcher {
  /// POSIX_SPAWN_SETSID of <spawn.h>, which shows it to GNU C only.
  private static let newSession: Int32 = 0x80

  /// Starts the `peald` beside this program. It has nothing of ours: a script that reads our output
  /// must not wait for the daemon, nor a lock that it holds stay with it.
  private func spawn() throws(Failure) -> pid_t {
    let path = try Self.path()
    Self.closeOnExec()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.text, 1)
    var process: pid_t = 0
    var arguments = [strdup(path), nil]
    defer { free(arguments[0]) }
    let code = posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
    guard code == 0 else {
      throw Failure(.unavailable, "cannot start \(path): \(String(cString: strerror(code)))")
    }
    return process
  }

  private static func path() throws(Failure) -> String {
    guard let own = realpath("/proc/self/exe", nil) else {
      throw Failure(.unavailable, "no daemon runs, and /proc does not say where peald is")
    }
    defer { free(own) }
    let file = String(cString: own)
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
    let path = "\(folder)/peald"
    guard access(path, X_OK) == 0 else {
      throw Failure(.unavailable, "no daemon runs, and there is no \(path) to start")
    }
    return path
  }

  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return attributes
  }

  private static func closeOnExec() {
    guard let folder = opendir("/proc/self/fd") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}
