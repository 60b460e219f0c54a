import Glibc

/// This program once more, for one of several people; what it says is told with that person's name.
struct Delegate {
  private let name: String
  private let process: pid_t
  /// Its standard output and its standard error, each until its end.
  private var streams: [Stream]

  private struct Stream {
    let descriptor: Int32
    let channel: Channel
    var unfinished: [UInt8] = []
    var isOpen = true
  }

  /// Starts it.
  init(_ name: String, _ words: [String]) throws(Failure) {
    let (output, errors) = (try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)
    var arguments = (["peal"] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, environ)
    for end in [output.write, errors.write] { close(end) }
    guard code == 0 else {
      throw Failure(.internalFault, "cannot start itself: \(String(cString: strerror(code)))")
    }
    (self.name, self.process) = (name, process)
    streams = [
      Stream(descriptor: output.read, channel: .output),
      Stream(descriptor: errors.read, channel: .error),
    ]
  }

  /// Tells what each of them says, a line as it comes, until all have ended; then how the first of
  /// those ended that did not do what was asked.
  static func tell(_ runs: inout [Delegate]) throws(Failure) -> ExitStatus {
    while runs.contains(where: \.isOpen) {
      var entries = runs.flatMap { run in
        run.streams.map {
          pollfd(fd: $0.isOpen ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0)
        }
      }
      guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
      for (index, entry) in entries.enumerated() where entry.revents != 0 {
        try runs[index / 2].read(index % 2)
      }
    }
    var worst = ExitStatus.done
    for run in runs {
      let status = run.status
      if worst == .done { worst = status }
    }
    return worst
  }

  private var isOpen: Bool { streams.contains(where: \.isOpen) }

  private mutating func read(_ index: Int) throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(streams[index].descriptor, &bytes, bytes.count)
    if count > 0 {
      streams[index].unfinished += bytes[..<count]
    } else {
      close(streams[index].descriptor)
      streams[index].isOpen = false
    }
    try tellLines(index)
  }

  private mutating func tellLines(_ index: Int) throws(Failure) {
    let newline = UInt8(ascii: "\n")
    while let end = streams[index].unfinished.firstIndex(of: newline) {
      let line = String(decoding: streams[index].unfinished[..<end], as: UTF8.self)
      streams[index].unfinished.removeSubrange(...end)
      try streams[index].channel.line("\(name): \(line)")
    }
    guard !streams[index].isOpen, !streams[index].unfinished.isEmpty else { return }
    let line = String(decoding: streams[index].unfinished, as: UTF8.self)
    streams[index].unfinished = []
    try streams[index].channel.line("\(name): \(line)")
  }

  /// How it ended.
  private var status: ExitStatus {
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process, status & 0x7f == 0 else {
      return .internalFault
    }
    return ExitStatus(rawValue: (status >> 8) & 0xff) ?? .internalFault
  }

  private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw Failure(.internalFault, "pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
