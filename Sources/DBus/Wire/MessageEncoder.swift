internal import CDBus

/// Writes a message as libdbus' own. Only a checked one: libdbus aborts on much of what is refused.
struct MessageEncoder {
  /// Makes libdbus' message; the caller owns it.
  ///
  /// - Throws: ``DBusError/invalid(_:)`` when the memory does not suffice.
  static func encode(_ checked: CheckedMessage) throws(DBusError) -> OpaquePointer {
    let message = checked.message
    guard let pointer = make(message.kind) else { throw .invalid("out of memory") }
    setHeader(of: pointer, from: message)
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(pointer, &iterator)
    for value in message.body {
      guard append(value, to: &iterator) else {
        dbus_message_unref(pointer)
        throw .invalid("out of memory")
      }
    }
    return pointer
  }

  private static func make(_ kind: Message.Kind) -> OpaquePointer? {
    switch kind {
    case .call(let path, let interface, let member):
      return dbus_message_new_method_call(nil, path.text, interface?.text, member.text)
    case .signal(let path, let interface, let member):
      return dbus_message_new_signal(path.text, interface.text, member.text)
    case .reply(let serial):
      return makeReply(DBUS_MESSAGE_TYPE_METHOD_RETURN, to: serial)
    case .error(let name, let serial):
      let pointer = makeReply(DBUS_MESSAGE_TYPE_ERROR, to: serial)
      if let pointer { dbus_message_set_error_name(pointer, name.text) }
      return pointer
    }
  }

  /// Zero is no serial, and libdbus aborts on it.
  private static func makeReply(_ type: Int32, to serial: UInt32) -> OpaquePointer? {
    guard serial != 0, let pointer = dbus_message_new(type) else { return nil }
    dbus_message_set_reply_serial(pointer, serial)
    return pointer
  }

  private static func setHeader(of pointer: OpaquePointer, from message: Message) {
    if let destination = message.destination {
      dbus_message_set_destination(pointer, destination.text)
    }
    dbus_message_set_no_reply(pointer, message.wantsNoReply ? 1 : 0)
    dbus_message_set_auto_start(pointer, message.autoStart ? 1 : 0)
  }

  private static func append(_ value: Value, to iterator: inout DBusMessageIter) -> Bool {
    switch value {
    case .byte(let number): appendBasic("y", number, to: &iterator)
    case .boolean(let truth): appendBasic("b", dbus_bool_t(truth ? 1 : 0), to: &iterator)
    case .int16(let number): appendBasic("n", number, to: &iterator)
    case .uint16(let number): appendBasic("q", number, to: &iterator)
    case .int32(let number): appendBasic("i", number, to: &iterator)
    case .uint32(let number): appendBasic("u", number, to: &iterator)
    case .int64(let number): appendBasic("x", number, to: &iterator)
    case .uint64(let number): appendBasic("t", number, to: &iterator)
    case .double(let number): appendBasic("d", number, to: &iterator)
    case .string(let text): appendText("s", text, to: &iterator)
    case .objectPath(let path): appendText("o", path.text, to: &iterator)
    case .signature(let signature): appendText("g", signature.text, to: &iterator)
    case .bytes(let bytes): appendBytes(bytes, to: &iterator)
    case .array(let element, let values):
      appendContainer("a", of: element.text, to: &iterator) { inside in
        values.allSatisfy { append($0, to: &inside) }
      }
    case .dictionary(let key, let value, let entries):
      appendContainer("a", of: "{\(key)\(value)}", to: &iterator) { inside in
        entries.allSatisfy { appendEntry($0, to: &inside) }
      }
    case .structure(let fields):
      appendContainer("r", of: nil, to: &iterator) { inside in
        fields.allSatisfy { append($0, to: &inside) }
      }
    case .variant(let inner):
      appendContainer("v", of: inner.type.text, to: &iterator) { inside in
        append(inner, to: &inside)
      }
    case .fileDescriptor: false
    }
  }

  private static func appendBasic<Number>(
    _ code: Unicode.Scalar, _ number: Number, to iterator: inout DBusMessageIter
  ) -> Bool {
    withUnsafePointer(to: number) { pointer in
      dbus_message_iter_append_basic(&iterator, Int32(code.value), pointer) != 0
    }
  }

  private static func appendText(
    _ code: Unicode.Scalar, _ text: String, to iterator: inout DBusMessageIter
  ) -> Bool {
    text.withCString { characters in
      appendBasic(code, characters, to: &iterator)
    }
  }

  private static func appendBytes(_ bytes: [UInt8], to iterator: inout DBusMessageIter) -> Bool {
    appendContainer("a", of: "y", to: &iterator) { inside in
      bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return true }
        return withUnsafePointer(to: start) { pointer in
          dbus_message_iter_append_fixed_array(
            &inside, Int32(UInt8(ascii: "y")), pointer, Int32(buffer.count)) != 0
        }
      }
    }
  }

  private static func appendEntry(
    _ entry: Value.Entry, to iterator: inout DBusMessageIter
  ) -> Bool {
    appendContainer("e", of: nil, to: &iterator) { inside in
      append(entry.key, to: &inside) && append(entry.value, to: &inside)
    }
  }

  private static func appendContainer(
    _ code: Unicode.Scalar, of contents: String?, to iterator: inout DBusMessageIter,
    _ appendContents: (inout DBusMessageIter) -> Bool
  ) -> Bool {
    var inside = DBusMessageIter()
    guard
      dbus_message_iter_open_container(&iterator, Int32(code.value), contents, &inside) != 0
    else { return false }
    guard appendContents(&inside) else {
      dbus_message_iter_abandon_container(&iterator, &inside)
      return false
    }
    return dbus_message_iter_close_container(&iterator, &inside) != 0
  }
}
