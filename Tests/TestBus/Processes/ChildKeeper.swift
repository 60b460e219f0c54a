import Glibc
import Synchronization

/// The thread that starts a program and waits for its end.
///
/// It lives as long as the program, because the kernel kills the program when the thread that
/// started it goes: so a test process that crashes leaves nothing behind.
final class ChildKeeper: Sendable {
  /// How the program ended.
  let exit = Watched<ChildProcess.Exit?>(nil)
  /// The process that may be signalled: none before the start and once it is reaped.
  private let live = Mutex<pid_t?>(nil)

  /// Starts the program on a new thread.
  func spawn(
    _ path: String, _ arguments: [String], environment: [String: String],
    descriptors: ChildPipes.Theirs
  ) async throws -> pid_t {
    try await withCheckedThrowingContinuation { continuation in
      startThread { [self] in
        do throws(SystemError) {
          let pid = try Self.spawn(
            [Self.deathSignaller, "--pdeathsig", "KILL", path] + arguments,
            environment: environment, descriptors: descriptors)
          live.withLock { $0 = pid }
          continuation.resume(returning: pid)
          reap(pid)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Sends the program a signal; false if it has ended.
  @discardableResult
  func signal(_ number: Int32) -> Bool {
    live.withLock { pid in
      guard let pid else { return false }
      return kill(pid, number) == 0
    }
  }

  private func reap(_ pid: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    var status: Int32 = 0
    live.withLock { live in
      live = nil
      waitpid(pid, &status, 0)
    }
    let signal = status & 0x7f
    exit.change { [status] in
      $0 = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
    }
  }

  /// util-linux's program that asks the kernel for a signal at the parent thread's end, then
  /// becomes the program it is given; posix_spawn has no such attribute.
  private static let deathSignaller = "/usr/bin/setpriv"

  private static func spawn(
    _ command: [String], environment: [String: String], descriptors: ChildPipes.Theirs
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input = descriptors.input {
      posix_spawn_file_actions_adddup2(&actions, input.number, 0)
    } else {
      posix_spawn_file_actions_addclose(&actions, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, descriptors.output.number, 1)
    posix_spawn_file_actions_adddup2(&actions, descriptors.errors.number, 2)
    for number in Descriptor.inheritable where number > 2 {
      posix_spawn_file_actions_addclose(&actions, number)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var pid: pid_t = 0
    let error = withCStrings(command) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        spawning.withLock { _ in
          posix_spawn(&pid, command[0], &actions, &attributes, arguments, variables)
        }
      }
    }
    guard error == 0 else { throw SystemError("posix_spawn \(command[3])", code: error) }
    return pid
  }
}

/// Calls a closure with a C array of C strings that ends with NULL.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
