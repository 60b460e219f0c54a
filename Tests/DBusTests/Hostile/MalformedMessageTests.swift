import DBus
import Glibc
import TestBus
import Testing

/// Messages that no bus passes on, from a false one: the connection is closed, and nothing crashes.
struct MalformedMessageTests {
  struct Message: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ description: String, _ bytes: [UInt8]) {
      testDescription = description
      self.bytes = bytes
    }

    /// A signal with one body.
    init(_ description: String, _ signature: String, _ body: [UInt8]) {
      self.init(description, WireMessage.signal("S", signature: signature, body: body).bytes)
    }

    /// A signal that something is done to.
    init(_ description: String, _ change: (inout WireMessage) -> Void) {
      var message = WireMessage.signal("S")
      change(&message)
      self.init(description, message.bytes)
    }
  }

  static let malformed = [
    Message("no message at all", Array(repeating: 0xFF, count: 64)),
    Message("zeros", Array(repeating: 0, count: 64)),
    Message("another version") { $0.version = 2 },
    Message("type 0") { $0.type = 0 },
    Message("serial 0") { $0.serial = 0 },
    Message("no member") { $0.fields.remove(at: 2) },
    Message("no interface") { $0.fields.remove(at: 1) },
    Message("no path") { $0.fields.remove(at: 0) },
    Message("a bad path") { $0.fields[0].value = .text(Array("a//".utf8)) },
    Message("a bad interface") { $0.fields[1].value = .text(Array("a".utf8)) },
    Message("a bad member") { $0.fields[2].value = .text(Array("a.b".utf8)) },
    Message("a bad sender") { $0.fields[3].value = .text(Array("a b".utf8)) },
    Message("a path that is a string") { $0.fields[0].signature = "s" },
    Message("a member twice") { $0.add(3, "Again") },
    Message("field 0") { $0.fields.append((0, "s", .text([]))) },
    Message("the local path") {
      $0.fields[0].value = .text(Array("/org/freedesktop/DBus/Local".utf8))
    },
    Message("the local interface") {
      $0.fields[1].value = .text(Array("org.freedesktop.DBus.Local".utf8))
    },
    Message("a reply to nothing") { $0 = .reply(to: 0) },
    Message("an error without a name") {
      $0 = WireMessage(.error)
      $0.add(replyTo: 5)
    },
    Message("a body without a signature", "", [1, 2, 3, 4]),
    Message("a signature without a body", "s", []),
    Message("a bad signature", "a", [0, 0, 0, 0]),
    Message("a signature with NUL") { $0.fields.append((8, "g", .signature([0x73, 0, 0x73]))) },
    Message("bad UTF-8", "s", WireBytes.make { $0.string([0x61, 0xFF]) }),
    Message("half a character", "s", WireBytes.make { $0.string([0xC3]) }),
    Message("an overlong character", "s", WireBytes.make { $0.string([0xC0, 0x80]) }),
    Message("a surrogate", "s", WireBytes.make { $0.string([0xED, 0xA0, 0x80]) }),
    Message("beyond Unicode", "s", WireBytes.make { $0.string([0xF4, 0x90, 0x80, 0x80]) }),
    Message("NUL in a string", "s", WireBytes.make { $0.string([0x61, 0, 0x62]) }),
    Message("a string without its NUL", "s", [1, 0, 0, 0, 0x61, 0x62]),
    Message("a string that is too long", "s", [255, 255, 255, 255, 0x61, 0]),
    Message("bytes left over", "y", [1, 2]),
    Message("a boolean of 2", "b", [2, 0, 0, 0]),
    Message("padding that is not zero", "yu", [1, 9, 9, 9, 1, 0, 0, 0]),
    Message("an array that ends inside an element", "au", [5, 0, 0, 0, 1, 0, 0, 0, 1]),
    Message("an array of over 64 MiB", "ay", [1, 0, 0, 4]),
    Message("an object path that is none", "o", WireBytes.make { $0.string(Array("a".utf8)) }),
    Message("a signature value that is none", "g", [1, 0x7A, 0]),
    Message("a variant of two types", "v", [2, 0x79, 0x79, 0, 1, 1]),
    Message("a variant of nothing", "v", [0, 0]),
    Message("65 variants deep", "v", (0..<65).flatMap { _ in [1, 0x76, 0] } + [1, 0x79, 0, 7]),
  ]

  @Test(arguments: malformed)
  func theConnectionIsClosedAndCallsFail(_ message: Message) async throws {
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      guard client.readMessage() != nil else { return }
      client.send(message.bytes)
      client.readToEnd()
    }
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    let connection = try await Connection.open(bus.address, on: loop)
    await #expect(throws: DBusError.disconnected) {
      try await connection.call(.busCall("ListNames"), timeout: .defaultLimit)
    }
    await connection.untilClosed()
    await #expect(throws: DBusError.disconnected) {
      try await onOwnThread {
        let blocking = try BlockingConnection(bus.address)
        _ = try blocking.call(.busCall("ListNames"), timeout: .defaultLimit)
      }
    }
  }

  @Test func halfAMessageIsWaitedFor() async throws {
    let whole = WireMessage.signal("S").bytes
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      for byte in whole { client.send([byte]) }
      client.send(Array(whole.dropLast()))
    }
    let blocking = try BlockingConnection(bus.address)
    let message = try blocking.receive(within: .defaultLimit)
    #expect(message?.kind == .signal(path: "/a", interface: "a.b", member: "S"))
    #expect(throws: DBusError.disconnected) {
      while try blocking.receive(within: .defaultLimit) != nil {}
    }
  }
}
