internal import Glibc

/// Where a bus listens: one or more `transport:key=value,…`, separated by semicolons.
///
/// D-Bus specification, "Server Addresses".
package struct BusAddress: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// Takes an address that a person or the environment gave.
  ///
  /// - Throws: ``NameError`` when it is empty, holds NUL, or would launch a bus of its own
  ///   (`autolaunch:`): to ask for a bus must never start one.
  package init(_ text: String) throws(NameError) {
    let parts = text.split(separator: ";")
    let isUsable = parts.allSatisfy { $0.contains(":") && !$0.hasPrefix("autolaunch:") }
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
    if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
      return try BusAddress(text)
    }
    let folders = [environment["XDG_RUNTIME_DIR"], "/run/user/\(getuid())"]
    for case let folder? in folders where folder.hasPrefix("/") {
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
