internal import Glibc

/// Where a bus listens: one or more `transport:key=value,…`, separated by semicolons.
///
/// D-Bus specification, "Server Addresses".
package struct BusAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as it is written.
  package let text: String

  package var description: String { text }

  /// Takes an address that a person or the environment gave.
  ///
  /// - Throws: ``NameError`` when it is empty, holds NUL, or would launch a bus of its own
  ///   (`autolaunch:`): to ask for a bus must never start one.
  package init(_ text: String) throws(NameError) {
    let parts = text.utf8.split(separator: UInt8(ascii: ";"))
    let isUsable = parts.allSatisfy { part in
      part.contains(UInt8(ascii: ":")) && !part.starts(with: "autolaunch:".utf8)
    }
    guard !parts.isEmpty, isUsable, !text.utf8.contains(0) else {
      throw NameError(kind: .address, text: text)
    }
    self.text = text
  }

  /// The address of a socket in the file system, escaped as the specification says.
  package init(socket path: String) {
    text = "unix:path=" + Self.escape(path)
  }

  /// The session bus of whoever runs this: by `DBUS_SESSION_BUS_ADDRESS`, else the socket in
  /// `XDG_RUNTIME_DIR`, else the one in `/run/user/UID`.
  ///
  /// - Returns: nil when the environment names none and there is no such socket.
  /// - Throws: ``NameError`` when the environment names something else than an address.
  package static func session(
    environment: [String: String]
  ) throws(NameError) -> BusAddress? {
    try session { environment[$0] }
  }

  /// The same, by a function that gives the environment's variables: a short-lived program does not
  /// make a dictionary of what it looks up once.
  package static func session(
    variable: (String) -> String?
  ) throws(NameError) -> BusAddress? {
    if let text = variable("DBUS_SESSION_BUS_ADDRESS"), !text.isEmpty {
      return try BusAddress(text)
    }
    for folder in [variable("XDG_RUNTIME_DIR") ?? "", "/run/user/\(getuid())"] {
      guard folder.utf8.first == UInt8(ascii: "/") else { continue }
      let path = folder + "/bus"
      if access(path, F_OK) == 0 { return BusAddress(socket: path) }
    }
    return nil
  }

  private static func escape(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let isPlain =
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "-_/\\*.".utf8.contains(byte)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }
    return text
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
