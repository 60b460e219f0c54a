import Glibc

/// Somebody's account, and whether that person is at the machine.
struct Account: Hashable {
  let name: String
  let user: uid_t
  let group: gid_t
  let home: String

  /// The account of a name.
  ///
  /// - Throws: ``Failure`` when there is none.
  init(named name: String) throws(Failure) {
    guard let account = Account(key: name), account.name == name else {
      throw Failure(.usage, "--user \(name.debugDescription): there is no such account")
    }
    self = account
  }

  /// The account of a number; nil when there is none.
  init?(number: uid_t) {
    self.init(key: "\(number)")
  }

  /// passwd(5): name, password, user, group, text, home, shell.
  private init?(key: String) {
    guard let fields = AccountEntry.words("passwd", key, separator: ":"), fields.count >= 6,
      let user = uid_t(fields[2]), let group = gid_t(fields[3])
    else { return nil }
    (name, home) = (fields[0], fields[5])
    (self.user, self.group) = (user, group)
  }

  /// The groups that it is in, its own among them.
  var groups: [gid_t] {
    let words = AccountEntry.words("initgroups", name, separator: " ") ?? []
    return [group] + words.dropFirst().compactMap { gid_t($0) }.filter { $0 != group }
  }

  /// The folder of the person's session, which the login manager makes.
  var runtimeFolder: String { "/run/user/\(user)" }
  /// The socket of the person's session bus.
  var busSocket: String { runtimeFolder + "/bus" }

  /// Whether the person has a session bus: a socket of that person's own, in a folder of that
  /// person's own.
  var hasSession: Bool {
    Self.isOwn(runtimeFolder, S_IFDIR, user) && Self.isOwn(busSocket, S_IFSOCK, user)
  }

  /// Everybody who has a session now. A login screen runs as one of the system's accounts, and has a
  /// session bus as well: login.defs(5) says which numbers are people's.
  static func present() -> [Account] {
    guard let folder = opendir("/run/user") else { return [] }
    defer { closedir(folder) }
    var accounts: [Account] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let user = uid_t(name), people.contains(user), let account = Account(number: user),
        account.hasSession
      else { continue }
      accounts.append(account)
    }
    return accounts.sorted { $0.user < $1.user }
  }

  private static func isOwn(_ path: String, _ kind: mode_t, _ owner: uid_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == owner
  }

  private static var people: ClosedRange<uid_t> {
    let file = (try? SmallFile.text("/etc/login.defs")) ?? ""
    func value(_ key: String, or standard: uid_t) -> uid_t {
      for line in file.split(separator: "\n") {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.count >= 2, words[0] == key, let value = uid_t(words[1]) { return value }
      }
      return standard
    }
    let (first, last) = (value("UID_MIN", or: 1000), value("UID_MAX", or: 60_000))
    return first...max(first, last)
  }
}
