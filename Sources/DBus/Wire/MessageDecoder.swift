internal import CDBus

/// Reads libdbus' message, whose every byte libdbus has checked, into a ``Message``.
struct MessageDecoder {
  /// Reads a message; nil for one of a type that the specification does not have (to be ignored).
  static func decode(_ pointer: OpaquePointer) -> Message? {
    guard let kind = kind(of: pointer) else { return nil }
    var message = Message(kind, body: body(of: pointer))
    message.destination = dbus_message_get_destination(pointer).map { text in
      BusName(unchecked: String(cString: text))
    }
    message.sender = dbus_message_get_sender(pointer).map { text in
      BusName(unchecked: String(cString: text))
    }
    message.serial = dbus_message_get_serial(pointer)
    message.wantsNoReply = dbus_message_get_no_reply(pointer) != 0
    message.autoStart = dbus_message_get_auto_start(pointer) != 0
    return message
  }

  private static func kind(of pointer: OpaquePointer) -> Message.Kind? {
    let serial = dbus_message_get_reply_serial(pointer)
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: return .reply(to: serial)
    case DBUS_MESSAGE_TYPE_ERROR:
      guard let name = dbus_message_get_error_name(pointer) else { return nil }
      return .error(ErrorName(unchecked: String(cString: name)), to: serial)
    case DBUS_MESSAGE_TYPE_METHOD_CALL, DBUS_MESSAGE_TYPE_SIGNAL: return memberKind(of: pointer)
    default: return nil
    }
  }

  private static func memberKind(of pointer: OpaquePointer) -> Message.Kind? {
    guard let path = dbus_message_get_path(pointer), let member = dbus_message_get_member(pointer)
    else { return nil }
    let interface = dbus_message_get_interface(pointer).map { text in
      InterfaceName(unchecked: String(cString: text))
    }
    let objectPath = ObjectPath(unchecked: String(cString: path))
    let memberName = MemberName(unchecked: String(cString: member))
    if dbus_message_get_type(pointer) == DBUS_MESSAGE_TYPE_METHOD_CALL {
      return .call(path: objectPath, interface: interface, member: memberName)
    }
    guard let interface else { return nil }
    return .signal(path: objectPath, interface: interface, member: memberName)
  }

  private static func body(of pointer: OpaquePointer) -> [Value] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
    return values(&iterator)
  }

  private static func values(_ iterator: inout DBusMessageIter) -> [Value] {
    var values: [Value] = []
    while let value = value(&iterator) {
      values.append(value)
      dbus_message_iter_next(&iterator)
    }
    return values
  }

  private static func code(_ iterator: inout DBusMessageIter) -> Unicode.Scalar? {
    Unicode.Scalar(UInt32(bitPattern: dbus_message_iter_get_arg_type(&iterator)))
  }

  /// The value at the iterator; nil at the end.
  private static func value(_ iterator: inout DBusMessageIter) -> Value? {
    switch code(&iterator) {
    case "y": .byte(basic(&iterator, 0))
    case "b": .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
    case "n": .int16(basic(&iterator, 0))
    case "q": .uint16(basic(&iterator, 0))
    case "i": .int32(basic(&iterator, 0))
    case "u": .uint32(basic(&iterator, 0))
    case "x": .int64(basic(&iterator, 0))
    case "t": .uint64(basic(&iterator, 0))
    case "d": .double(basic(&iterator, 0))
    case "s": .string(text(&iterator))
    case "o": .objectPath(ObjectPath(unchecked: text(&iterator)))
    case "g": .signature(Signature(unchecked: text(&iterator)))
    case "h": .fileDescriptor
    case "a": array(&iterator)
    case "r": .structure(contents(&iterator))
    case "v": contents(&iterator).first.map(Value.variant)
    default: nil
    }
  }

  private static func basic<Number: BitwiseCopyable>(
    _ iterator: inout DBusMessageIter, _ zero: Number
  ) -> Number {
    var number = zero
    withUnsafeMutablePointer(to: &number) { dbus_message_iter_get_basic(&iterator, $0) }
    return number
  }

  private static func text(_ iterator: inout DBusMessageIter) -> String {
    let characters: UnsafePointer<CChar>? = basic(&iterator, nil)
    return characters.map { String(cString: $0) } ?? ""
  }

  private static func contents(_ iterator: inout DBusMessageIter) -> [Value] {
    var inside = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inside)
    return values(&inside)
  }

  private static func array(_ iterator: inout DBusMessageIter) -> Value {
    switch Unicode.Scalar(
      UInt32(bitPattern: dbus_message_iter_get_element_type(&iterator)))
    {
    case "y": return .bytes(bytes(&iterator))
    case "e":
      let type = elementType(&iterator).dropFirst().dropLast()
      return .dictionary(
        key: Signature(unchecked: String(type.prefix(1))),
        value: Signature(unchecked: String(type.dropFirst())), entries(&iterator))
    default:
      return .array(
        of: Signature(unchecked: String(elementType(&iterator))), contents(&iterator))
    }
  }

  /// The signature of an array's elements.
  private static func elementType(_ iterator: inout DBusMessageIter) -> Substring {
    guard let characters = dbus_message_iter_get_signature(&iterator) else { return "" }
    defer { dbus_free(characters) }
    return String(cString: characters).dropFirst()
  }

  private static func bytes(_ iterator: inout DBusMessageIter) -> [UInt8] {
    var inside = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inside)
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    dbus_message_iter_get_fixed_array(&inside, &start, &count)
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func entries(_ iterator: inout DBusMessageIter) -> [Value.Entry] {
    var inside = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inside)
    var entries: [Value.Entry] = []
    while dbus_message_iter_get_arg_type(&inside) != 0 {
      let pair = contents(&inside)
      if pair.count == 2 { entries.append(Value.Entry(pair[0], pair[1])) }
      dbus_message_iter_next(&inside)
    }
    return entries
  }
}
