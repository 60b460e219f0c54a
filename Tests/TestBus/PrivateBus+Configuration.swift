import DBus

extension PrivateBus {
  /// The limits of Debian's session bus.
  static let sessionLimits = [
    "max_incoming_bytes": 1_000_000_000, "max_incoming_unix_fds": 250_000_000,
    "max_outgoing_bytes": 1_000_000_000, "max_outgoing_unix_fds": 250_000_000,
    "max_message_size": 1_000_000_000, "service_start_timeout": 120_000,
    "auth_timeout": 240_000, "pending_fd_timeout": 150_000,
    "max_completed_connections": 100_000, "max_incomplete_connections": 10_000,
    "max_connections_per_user": 100_000, "max_pending_service_starts": 10_000,
    "max_names_per_connection": 50_000, "max_match_rules_per_connection": 50_000,
    "max_replies_per_connection": 50_000,
  ]

  static func configuration(address: String, services: String, limits: [String: Int]) -> String {
    let limitLines = limits.sorted { $0.key < $1.key }
      .map { #"  <limit name="\#($0.key)">\#($0.value)</limit>"# }
    return """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        <servicedir>\(services)</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      \(limitLines.joined(separator: "\n"))
      </busconfig>

      """
  }

  /// Writes an activation file: a call to `name` starts `command`. A running bus is told.
  ///
  /// - Parameter file: the file's name without `.service`; the bus's name when nil.
  package func addService(_ name: String, command: String, file: String? = nil) throws {
    try folder.write(
      "[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "services/\(file ?? name).service")
    guard pid != nil else { return }
    let connection = try BlockingConnection(busAddress)
    _ = try connection.call(.busCall("ReloadConfig"), timeout: .seconds(10))
  }
}
