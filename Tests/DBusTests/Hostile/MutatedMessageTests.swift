import CDBus
import DBus
import Glibc
import TestBus
import Testing

/// Messages with changed bytes: what libdbus refuses closes the connection, and what it lets through
/// is read as what it is.
struct MutatedMessageTests {
  @Test(arguments: 0..<4)
  func anyBytesEndTheConnectionOrAreRead(_ seed: UInt64) async throws {
    let bus = try FakeBus.start { client, number in
      var random = Random(seed: seed << 32 | UInt64(number))
      client.welcome()
      while client.send(Self.mutated(&random)) {}
    }
    // Each connection lives until a message is too bad.
    var received = 0
    for _ in 0..<100 {
      received += try await onOwnThread {
        let connection = try BlockingConnection(bus.address)
        var count = 0
        while count < 1000, (try? connection.receive(within: .seconds(1))) != nil { count += 1 }
        return count
      }
    }
    #expect(received > 10, "some mutations leave a message whole")
  }

  /// Ten thousand that libdbus takes, in all.
  @Test(arguments: 0..<5)
  func whatLibdbusTakesIsReadIntoAMessageThatCouldBeSent(_ seed: UInt64) async throws {
    let count = 2000
    let bus = try FakeBus.start { client, _ in
      var random = Random(seed: seed)
      client.welcome()
      for _ in 0..<count {
        var bytes = Self.mutated(&random)
        while !Self.isTakenByLibdbus(bytes) { bytes = Self.mutated(&random) }
        client.send(bytes)
      }
      client.send(WireMessage.signal("End").bytes)
      client.readToEnd()
    }
    let faults = try await onOwnThread {
      let connection = try BlockingConnection(bus.address)
      var faults: [String] = []
      while let message = try connection.receive(within: .defaultLimit) {
        if message.kind == .signal(path: "/a", interface: "a.b", member: "End") { break }
        if let fault = Self.fault(in: message) { faults.append(fault) }
      }
      return faults
    }
    #expect(faults == [], "seed \(seed)")
  }

  @Test func aConnectionThatServesOutlivesThemAll() async throws {
    let ended = Inbox<Bool>()
    let bus = try FakeBus.start { client, _ in
      var random = Random(seed: 99)
      client.welcome()
      // The rule is acknowledged: among what follows are answers to calls of its number.
      guard let rule = client.readMessage() else { return }
      client.send(WireMessage.reply(to: rule.serial).bytes)
      for _ in 0..<1000 {
        var bytes = Self.mutated(&random)
        while !Self.isTakenByLibdbus(bytes) { bytes = Self.mutated(&random) }
        client.send(bytes)
      }
      client.send(WireMessage.signal("End").bytes)
      client.readToEnd()
    }
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    let connection = try await Connection.open(bus.address, on: loop)
    await connection.serve(Echo.interface, at: "/a") { $0.reply($0.body) }
    await connection.onClose { ended.put(false) }
    let listening = Task {
      try await connection.onSignal(MatchRule(interface: "a.b", member: "End")) { _ in
        ended.put(true)
      }
    }
    #expect(try await ended.next())
    await connection.close()
    _ = await listening.result
  }

  /// What is wrong with a message that came in, if anything.
  private static func fault(in message: Message) -> String? {
    do {
      try message.validate()
    } catch DBus.DBusError.invalid("file descriptors are never sent") {
      // Allowed to come in.
    } catch {
      return "\(error): \(message)"
    }
    switch message.kind {
    case .call(let path, let interface, let member):
      guard ObjectPath.isValid(path.text), MemberName.isValid(member.text),
        interface.map({ InterfaceName.isValid($0.text) }) ?? true
      else { return "\(message)" }
    case .signal(let path, let interface, let member):
      guard ObjectPath.isValid(path.text), MemberName.isValid(member.text),
        InterfaceName.isValid(interface.text)
      else { return "\(message)" }
    case .error(let name, _): if !ErrorName.isValid(name.text) { return "\(message)" }
    case .reply: break
    }
    return nil
  }

  private static func isTakenByLibdbus(_ bytes: [UInt8]) -> Bool {
    let message = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer -> OpaquePointer? in
        let count = Int32(buffer.count)
        // Neither less than a message nor one with something after it.
        guard dbus_message_demarshal_bytes_needed(buffer.baseAddress, count) == count else {
          return nil
        }
        return dbus_message_demarshal(buffer.baseAddress, count, nil)
      }
    }
    guard let message else { return false }
    // A false bus is not to end the connection by the number of descriptors it claims to send.
    defer { dbus_message_unref(message) }
    return dbus_message_contains_unix_fds(message) == 0
  }

  /// One of the originals with a few bytes changed, or none.
  private static func mutated(_ random: inout Random) -> [UInt8] {
    var bytes = originals[random.below(originals.count)]
    switch random.below(4) {
    case 0: break
    case 1: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
    default:
      for _ in 0...random.below(2) {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    }
    return bytes
  }

  /// Messages of several kinds whose body has something of everything.
  private static let originals: [[UInt8]] = {
    let signature = "saya{sv}"
    let body = WireBytes.make { body in
      body.string(Array("text".utf8))
      body.uint32(4)
      body.bytes += [1, 2, 3, 4]
      body.uint32(16)
      body.align(8)
      body.string(Array("key".utf8))
      body.signature(Array("u".utf8))
      body.uint32(5)
    }
    var call = WireMessage.signal(
      "Get", interface: "org.freedesktop.DBus.Properties", signature: signature, body: body)
    call.type = WireMessage.Kind.call.rawValue
    var error = WireMessage.reply(to: 2, signature: signature, body: body)
    error.type = WireMessage.Kind.error.rawValue
    error.add(4, "a.b")
    return [
      call.bytes, error.bytes, WireMessage.signal("S", signature: signature, body: body).bytes,
      WireMessage.reply(to: 3, signature: signature, body: body).bytes,
    ]
  }()
}
