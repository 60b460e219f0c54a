/// A message as bytes, written by hand and not checked: what a hostile peer might send.
///
/// D-Bus specification, "Message Format".
package struct WireMessage: Sendable {
  package enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  package var type: UInt8
  package var flags: UInt8 = 0
  package var version: UInt8 = 1
  package var serial: UInt32 = 1
  package var isBigEndian = false
  /// The header's fields: code, signature of the value, value.
  package var fields: [(code: UInt8, signature: String, value: Field)] = []
  /// The body's bytes, from an offset that is a multiple of 8.
  package var body: [UInt8] = []

  package enum Field: Sendable {
    case text([UInt8])
    case signature([UInt8])
    case number(UInt32)
  }

  package init(type: UInt8) {
    self.type = type
  }

  package init(_ kind: Kind) {
    type = kind.rawValue
  }

  /// A signal, with a sender as from a bus.
  package static func signal(
    _ member: String, path: String = "/a", interface: String = "a.b", sender: String = ":1.99",
    signature: String = "", body: [UInt8] = []
  ) -> WireMessage {
    var message = WireMessage(.signal)
    message.add(path: path)
    message.add(2, interface)
    message.add(3, member)
    message.add(7, sender)
    message.add(signature: signature)
    message.body = body
    return message
  }

  /// The reply to the message with that serial.
  package static func reply(
    to serial: UInt32, sender: String = "org.freedesktop.DBus", signature: String = "",
    body: [UInt8] = []
  ) -> WireMessage {
    var message = WireMessage(.reply)
    message.add(replyTo: serial)
    message.add(7, sender)
    message.add(signature: signature)
    message.body = body
    return message
  }

  package mutating func add(path: String) {
    fields.append((1, "o", .text(Array(path.utf8))))
  }

  package mutating func add(_ code: UInt8, _ text: String) {
    fields.append((code, "s", .text(Array(text.utf8))))
  }

  package mutating func add(replyTo serial: UInt32) {
    fields.append((5, "u", .number(serial)))
  }

  package mutating func add(signature: String) {
    guard !signature.isEmpty else { return }
    fields.append((8, "g", .signature(Array(signature.utf8))))
  }

  package mutating func add(descriptors count: UInt32) {
    fields.append((9, "u", .number(count)))
  }

  /// The whole message.
  package var bytes: [UInt8] {
    var array = WireBytes(isBigEndian: isBigEndian)
    for field in fields {
      array.align(8)
      array.bytes.append(field.code)
      array.signature(Array(field.signature.utf8))
      switch field.value {
      case .text(let text): array.string(text)
      case .signature(let text): array.signature(text)
      case .number(let number): array.uint32(number)
      }
    }
    var message = WireBytes(isBigEndian: isBigEndian)
    message.bytes = [UInt8(ascii: isBigEndian ? "B" : "l"), type, flags, version]
    message.uint32(UInt32(body.count))
    message.uint32(serial)
    message.uint32(UInt32(array.bytes.count))
    message.bytes += array.bytes
    message.align(8)
    return message.bytes + body
  }
}

/// Bytes in D-Bus' marshalling format, as they are put down.
package struct WireBytes: Sendable {
  package var bytes: [UInt8] = []
  private let isBigEndian: Bool

  package init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
  }

  package mutating func align(_ boundary: Int) {
    while !bytes.count.isMultiple(of: boundary) { bytes.append(0) }
  }

  package mutating func uint32(_ number: UInt32) {
    align(4)
    let ordered = isBigEndian ? number.bigEndian : number.littleEndian
    withUnsafeBytes(of: ordered) { bytes += $0 }
  }

  package mutating func string(_ text: [UInt8]) {
    uint32(UInt32(text.count))
    bytes += text + [0]
  }

  package mutating func signature(_ text: [UInt8]) {
    bytes += [UInt8(truncatingIfNeeded: text.count)] + text + [0]
  }

  /// Bytes put down by a closure.
  package static func make(_ body: (inout WireBytes) -> Void) -> [UInt8] {
    var bytes = WireBytes()
    body(&bytes)
    return bytes.bytes
  }
}
