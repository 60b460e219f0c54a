import DBus
import Testing

/// What must not be sent is an error before libdbus sees it.
struct ValidationTests {
  @Test(arguments: [
    Value.string("a\0b"), .array(of: "ss", []), .array(of: "", []), .array(of: "s", [.uint32(1)]),
    .array(of: "as", [.array(of: "u", [])]), .structure([]), .fileDescriptor,
    .variant(.fileDescriptor), .variant(.structure([])),
    .dictionary(key: "v", value: "s", []), .dictionary(key: "s", value: "", []),
    .dictionary(key: "s", value: "ss", []),
    .dictionary(key: "s", value: "v", [Value.Entry(.string("a"), .string("b"))]),
    .dictionary(key: "s", value: "s", [Value.Entry(.uint32(1), .string("b"))]),
    .array(of: "v", [.variant(.array(of: "s", [.string("\0")]))]),
  ])
  func whatLibdbusWouldAbortOn(_ value: Value) {
    #expect(throws: DBusError.self) { try message([value]).validate() }
  }

  @Test func anArrayHasUpTo64MebibytesWithAllThatIsInIt() throws {
    let most = 64 << 20
    try message([.bytes(Array(repeating: 0, count: most))]).validate()
    for value in [
      Value.bytes(Array(repeating: 0, count: most + 1)),
      .array(of: "v", [.variant(.bytes(Array(repeating: 0, count: most)))]),
    ] {
      #expect(throws: DBusError.self) { try message([value]).validate() }
    }
  }

  @Test func aWholeMessageStaysBelow128Mebibytes() throws {
    let half = Value.bytes(Array(repeating: 0, count: 59 << 20))
    try message([half, half]).validate()
    #expect(throws: DBusError.self) { try message([half, half, half]).validate() }
  }

  @Test func aBodyHasUpTo255BytesOfTypes() throws {
    try message(Array(repeating: .byte(0), count: 255)).validate()
    #expect(throws: DBusError.self) {
      try message(Array(repeating: .byte(0), count: 256)).validate()
    }
    let wide = Value.structure(Array(repeating: .byte(0), count: 253))
    try message([wide]).validate()
    #expect(throws: DBusError.self) { try message([wide, .byte(0)]).validate() }
    #expect(throws: DBusError.self) {
      try message([.variant(.structure(Array(repeating: .byte(0), count: 254)))]).validate()
    }
  }

  @Test func containersNestUpTo32ArraysAnd32Structs() throws {
    try message([nested(arrays: 32)]).validate()
    try message([nested(structs: 32)]).validate()
    #expect(throws: DBusError.self) { try message([nested(arrays: 33)]).validate() }
    #expect(throws: DBusError.self) { try message([nested(structs: 33)]).validate() }
  }

  @Test func variantsNestUpTo64Deep() throws {
    try message([nested(variants: 64)]).validate()
    #expect(throws: DBusError.self) { try message([nested(variants: 65)]).validate() }
  }

  @Test(arguments: [
    Message.signal("A", from: "/org/freedesktop/DBus/Local", interface: "a.b"),
    .signal("A", from: "/a", interface: "org.freedesktop.DBus.Local"),
    .call("A", on: "/org/freedesktop/DBus/Local", of: "a.b", interface: "a.b"),
    .call("A", on: "/a", of: "a.b", interface: "org.freedesktop.DBus.Local"),
  ])
  func whatOnlyALibraryMaySayToItselfIsNotSent(_ message: Message) {
    #expect(throws: DBusError.self) { try message.validate() }
  }

  @Test func aReplyToNothingIsNotSent() {
    #expect(throws: DBusError.self) { try Message(.reply(to: 0)).validate() }
    #expect(throws: DBusError.self) { try Message(.error(.failed, to: 0)).validate() }
  }

  private func message(_ body: [Value]) -> Message {
    .signal("A", from: "/a", interface: "a.b", body)
  }
}

/// A value inside so many containers, arrays innermost.
func nested(arrays: Int = 0, structs: Int = 0, variants: Int = 0) -> Value {
  var value = Value.string("a")
  for _ in 0..<arrays { value = .array(of: value.type, [value]) }
  for _ in 0..<structs { value = .structure([value]) }
  for _ in 0..<variants { value = .variant(value) }
  return value
}
