import DBus

/// What a notification server says of itself (`GetServerInformation`).
package struct ServerInformation: Sendable, Hashable {
  /// The product's name, as `dunst`.
  package let name: String
  /// Who makes it, as `knopwob`.
  package let vendor: String
  /// Its version, as `1.9.0 (2022-06-27)`.
  package let version: String
  /// The version of the specification that it follows, as `1.2`; empty in the oldest.
  package let specification: String

  /// Describes a server.
  package init(name: String, vendor: String, version: String, specification: String) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.specification = specification
  }

  /// Reads the reply's arguments; nil when they are not what the specification says.
  init?(reply: [Value]) {
    let texts = reply.compactMap(\.string)
    guard texts.count == reply.count, texts.count >= 3 else { return nil }
    self.init(
      name: texts[0], vendor: texts[1], version: texts[2],
      specification: texts.count > 3 ? texts[3] : "")
  }

  /// What is said of a server that does not say.
  static let unknown = ServerInformation(
    name: "unknown", vendor: "", version: "", specification: "")
}
