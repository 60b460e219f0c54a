import Glibc

/// What the system knows of accounts, as `getent` tells it.
///
/// Not by getpwnam: the released program is linked statically, and cannot load the modules by which
/// glibc asks systemd or a directory service.
enum AccountEntry {
  /// The words of getent's first line about a key, an account's name or its number; nil when there is
  /// none.
  static func words(_ database: String, _ key: String, separator: Character) -> [String]? {
    let text = output(of: ["getent", database, "--", key])
    guard !text.isEmpty else { return nil }
    let line = text.prefix { $0 != "\n" }
    return line.split(separator: separator, omittingEmptySubsequences: separator == " ")
      .map(String.init)
  }

  /// What a program of the system prints, with nothing of the caller's environment.
  private static func output(of words: [String]) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = spawn(words, output: ends[1])
    close(ends[1])
    guard let process else { return "" }
    let text = SmallFile.text(of: ends[0])
    waitpid(process, nil, 0)
    return text
  }

  private static func spawn(_ words: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    var environment = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/usr/bin/\(words[0])", &actions, nil, &arguments, &environment)
    return code == 0 ? process : nil
  }
}
