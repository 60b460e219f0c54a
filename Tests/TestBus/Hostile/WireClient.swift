import Glibc

/// One end of a stream socket that speaks the bus's protocol byte by byte.
package struct WireClient: Sendable {
  let socket: Descriptor

  init(_ socket: Descriptor) {
    self.socket = socket
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Connects to a real bus.
  package static func connect(to bus: PrivateBus) throws -> WireClient {
    let socket = Descriptor(owning: try newSocket())
    let path = bus.folder.file("bus")
    let status = withSocketAddress(path) { Glibc.connect(socket.number, $0, $1) }
    guard status == 0 else { throw SystemError("connect \(path)") }
    return WireClient(socket)
  }

  /// Writes bytes; false when nobody takes them any more.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes a text.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Reads exactly so many bytes; nil at the end of the stream or after 20 s.
  package func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var more = [UInt8](repeating: 0, count: count - bytes.count)
      let got = recv(socket.number, &more, more.count, 0)
      guard got > 0 else { return nil }
      bytes += more[..<got]
    }
    return bytes
  }

  /// Reads a line of the authentication protocol, without its CR LF.
  package func readLine() -> String? {
    var line: [UInt8] = []
    while line.suffix(2) != [13, 10] {
      guard let byte = read(1) else { return nil }
      line += byte
    }
    return String(decoding: line.dropLast(2), as: UTF8.self)
  }

  /// Reads a message; nil at the end.
  package func readMessage() -> (serial: UInt32, bytes: [UInt8])? {
    guard let header = read(16) else { return nil }
    let fields = (Int(Self.uint32(header, at: 12)) + 7) / 8 * 8
    guard let rest = read(fields + Int(Self.uint32(header, at: 4))) else { return nil }
    return (Self.uint32(header, at: 8), header + rest)
  }

  /// Reads and forgets until the other end closes.
  package func readToEnd() {
    while read(1) != nil {}
  }

  /// Plays the server's part of the authentication.
  package func accept() {
    guard read(1) != nil else { return }
    while let line = readLine() {
      switch line.split(separator: " ").first {
      case "AUTH": send("OK 0123456789abcdef0123456789abcdef\r\n")
      case "NEGOTIATE_UNIX_FD": send("AGREE_UNIX_FD\r\n")
      case "BEGIN": return
      default: send("ERROR\r\n")
      }
    }
  }

  /// Plays a bus up to and with the answer to `Hello`.
  package func welcome() {
    accept()
    guard let hello = readMessage() else { return }
    let name = WireBytes.make { $0.string(Array(":1.7".utf8)) }
    send(WireMessage.reply(to: hello.serial, signature: "s", body: name).bytes)
  }

  /// Plays the client's part of the authentication.
  package func authenticate() {
    let identity = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
    send("\0AUTH EXTERNAL \(identity)\r\n")
    _ = readLine()
    send("BEGIN\r\n")
  }

  private static func uint32(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
