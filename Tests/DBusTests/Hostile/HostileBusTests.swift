import DBus
import Glibc
import TestBus
import Testing

/// What listens at the bus's address may be anything: it is an error, never a crash or a hang.
struct HostileBusTests {
  /// One thing that a false bus does to who connects.
  struct Greeting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: @Sendable (WireClient) -> Void

    init(_ description: String, _ script: @escaping @Sendable (WireClient) -> Void) {
      testDescription = description
      self.script = script
    }
  }

  static let greetings = [
    Greeting("closes at once") { _ in },
    Greeting("is silent") { $0.readToEnd() },
    Greeting("answers garbage") { client in
      client.send(Array(repeating: 0xFF, count: 4096))
      client.readToEnd()
    },
    Greeting("answers an endless line") { client in
      while client.send(Array(repeating: 0x41, count: 65536)) {}
    },
    Greeting("answers endless lines") { client in
      while client.send(String(repeating: "ERROR\r\n", count: 1000)) {}
    },
    Greeting("rejects") { client in
      client.send("REJECTED EXTERNAL\r\n")
      client.readToEnd()
    },
    Greeting("rejects without a way") { client in
      client.send("REJECTED\r\n")
      client.readToEnd()
    },
    Greeting("asks for data") { client in
      while client.readLine() != nil { client.send("DATA 00\r\n") }
    },
    Greeting("has a bad identity") { client in
      client.send("OK zz\r\n")
      client.readToEnd()
    },
    Greeting("closes after authentication") { $0.accept() },
    Greeting("is silent after authentication") { client in
      client.accept()
      client.readToEnd()
    },
    Greeting("speaks garbage after authentication") { client in
      client.accept()
      client.send(Array(repeating: 0x6C, count: 4096))
      client.readToEnd()
    },
    Greeting("says hello with no name") { hello($0) { .reply(to: $0) } },
    Greeting("says hello with a number") { client in
      hello(client) { .reply(to: $0, signature: "u", body: [1, 0, 0, 0]) }
    },
    Greeting("says hello with what is no name") { client in
      let name = WireBytes.make { $0.string(Array("not a name".utf8)) }
      hello(client) { .reply(to: $0, signature: "s", body: name) }
    },
    Greeting("answers another call") { client in
      let name = WireBytes.make { $0.string(Array(":1.7".utf8)) }
      hello(client) { .reply(to: $0 + 1, signature: "s", body: name) }
    },
    Greeting("refuses hello") { client in
      hello(client) { serial in
        var message = WireMessage(.error)
        message.add(4, "a.b")
        message.add(replyTo: serial)
        return message
      }
    },
  ]

  @Test(.timeLimit(.minutes(2)), arguments: greetings)
  func nobodyGetsThrough(_ greeting: Greeting) async throws {
    let bus = try FakeBus.start { client, _ in greeting.script(client) }
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    for _ in 0..<2 {
      let error = await #expect(throws: DBusError.self) {
        try await Connection.open(bus.address, on: loop, timeout: .milliseconds(200))
      }
      guard case .unreachable = error else { throw Unexpected(error) }
      await #expect(throws: DBusError.self) {
        try await onOwnThread {
          _ = try BlockingConnection(bus.address, timeout: .milliseconds(200))
        }
      }
    }
  }

  @Test func aFalseBusThatBehavesIsABus() async throws {
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      client.readToEnd()
    }
    #expect(try BlockingConnection(bus.address).uniqueName == ":1.7")
  }

  private static func hello(
    _ client: WireClient, _ answer: (UInt32) -> WireMessage
  ) {
    client.accept()
    guard let hello = client.readMessage() else { return }
    client.send(answer(hello.serial).bytes)
    client.readToEnd()
  }
}
