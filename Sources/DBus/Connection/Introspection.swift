internal import Glibc

/// The introspection format of the D-Bus specification.
enum Introspection {
  /// The document that describes an object with these interfaces and child nodes.
  static func xml(_ interfaces: [Interface], children: [String]) -> String {
    let nodes = children.map { "  <node name=\"\($0)\"/>" }
    let standard = interfaces.isEmpty ? [] : standard
    let parts = (interfaces + standard).map(\.xml) + nodes
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>
      \(parts.joined(separator: "\n"))
      </node>

      """
  }

  /// The names of the next elements on the way from a path to the objects below it.
  static func children(of path: ObjectPath, among paths: some Sequence<ObjectPath>) -> [String] {
    let prefix = path == "/" ? "/" : path.text + "/"
    let names = paths.compactMap { other -> String? in
      guard other.text.hasPrefix(prefix), other != path else { return nil }
      return other.text.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
    }
    return Set(names).sorted()
  }

  /// The interfaces that every served object has.
  private static let standard = [
    Interface(
      .introspectable, methods: [.init("Introspect", returns: [.init("xml_data", "s")])]),
    Interface(
      .peer,
      methods: [.init("GetMachineId", returns: [.init("machine_uuid", "s")]), .init("Ping")]),
    Interface(
      .properties,
      methods: [
        .init(
          "Get", [.init("interface_name", "s"), .init("property_name", "s")],
          returns: [.init("value", "v")]),
        .init("GetAll", [.init("interface_name", "s")], returns: [.init("props", "a{sv}")]),
        .init(
          "Set",
          [.init("interface_name", "s"), .init("property_name", "s"), .init("value", "v")]),
      ],
      signals: [
        .init(
          "PropertiesChanged",
          [
            .init("interface_name", "s"), .init("changed_properties", "a{sv}"),
            .init("invalidated_properties", "as"),
          ])
      ]),
  ]
}

/// The machine's identity, as `Peer.GetMachineId` gives it.
enum MachineID {
  /// The 32 hexadecimal digits of `/etc/machine-id`; nil when there are none.
  static func read() -> String? {
    guard let file = fopen("/etc/machine-id", "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = Array(repeating: 0, count: 32)
    guard fread(&bytes, 1, 32, file) == 32 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
