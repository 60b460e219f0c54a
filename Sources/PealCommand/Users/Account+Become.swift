import Glibc

extension Account {
  /// Only root may act for somebody else.
  ///
  /// - Throws: ``Failure``.
  func checkPermission() throws(Failure) {
    guard getuid() == 0 || (getuid() == user && geteuid() == user) else {
      throw Failure(.notPermitted, "only root may act for \(name)")
    }
  }

  /// Makes this process that person's, with the environment of that person's session and nothing of
  /// the caller's: what root's variables say of a bus, a home or a program counts no more.
  ///
  /// - Throws: ``Failure``.
  func become() throws(Failure) {
    try checkPermission()
    let groups = groups
    replaceEnvironment()
    guard getuid() == 0 else { return }
    // As root these set the saved numbers as well.
    guard setgroups(groups.count, groups) == 0, setgid(group) == 0, setuid(user) == 0 else {
      throw Failure(.notPermitted, "cannot become \(name): \(String(cString: strerror(errno)))")
    }
    // What cannot be undone has been done.
    guard user == 0 || setuid(0) != 0 else {
      throw Failure(.internalFault, "still root after becoming \(name)")
    }
  }

  private func replaceEnvironment() {
    clearenv()
    let variables = [
      ("HOME", home), ("USER", name), ("LOGNAME", name), ("LANG", "C.UTF-8"),
      ("PATH", "/usr/local/bin:/usr/bin:/bin"), ("XDG_RUNTIME_DIR", runtimeFolder),
    ]
    for (name, value) in variables { setenv(name, value, 1) }
    // As the login manager has it.
    if hasSession { setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(busSocket)", 1) }
  }
}
