import Glibc
import Synchronization

/// A program that a test runs: its input, its two outputs apart, and how it ended.
///
/// It gets nothing of the test's process but what is handed over: no descriptors, no environment,
/// default signals. It is killed when the value goes, and by the kernel if the test's process dies.
package final class ChildProcess: Sendable {
  /// What a program finds on its standard input.
  package enum Input: Sendable {
    /// `/dev/null`.
    case nothing
    /// A text, then the end.
    case text(String)
    /// An open pipe: see ``ChildProcess/write(_:)`` and ``ChildProcess/closeInput()``.
    case open
    /// Descriptor 0 is closed.
    case closed
  }

  /// How a program ended.
  package enum Exit: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  /// What a program that has ended left.
  package struct Result: Sendable {
    package let exit: Exit
    package let output: String
    package let errors: String
    /// From just before the start to the end.
    package let duration: Duration

    /// The exit status; nil if a signal ended it.
    package var status: Int32? {
      guard case .status(let status) = exit else { return nil }
      return status
    }
  }

  package let pid: Int32
  /// What it wrote to standard output so far.
  package let output: Capture
  /// What it wrote to standard error so far.
  package let errors: Capture
  private let keeper: ChildKeeper
  private let pipes: ChildPipes
  private let start: ContinuousClock.Instant

  private init(
    pid: pid_t, keeper: ChildKeeper, pipes: ChildPipes, start: ContinuousClock.Instant
  ) {
    self.pid = pid
    self.keeper = keeper
    self.pipes = pipes
    self.start = start
    output = pipes.output
    errors = pipes.errors
  }

  deinit {
    keeper.signal(SIGKILL)
    pipes.abandon()
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in this process's `PATH`.
  ///   - environment: the whole environment; nothing is inherited.
  /// - Throws: ``SystemError``.
  package static func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = .minimal,
    input: Input = .nothing
  ) async throws -> ChildProcess {
    let start = ContinuousClock.now
    let path = try executable(program)
    let (pipes, theirs) = try ChildPipes.make(input)
    let keeper = ChildKeeper()
    let pid = try await keeper.spawn(
      path, arguments, environment: environment, descriptors: theirs)
    pipes.serve()
    return ChildProcess(pid: pid, keeper: keeper, pipes: pipes, start: start)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: ``SystemError``; ``TimeLimitExceeded`` after killing it.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = .minimal,
    input: Input = .nothing, within limit: Duration = .defaultLimit
  ) async throws -> Result {
    try await start(program, arguments, environment: environment, input: input)
      .result(within: limit)
  }

  /// How it ended, or nil while it runs.
  package var exit: Exit? { keeper.exit.value }

  /// Waits for its end, and gives it with what it wrote until then.
  ///
  /// A process of its own that it leaves behind with its outputs open does not prolong this; see
  /// ``Capture/end(within:)`` for that.
  @discardableResult
  package func result(within limit: Duration = .defaultLimit) async throws -> Result {
    let exit = try await keeper.exit.first("end of process \(pid)", within: limit) { $0 }
    let end = ContinuousClock.now
    pipes.drain()
    return Result(exit: exit, output: output.text, errors: errors.text, duration: end - start)
  }

  /// Sends it a signal; false if it has ended.
  @discardableResult
  package func signal(_ number: Int32) -> Bool { keeper.signal(number) }

  /// Writes to its standard input, which must be `.open`; what it does not read waits.
  package func write(_ text: String) { pipes.write(text) }

  /// Closes its standard input once everything is written.
  package func closeInput() { pipes.closeInput() }

  private static func executable(_ program: String) throws(SystemError) -> String {
    if program.contains("/") {
      guard access(program, X_OK) == 0 else { throw SystemError(program) }
      return program
    }
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in search.split(separator: ":") {
      let path = "\(folder)/\(program)"
      if access(path, X_OK) == 0 { return path }
    }
    throw SystemError("\(program) in \(search)", code: ENOENT)
  }
}

extension [String: String] {
  /// An environment with nothing in it but where programs are.
  package static let minimal = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
}
