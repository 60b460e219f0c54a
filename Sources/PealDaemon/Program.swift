internal import DBus
internal import Glibc
internal import PealControl

/// The program `peald` from its command line to its end.
enum Program {
  /// Runs it on the calling thread; returns when it is to end.
  static func run(_ arguments: [String]) -> ExitStatus {
    if arguments.first == Options.completion {
      Output.write(Options.completions(of: arguments.dropFirst()), to: STDOUT_FILENO)
      return .done
    }
    let options: Options
    do throws(Options.Fault) {
      options = try Options(arguments)
    } catch {
      return refuse(error.sentence)
    }
    switch options.print {
    case .help: Output.write(Options.help, to: STDOUT_FILENO)
    case .version: Output.write("peald \(Release.version)\n", to: STDOUT_FILENO)
    case nil: return serve(options)
    }
    return .done
  }

  private static func refuse(_ sentence: String) -> ExitStatus {
    Output.write("peald: error: \(sentence); see peald --help\n", to: STDERR_FILENO)
    return .usage
  }

  private static func serve(_ options: Options) -> ExitStatus {
    let log = Log(level: options.logLevel)
    guard let signals = Signals(), let loop = try? EventLoop() else {
      log.write(.error, "the system has no file descriptors left")
      return .internalError
    }
    let daemon = Daemon(options, environment: environment, log: log, loop: loop)
    let descriptor = signals.descriptor
    let watch = loop.watch(descriptor, for: .reading) {
      while let signal = Signals.next(from: descriptor) { daemon.take(signal: signal) }
    }
    let status = run(daemon, on: loop)
    watch.cancel()
    return status
  }

  /// Runs the daemon's task, and all that it starts, on this thread.
  private static func run(_ daemon: Daemon, on loop: EventLoop) -> ExitStatus {
    let result = Outcome()
    Task(executorPreference: loop) {
      result.set(await daemon.run())
      loop.stop()
    }
    loop.run()
    return result.status
  }

  private static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in [
      "DBUS_SESSION_BUS_ADDRESS", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_DATA_HOME",
      "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return environment
  }
}
