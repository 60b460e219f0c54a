import Glibc
import Peal
import PealControl

/// Nobody is there: a bus of our own, for as long as it takes a daemon to accept an alert.
///
/// The daemon that it starts writes the alert to the person's journal, by the same rules, limits and
/// numbers as ever, and stops; the one of the next login goes on with it. Nothing but that daemon is on
/// this bus, and it can start nothing, so that no notification server comes up without a screen.
final class Absence {
  private let folder: String
  private let process: pid_t
  private let session: Session

  /// Starts the bus.
  init() throws(Failure) {
    var template = Array("/tmp/peal-absence-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.internalFault, "/tmp: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = folder + "/bus.conf"
    do throws(Failure) {
      try SmallFile.write(Self.configuration(folder + "/bus"), to: file)
      process = try Self.start(file)
    } catch {
      Self.clear(folder)
      throw error
    }
    do throws(Failure) {
      session = try Self.connect(folder + "/bus")
    } catch {
      Self.end(process)
      Self.clear(folder)
      throw error
    }
  }

  deinit {
    Self.end(process)
    Self.clear(folder)
  }

  /// Has an alert accepted for later; returns its number.
  func post(_ request: PostRequest) throws(Failure) -> AlertID {
    let id = try session.post(request)
    try session.askOnly { client throws(ControlError) in
      try client.startWatching()
      try client.stop()
      while try client.nextEvent(within: Self.patience) != .daemon(isThere: false) {}
    }
    return id
  }

  private static let patience = Duration.seconds(5)

  private static func configuration(_ socket: String) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  private static func start(_ file: String) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let words = ["dbus-daemon", "--config-file=\(file)", "--nofork"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "dbus-daemon", &actions, nil, &arguments, environ)
    guard code == 0 else {
      let reason = String(cString: strerror(code))
      throw Failure(.unavailable, "nobody is there, and dbus-daemon cannot be started: \(reason)")
    }
    return process
  }

  /// Connects as soon as the bus takes connections, which is later than its socket is there.
  private static func connect(_ socket: String) throws(Failure) -> Session {
    let bus: BusChoice
    do throws(ControlError) {
      bus = try BusChoice(address: "unix:path=\(socket)")
    } catch {
      throw Failure(error)
    }
    let deadline = ContinuousClock.now + patience
    while true {
      do throws(Failure) {
        return try Session(bus)
      } catch {
        guard error.status == .unavailable, ContinuousClock.now < deadline else { throw error }
      }
      poll(nil, 0, 5)
    }
  }

  private static func end(_ process: pid_t) {
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  private static func clear(_ folder: String) {
    for name in ["bus.conf", "bus"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
