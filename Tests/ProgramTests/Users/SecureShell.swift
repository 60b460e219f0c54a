import Glibc
import TestBus

/// A way to this machine by ssh, with an sshd of its own: no port, the two talk over a pipe.
struct SecureShell {
  /// Whether sshd can run here: as root it wants /run/sshd, or a mount to make one in.
  static let isPossible =
    access("/usr/sbin/sshd", X_OK) == 0
    && (getuid() != 0 || access("/run/sshd", F_OK) == 0 || Mounts.areAllowed)

  /// A program that is called as ssh is.
  let program: String

  /// Makes keys and settings in a folder.
  init(in folder: TemporaryFolder, path: String) async throws {
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
    let server = "/usr/sbin/sshd -i -f \(settings)"
    let inside = "mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd && exec \(server)"
    let proxy = try folder.write(
      """
      #!/bin/sh
      if [ "$(id -u)" = 0 ] && ! [ -e /run/sshd ]; then
        exec unshare --mount sh -c '\(inside)'
      fi
      exec \(server)
      """, to: "ssh/proxy", mode: 0o700)
    program = try folder.write(
      """
      #!/bin/sh
      exec /usr/bin/ssh -F none -i '\(folder.file("ssh/person"))' -o BatchMode=yes \
        -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR \
        -o ExitOnForwardFailure=yes -o 'ProxyCommand=\(proxy)' "$@"

      """, to: "ssh/ssh", mode: 0o700)
  }
}
