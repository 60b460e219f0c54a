import CDBus
import Peal

@testable import DBus
@testable import PealControl

extension Target {
  /// The D-Bus codec: what libdbus takes is read, can be sent again and then reads the same; and what
  /// a client may send to the daemon, or the daemon to a client, is taken or refused.
  ///
  /// An even first byte is followed by a whole message, an odd one by the body of a call.
  static let codec = Target(seeds: Codec.seeds, take: Codec.take)
}

private enum Codec {
  static let signatures = ["ssa{sv}", "a(ssa{sv})", "ua{sv}", "a{sv}", "us", "aa{sv}"]

  static func take(_ bytes: [UInt8]) {
    guard bytes.count > 1 else { return }
    let wire = bytes[0].isMultiple(of: 2) ? Array(bytes[1...]) : call(bytes)
    guard let pointer = message(wire) else { return }
    defer { dbus_message_unref(pointer) }
    guard dbus_message_contains_unix_fds(pointer) == 0,
      let message = MessageDecoder.decode(pointer)
    else { return }
    check(message)
    read(message.body)
  }

  private static func call(_ bytes: [UInt8]) -> [UInt8] {
    var message = WireMessage(.call)
    message.add(path: "/a")
    message.add(3, "M")
    message.add(signature: signatures[Int(bytes[1]) % signatures.count])
    message.body = Array(bytes[2...])
    return message.bytes
  }

  private static func message(_ wire: [UInt8]) -> OpaquePointer? {
    wire.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        let count = Int32(buffer.count)
        guard dbus_message_demarshal_bytes_needed(buffer.baseAddress, count) == count else {
          return nil
        }
        return dbus_message_demarshal(buffer.baseAddress, count, nil)
      }
    }
  }

  /// What came in can be sent, and comes in the same.
  private static func check(_ message: Message) {
    do {
      try message.validate()
      let pointer = try MessageEncoder.encode(CheckedMessage(message), serial: 1)
      defer { dbus_message_unref(pointer) }
      let again = MessageDecoder.decode(pointer)
      // As texts: not every number is equal to itself.
      precondition(again.map { "\($0.kind) \($0.body)" } == "\(message.kind) \(message.body)")
    } catch DBusError.invalid("file descriptors are never sent") {
      // One that is only spoken of may come in.
    } catch {
      fatalError("\(error): \(message)")
    }
  }

  private static func read(_ body: [Value]) {
    if body.map(\.type.text).joined() == "ssa{sv}" {
      // What is read can be written, and read again.
      if let request = try? PostRequest(arguments: body) {
        _ = try? PostRequest(arguments: request.arguments)
      }
    }
    for value in body {
      _ = try? AlertReport(value)
      guard let options = value.options else { continue }
      _ = try? Query(options)
      _ = try? AlertChange(wire: options)
      _ = try? PauseRequest(options)
    }
  }

  static let seeds: [[UInt8]] = {
    var alert = Alert("summary", body: "body", appName: "app")
    alert.actions = [try? Action("yes", "Yes")].compactMap { $0 }
    alert.hints = ["x": .int32(5), "y": .string("z")]
    alert.tag = "tag"
    alert.ttl = .seconds(5)
    let posts = [PostRequest(alert), PostRequest(Alert("x"))].compactMap { request in
      encoded(.call("Post", on: "/a", of: "a.b", interface: "a.b", request.arguments))
    }
    let filter = Value.options(["id": .uint32(1), "app": .string("x"), "all": .boolean(true)])
    let list = encoded(.call("List", on: "/a", of: "a.b", interface: "a.b", [filter]))
    let reply = WireMessage.reply(to: 3, signature: "s", body: [1, 0, 0, 0, 120, 0]).bytes
    return (posts + [list].compactMap { $0 } + [reply]).map { [0] + $0 }
      + signatures.indices.map { [1, UInt8($0)] + [UInt8](repeating: 0, count: 24) }
  }()

  private static func encoded(_ message: Message) -> [UInt8]? {
    guard let pointer = try? MessageEncoder.encode(CheckedMessage(message), serial: 1) else {
      return nil
    }
    defer { dbus_message_unref(pointer) }
    var (start, count): (UnsafeMutablePointer<CChar>?, Int32) = (nil, 0)
    guard dbus_message_marshal(pointer, &start, &count) != 0, let start else { return nil }
    defer { dbus_free(start) }
    return UnsafeBufferPointer(start: start, count: Int(count)).map(UInt8.init(bitPattern:))
  }
}
