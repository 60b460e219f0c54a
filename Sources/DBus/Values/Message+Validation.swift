/// A message that libdbus and the bus will take, as ``Message/validate()`` has found.
struct CheckedMessage: Sendable {
  let message: Message

  /// - Throws: ``DBusError/invalid(_:)``.
  init(_ message: Message) throws(DBusError) {
    try message.validate()
    self.message = message
  }
}

extension Message {
  /// Whether libdbus and the bus will take the message.
  ///
  /// libdbus aborts the process on what it holds for a programming error, and the bus disconnects
  /// who sends what it holds for malformed; here it is an error instead. The limits are the
  /// specification's ("Message Format"): strings without NUL, arrays up to 64 MiB, containers up to
  /// 64 deep, a body signature up to 255 bytes; and a whole message that stays below 128 MiB.
  ///
  /// - Throws: ``DBusError/invalid(_:)``.
  package func validate() throws(DBusError) {
    try validateHeader()
    var check = BodyCheck()
    for value in body {
      try check.visit(value, depth: .none)
    }
    guard check.size <= BodyCheck.maximumMessage else {
      throw .invalid("a body of \(check.size) bytes is too large")
    }
    guard signature.text.utf8.count <= 255 else { throw .invalid("too many arguments") }
  }

  /// Refuses the path and the interface that a library keeps for what it says to itself, for which
  /// the bus disconnects the sender, and a reply to no call.
  private func validateHeader() throws(DBusError) {
    switch kind {
    case .call(.local, _, _), .call(_, InterfaceName.local, _), .signal(.local, _, _),
      .signal(_, .local, _):
      throw .invalid("a message of the library's own")
    case .reply(to: 0), .error(_, to: 0): throw .invalid("a reply to no call")
    case .call, .signal, .reply, .error: break
    }
  }
}

extension ObjectPath {
  /// D-Bus specification, "Valid Object Paths": must not be used in messages.
  static let local: ObjectPath = "/org/freedesktop/DBus/Local"
}

extension InterfaceName {
  /// Likewise.
  static let local: InterfaceName = "org.freedesktop.DBus.Local"
}

/// A walk over a body that counts its bytes, generously, and finds what must not be sent.
private struct BodyCheck {
  static let maximumMessage = 120 << 20
  static let maximumArray = 64 << 20

  /// How many containers are around a value.
  struct Depth {
    var arrays = 0
    var structures = 0
    var variants = 0

    static let none = Depth()
    var isTooDeep: Bool {
      arrays > Signature.maximumDepth || structures > Signature.maximumDepth
        || arrays + structures + variants > 2 * Signature.maximumDepth
    }
  }

  private(set) var size = 0

  mutating func visit(_ value: Value, depth: Depth) throws(DBusError) {
    guard !depth.isTooDeep else { throw .invalid("containers are nested too deep") }
    size += 8
    switch value {
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: break
    case .string(let text): try visit(text)
    case .objectPath(let path): size += path.text.utf8.count
    case .signature(let signature): size += signature.text.utf8.count
    case .bytes(let bytes):
      try visitArray { (check) throws(DBusError) in check.size += bytes.count }
    case .array(let element, let values): try visit(values, of: element, depth)
    case .dictionary(let key, let value, let entries):
      try visit(entries, key: key, value: value, depth)
    case .structure(let fields): try visit(fields, depth)
    case .fileDescriptor: throw .invalid("file descriptors are never sent")
    case .variant(let inner): try visitVariant(inner, depth)
    }
  }

  private mutating func visit(_ text: String) throws(DBusError) {
    let hasNUL = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) }
    guard !(hasNUL ?? text.utf8.contains(0)) else { throw .invalid("a string holds NUL") }
    size += text.utf8.count
  }

  private mutating func visit(
    _ values: [Value], of element: Signature, _ depth: Depth
  ) throws(DBusError) {
    guard element.isSingle else { throw .invalid("\(element) is not one element type") }
    var inside = depth
    inside.arrays += 1
    try visitArray { (check) throws(DBusError) in
      for value in values {
        try check.visit(value, as: element, depth: inside)
      }
    }
  }

  private mutating func visit(
    _ entries: [Value.Entry], key: Signature, value: Signature, _ depth: Depth
  ) throws(DBusError) {
    // Nearly all are options, which need no parsing.
    guard key == "s" && value == "v" || Signature.isValid("a{\(key)\(value)}") else {
      throw .invalid("a{\(key)\(value)} is not a dictionary type")
    }
    var inside = depth
    inside.arrays += 1
    inside.structures += 1
    try visitArray { (check) throws(DBusError) in
      for entry in entries {
        try check.visit(entry.key, as: key, depth: inside)
        try check.visit(entry.value, as: value, depth: inside)
      }
    }
  }

  private mutating func visit(_ fields: [Value], _ depth: Depth) throws(DBusError) {
    guard !fields.isEmpty else { throw .invalid("a struct without fields") }
    var inside = depth
    inside.structures += 1
    for field in fields {
      try visit(field, depth: inside)
    }
  }

  private mutating func visitVariant(_ value: Value, _ depth: Depth) throws(DBusError) {
    guard value.type.text.utf8.count <= 255 else { throw .invalid("a type of over 255 bytes") }
    var inside = depth
    inside.variants += 1
    try visit(value, depth: inside)
  }

  private mutating func visit(
    _ value: Value, as type: Signature, depth: Depth
  ) throws(DBusError) {
    guard value.type == type else { throw .invalid("\(value.type) among elements of type \(type)") }
    try visit(value, depth: depth)
  }

  private mutating func visitArray(
    _ visitElements: (inout BodyCheck) throws(DBusError) -> Void
  ) throws(DBusError) {
    let before = size
    try visitElements(&self)
    guard size - before <= Self.maximumArray else { throw .invalid("an array of over 64 MiB") }
  }
}
