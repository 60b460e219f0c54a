import DBus

/// Random numbers that are the same for the same seed (SplitMix64).
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// Up to 12 characters out of a text.
  mutating func text(from characters: String) -> String {
    let characters = Array(characters)
    return String((0..<below(13)).map { _ in characters[below(characters.count)] })
  }
}

extension Random {
  /// A value of a random type, with containers up to so deep.
  mutating func value(depth: Int = 4) -> Value {
    value(of: type(depth: depth), depth: depth)
  }

  /// A value of one complete type.
  mutating func value(of type: Signature, depth: Int) -> Value {
    let inside = Signature(unchecked: String(type.text.dropFirst()))
    switch type.text.first {
    case "y": return .byte(UInt8.random(in: .min ... .max, using: &self))
    case "b": return .boolean(Bool.random(using: &self))
    case "n": return .int16(Int16.random(in: .min ... .max, using: &self))
    case "q": return .uint16(UInt16.random(in: .min ... .max, using: &self))
    case "i": return .int32(Int32.random(in: .min ... .max, using: &self))
    case "u": return .uint32(UInt32.random(in: .min ... .max, using: &self))
    case "x": return .int64(Int64.random(in: .min ... .max, using: &self))
    case "t": return .uint64(UInt64.random(in: .min ... .max, using: &self))
    case "d": return .double(Double.random(in: -1e300...1e300, using: &self))
    case "o": return .objectPath(["/", "/a", "/a/b_1"][below(3)])
    case "g": return .signature(["", "s", "a{sv}ii"][below(3)])
    case "v": return .variant(value(depth: depth - 1))
    case "(":
      let fields = Signature(unchecked: String(inside.text.dropLast())).types
      return .structure(fields.map { value(of: $0, depth: depth - 1) })
    case "a" where inside == "y": return .bytes((0..<below(20)).map { UInt8($0) })
    case "a" where inside.text.hasPrefix("{"): return dictionary(inside, depth: depth - 1)
    case "a": return .array(of: inside, (0..<below(4)).map { _ in value(of: inside, depth: depth) })
    default: return .string(text(from: "abc\n<>&'\"é漢\u{10FFFF}\u{200B}"))
    }
  }

  private mutating func dictionary(_ entry: Signature, depth: Int) -> Value {
    let types = Signature(unchecked: String(entry.text.dropFirst().dropLast())).types
    return .dictionary(
      key: types[0], value: types[1],
      (0..<below(4)).map { _ in
        Value.Entry(value(of: types[0], depth: depth), value(of: types[1], depth: depth))
      })
  }

  private mutating func type(depth: Int) -> Signature {
    let basic = "ybnqiuxtdsog"
    let key = String(Array(basic)[below(basic.count)])
    guard depth > 0 else { return Signature(unchecked: key) }
    switch below(8) {
    case 0: return Signature(unchecked: "a\(type(depth: depth - 1))")
    case 1: return Signature(unchecked: "a{\(key)\(type(depth: depth - 1))}")
    case 2:
      let fields = (0...below(3)).map { _ in type(depth: depth - 1).text }
      return Signature(unchecked: "(\(fields.joined()))")
    case 3: return "v"
    case 4: return "ay"
    default: return Signature(unchecked: key)
    }
  }
}
