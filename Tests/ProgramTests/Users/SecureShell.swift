import Glibc
import TestBus

/// A way to this machine by ssh, with an sshd of its own: no port, the two talk over a pipe; or over a
/// port of this machine alone.
struct SecureShell {
  /// Whether sshd can run here: as root it wants /run/sshd, or a mount to make one in.
  static let isPossible =
    access("/usr/sbin/sshd", X_OK) == 0
    && (getuid() != 0 || access("/run/sshd", F_OK) == 0 || Mounts.areAllowed)

  /// A program that is called as ssh is.
  let program: String

  /// What listens on the port, if there is one.
  private let server: ChildProcess?

  /// Makes keys and settings in a folder.
  init(in folder: TemporaryFolder, path: String, overPort: Bool = false) async throws {
    try folder.makeFolder("ssh")
    for key in ["host", "person"] {
      try await ChildProcess.run(
        "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.file("ssh/\(key)")])
    }
    let settings = try folder.write(
      """
      HostKey \(folder.file("ssh/host"))
      AuthorizedKeysFile \(folder.file("ssh/person.pub"))
      StrictModes no
      UsePAM no
      PidFile none
      SetEnv PATH=\(path)
      """, to: "ssh/settings")
    let port = try overPort ? Self.freePort() : nil
    let manner = port.map { "-D -e -o ListenAddress=127.0.0.1:\($0)" } ?? "-i"
    let command = "/usr/sbin/sshd \(manner) -f \(settings)"
    let inside = "mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd && exec \(command)"
    let proxy = try folder.write(
      """
      #!/bin/sh
      if [ "$(id -u)" = 0 ] && ! [ -e /run/sshd ]; then
        exec unshare --mount sh -c '\(inside)'
      fi
      exec \(command)
      """, to: "ssh/proxy", mode: 0o700)
    let way = port.map { "-p \($0) -o HostName=127.0.0.1" } ?? "-o 'ProxyCommand=\(proxy)'"
    program = try folder.write(
      """
      #!/bin/sh
      exec /usr/bin/ssh -F none -i '\(folder.file("ssh/person"))' -o BatchMode=yes \
        -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR \
        -o ExitOnForwardFailure=yes \(way) "$@"

      """, to: "ssh/ssh", mode: 0o700)
    server = if port == nil { nil } else { try await Self.listen(proxy) }
  }

  /// Starts what listens, and returns once it does.
  private static func listen(_ program: String) async throws -> ChildProcess {
    let process = try await ChildProcess.start(program, [])
    while !(try await process.errors.nextLine().contains("Server listening")) {}
    return process
  }

  /// A port that nobody listens on now.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
      }
    }
    guard result == 0 else { throw SystemError("getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }
}
