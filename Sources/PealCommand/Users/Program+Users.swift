import Glibc

extension Program {
  /// Does what a command line asks for, as whom it asks for.
  func runAsAsked(_ line: Invocation) throws(Failure) -> ExitStatus {
    if line.meansAllUsers { return try runForEverybody(line) }
    if let name = line.user {
      let account = try Account(named: name)
      try account.checkPermission()
      guard account.hasSession || line.mayWaitForPerson else {
        let advice = line.verb == .send ? "; --when-present keeps it for the next login" : ""
        throw Failure(
          .unavailable, "\(name) has no session: there is no bus at \(account.busSocket)\(advice)")
      }
      try account.become()
    }
    return try Self.run(line)
  }

  /// Runs this command line once for each person who has a session, all at the same time.
  private func runForEverybody(_ line: Invocation) throws(Failure) -> ExitStatus {
    guard getuid() == 0 else {
      throw Failure(.notPermitted, "--all-users is for root; the others have one session each")
    }
    let accounts = Account.present()
    guard !accounts.isEmpty else {
      throw Failure(.unavailable, "nobody has a session: no person's bus is in /run/user")
    }
    var runs: [Delegate] = []
    for account in accounts {
      runs.append(try Delegate(account.name, arguments(for: account)))
    }
    return try Delegate.tell(&runs)
  }

  /// This command line, for one person.
  private func arguments(for account: Account) -> [String] {
    var words = (1..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
    if let index = words.firstIndex(of: "--all-users") { words.remove(at: index) }
    words.insert(contentsOf: ["--user", account.name], at: 1)
    return words
  }
}
