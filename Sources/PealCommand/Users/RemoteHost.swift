import Glibc
import Peal

/// This machine, when the desktop is at another one and its bus is forwarded here by ssh.
struct RemoteHost {
  let name: String

  /// Who this is for the desktop; nil when this is no session of ssh, or the bus is the one of this
  /// machine's own session.
  ///
  /// - Parameter bus: the address that the command line names.
  static func current(talkingTo bus: String?) -> RemoteHost? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    guard variable("SSH_CONNECTION")?.isEmpty == false,
      let address = bus ?? variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty,
      !address.hasPrefix("unix:path=/run/user/\(getuid())/bus")
    else { return nil }
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return RemoteHost(name: String(decoding: bytes, as: UTF8.self))
  }

  /// Names the host where every server shows it, and in the hint that some have for it.
  func sign(_ alert: inout Alert) {
    // What says nothing stays what is refused.
    guard !(alert.summary + alert.body).allSatisfy(\.isWhitespace) else { return }
    alert.hints["x-kde-origin-name"] = .string(name)
    alert.body += alert.body.isEmpty ? "from \(name)" : "\nfrom \(name)"
  }
}
