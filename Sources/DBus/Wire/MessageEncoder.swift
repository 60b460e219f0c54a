internal import CDBus

/// Writes a message byte by byte, as the specification's "Marshaling (Wire Format)" and "Message
/// Format" have it, in the byte order of little-endian machines.
///
/// libdbus' own way to append takes some thousand instructions for each string and each container,
/// which was half of all that a draining daemon did. It is given the whole message instead, and
/// reads it as it would a peer's.
struct MessageEncoder {
  private var bytes: [UInt8] = []

  /// Makes libdbus' message; the caller owns it.
  ///
  /// - Parameter serial: the sender's number of the message, never 0.
  /// - Throws: ``DBusError/invalid(_:)`` when libdbus does not take it, as for lack of memory.
  static func encode(
    _ checked: CheckedMessage, serial: UInt32
  ) throws(DBusError) -> OpaquePointer {
    var encoder = MessageEncoder()
    encoder.bytes.reserveCapacity(512)
    encoder.write(checked.message, serial: serial)
    var error = DBusFailure()
    let pointer = encoder.bytes.withUnsafeBytes { buffer in
      error.catching {
        dbus_message_demarshal(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), $0)
      }
    }
    guard let pointer else { throw .invalid(error.text) }
    return pointer
  }

  private mutating func write(_ message: Message, serial: UInt32) {
    bytes += [UInt8(ascii: "l"), message.kind.number, message.flags, 1]
    // The length of the body, once it is known.
    write(UInt32(0))
    write(serial)
    writeArray(alignedTo: 8) { $0.writeFields(of: message) }
    align(to: 8)
    let start = bytes.count
    for value in message.body { write(value) }
    put(UInt32(bytes.count - start), at: 4)
  }

  /// Writes a value without its type.
  private mutating func write(_ value: Value) {
    switch value {
    case .byte(let number): bytes.append(number)
    case .boolean(let truth): write(UInt32(truth ? 1 : 0))
    case .int16(let number): write(number)
    case .uint16(let number): write(number)
    case .int32(let number): write(number)
    case .uint32(let number): write(number)
    case .int64(let number): write(number)
    case .uint64(let number): write(number)
    case .double(let number): write(number.bitPattern)
    case .string(let text): write(text)
    case .objectPath(let path): write(path.text)
    case .signature(let signature): writeType(signature.text)
    case .bytes(let content): writeArray(alignedTo: 1) { $0.bytes += content }
    case .array(let element, let values):
      writeArray(alignedTo: element.alignment) { encoder in
        for value in values { encoder.write(value) }
      }
    case .dictionary(_, _, let entries):
      writeArray(alignedTo: 8) { encoder in
        for entry in entries { encoder.write(entry) }
      }
    case .structure(let fields):
      align(to: 8)
      for field in fields { write(field) }
    case .variant(let inner):
      writeType(inner.type.text)
      write(inner)
    // A checked message has none.
    case .fileDescriptor: break
    }
  }

  private mutating func write(_ entry: Value.Entry) {
    align(to: 8)
    write(entry.key)
    write(entry.value)
  }

  private mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    align(to: MemoryLayout<Number>.size)
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Writes a signature as a value, or the type of a variant.
  private mutating func writeType(_ text: String) {
    bytes.append(UInt8(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Writes an array; its length does not count what comes before the first element.
  private mutating func writeArray(
    alignedTo alignment: Int, _ writeElements: (inout MessageEncoder) -> Void
  ) {
    write(UInt32(0))
    let place = bytes.count - 4
    align(to: alignment)
    let start = bytes.count
    writeElements(&self)
    put(UInt32(bytes.count - start), at: place)
  }

  private mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  private mutating func put(_ number: UInt32, at place: Int) {
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}

// The header.
extension MessageEncoder {
  private mutating func writeFields(of message: Message) {
    switch message.kind {
    case .call(let path, let interface, let member):
      writeField(1, "o", path.text)
      if let interface { writeField(2, "s", interface.text) }
      writeField(3, "s", member.text)
    case .signal(let path, let interface, let member):
      writeField(1, "o", path.text)
      writeField(2, "s", interface.text)
      writeField(3, "s", member.text)
    case .error(let name, let serial):
      writeField(4, "s", name.text)
      writeField(5, "u") { $0.write(serial) }
    case .reply(let serial): writeField(5, "u") { $0.write(serial) }
    }
    if let destination = message.destination { writeField(6, "s", destination.text) }
    let signature = message.signature.text
    if !signature.isEmpty { writeField(8, "g") { $0.writeType(signature) } }
  }

  private mutating func writeField(_ code: UInt8, _ type: String, _ text: String) {
    writeField(code, type) { $0.write(text) }
  }

  private mutating func writeField(
    _ code: UInt8, _ type: String, _ writeValue: (inout MessageEncoder) -> Void
  ) {
    align(to: 8)
    bytes.append(code)
    writeType(type)
    writeValue(&self)
  }
}

extension Message {
  /// `NO_REPLY_EXPECTED` and `NO_AUTO_START`.
  fileprivate var flags: UInt8 {
    (wantsNoReply ? 1 : 0) | (autoStart ? 0 : 2)
  }
}

extension Message.Kind {
  /// The message's type on the wire.
  fileprivate var number: UInt8 {
    switch self {
    case .call: 1
    case .reply: 2
    case .error: 3
    case .signal: 4
    }
  }
}

extension Signature {
  /// On which multiple of bytes a value of this type begins.
  fileprivate var alignment: Int {
    switch text.utf8.first.map(Unicode.Scalar.init) {
    case "n", "q": 2
    case "b", "i", "u", "s", "o", "a", "h": 4
    case "x", "t", "d", "(", "{": 8
    default: 1
    }
  }
}
