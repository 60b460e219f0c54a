package import DBus
internal import Glibc

/// The bus on which the command looks for the daemon.
package struct BusChoice: Sendable, Hashable {
  /// Where it listens.
  package let address: BusAddress

  /// The bus of an address that a person gave.
  ///
  /// - Throws: ``ControlError/malformed(_:)``.
  package init(address text: String) throws(ControlError) {
    do { address = try BusAddress(text) } catch { throw .malformed("\(error)") }
  }

  /// The session bus of whoever runs this.
  ///
  /// - Throws: ``ControlError/noBus(_:)`` when there is none.
  package static func session() throws(ControlError) -> BusChoice {
    do {
      let address = try BusAddress.session { name in getenv(name).map { String(cString: $0) } }
      if let address { return BusChoice(address) }
    } catch { throw .noBus("DBUS_SESSION_BUS_ADDRESS: \(error)") }
    throw .noBus(
      "DBUS_SESSION_BUS_ADDRESS is not set, and user \(getuid()) has no /run/user/\(getuid())/bus")
  }

  private init(_ address: BusAddress) {
    self.address = address
  }

  /// The address as text.
  package var text: String { address.text }

  /// Connects to it, to talk to its daemon.
  ///
  /// - Throws: ``ControlError/noBus(_:)``.
  package func connect(timeout: Duration = .seconds(5)) throws(ControlError) -> ControlClient {
    try ControlClient(address, timeout: timeout)
  }
}

extension ControlClient {
  /// Whether its bus is still there, as far as is known.
  package var isConnected: Bool { bus.isConnected }
}
