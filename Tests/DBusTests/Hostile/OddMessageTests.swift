import DBus
import Glibc
import TestBus
import Testing

/// Messages that are odd and allowed: they are taken or ignored, and the connection lives on.
struct OddMessageTests {
  @Test func whatTheSpecificationSaysToIgnoreIsIgnored() async throws {
    var unknownType = WireMessage.signal("Unknown")
    unknownType.type = 99
    var unknownField = WireMessage.signal("Field")
    unknownField.fields.append((77, "s", .text(Array("x".utf8))))
    var noSender = WireMessage.signal("NoSender")
    noSender.fields.removeLast()
    var unknownFlags = WireMessage.signal("Flags")
    unknownFlags.flags = 0xF8
    let messages = [
      unknownType, .reply(to: 999), .reply(to: .max), unknownField, noSender, unknownFlags,
    ]
    let signals = try await signals(after: messages.map(\.bytes))
    #expect(signals.map(\.member) == ["Field", "NoSender", "Flags"])
    #expect(signals.map(\.message.sender) == [":1.99", nil, ":1.99"])
  }

  @Test func bigEndianIsRead() async throws {
    var body = WireBytes(isBigEndian: true)
    body.uint32(0x0102_0304)
    body.string(Array("é".utf8))
    var message = WireMessage.signal("Big", signature: "us", body: body.bytes)
    message.isBigEndian = true
    let signals = try await signals(after: [message.bytes])
    #expect(signals.map(\.message.body) == [[.uint32(0x0102_0304), .string("é")]])
  }

  @Test func theDeepestVariantIsRead() async throws {
    let variant: [UInt8] = [1, 0x76, 0]
    let body = Array(repeatElement(variant, count: 63).joined()) + [1, 0x79, 0, 7]
    let signals = try await signals(
      after: [WireMessage.signal("Deep", signature: "v", body: body).bytes])
    var depth = 0
    var value = signals.first?.message.body.first
    while case .variant(let inner)? = value {
      depth += 1
      value = inner
    }
    #expect(depth == 64 && value == .byte(7))
  }

  @Test func descriptorsAreTakenAndClosed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      let file = open(folder.file("file"), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      for _ in 0..<100 {
        var message = WireMessage.signal("Files", signature: "hah")
        message.add(descriptors: 2)
        message.body = WireBytes.make { body in
          for number in [0, 4, 1] as [UInt32] { body.uint32(number) }
        }
        client.send(message.bytes, descriptors: [file, file])
      }
      client.send(WireMessage.signal("End").bytes)
      client.readToEnd()
    }
    let connection = try BlockingConnection(bus.address)
    var bodies: [[Value]] = []
    while let message = try connection.receive(within: .defaultLimit), !message.body.isEmpty {
      bodies.append(message.body)
    }
    let expected: [Value] = [.fileDescriptor, .array(of: "h", [.fileDescriptor])]
    #expect(bodies == Array(repeating: expected, count: 100))
    #expect(openDescriptors().filter { $0.hasSuffix("\(folder.path)/file") }.count <= 1)
  }

  @Test func aDescriptorThatWasNotSentIsStillNone() async throws {
    let signals = try await signals(
      after: [WireMessage.signal("H", signature: "h", body: [9, 0, 0, 0]).bytes])
    #expect(signals.map(\.message.body) == [[.fileDescriptor]])
  }

  @Test func aCallFromNobodyIsAnsweredToNobody() async throws {
    let replies = Inbox<[UInt8]>()
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      var call = WireMessage(.call)
      call.serial = 77
      call.add(path: "/nowhere")
      call.add(3, "M")
      client.send(call.bytes)
      if let reply = client.readMessage() { replies.put(reply.bytes) }
      client.readToEnd()
    }
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    let connection = try await Connection.open(bus.address, on: loop)
    let reply = try await replies.next()
    #expect(reply[1] == WireMessage.Kind.error.rawValue)
    await connection.close()
  }

  @Test func twoRepliesAndAReplyToAStrangersNumberSettleOneCall() async throws {
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      guard let call = client.readMessage() else { return }
      let number: [UInt8] = [1, 0, 0, 0]
      client.send(WireMessage.reply(to: call.serial + 1000, signature: "u", body: number).bytes)
      for _ in 0..<3 {
        client.send(WireMessage.reply(to: call.serial, signature: "u", body: number).bytes)
      }
      var error = WireMessage(.error)
      error.add(4, "a.b")
      error.add(replyTo: call.serial)
      client.send(error.bytes)
      client.send(WireMessage.signal("End").bytes)
      client.readToEnd()
    }
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    let connection = try await Connection.open(bus.address, on: loop)
    let reply = try await connection.call(.busCall("ListNames"), timeout: .defaultLimit)
    #expect(reply.body == [.uint32(1)])
    await connection.close()
  }

  /// The signals that a connection gets from a false bus, up to one of ours at the end.
  private func signals(
    after messages: [[UInt8]]
  ) async throws -> [(member: MemberName, message: Message)] {
    let bus = try FakeBus.start { client, _ in
      client.welcome()
      for message in messages { client.send(message) }
      client.send(WireMessage.signal("End").bytes)
      client.readToEnd()
    }
    let connection = try BlockingConnection(bus.address)
    var signals: [(member: MemberName, message: Message)] = []
    while let message = try connection.receive(within: .defaultLimit) {
      guard case .signal(_, _, let member) = message.kind else { continue }
      if member == "End" { break }
      signals.append((member, message))
    }
    return signals
  }

  /// What this process has open.
  private func openDescriptors() -> [String] {
    (0..<1024).compactMap { number in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count)
      guard count > 0 else { return nil }
      return String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
