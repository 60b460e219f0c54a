import Glibc

/// Somebody else, whose bus an address names.
struct BusOwner {
  let name: String

  /// Finds out whose bus it is by the first socket of the address, or by its folder; nil when it is the
  /// caller's own, or nobody's.
  init?(of address: String) {
    let prefix = "unix:path="
    guard address.hasPrefix(prefix) else { return nil }
    let path = address.dropFirst(prefix.count).prefix { !",;".contains($0) }
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    var status = stat()
    let isThere = lstat(String(path), &status) == 0
    guard isThere || (errno == EACCES && lstat(String(folder), &status) == 0),
      status.st_uid != getuid()
    else { return nil }
    name = Account(number: status.st_uid)?.name ?? "user \(status.st_uid)"
  }

  /// How to get there.
  var advice: String {
    getuid() == 0
      ? "that bus is \(name)'s; act there with --user \(name)"
      : "that bus is \(name)'s, and only \(name) may use it"
  }
}
