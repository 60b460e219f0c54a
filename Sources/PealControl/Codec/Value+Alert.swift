package import DBus
package import Peal

extension Value {
  /// A duration as `x`, in whole milliseconds, a part of one counting as one.
  package static func milliseconds(_ duration: Duration) -> Value {
    .int64(duration.milliseconds)
  }

  /// Actions as `a(sss)`: key, label, style.
  package static func actions(_ actions: [Action]) -> Value {
    .array(
      of: "(sss)",
      actions.map {
        .structure([.string($0.key), .string($0.label), .string($0.style.rawValue)])
      })
  }
}

extension Duration {
  /// Whole milliseconds, a part of one counting as one.
  package var milliseconds: Int64 {
    let nanoseconds = clampedNanoseconds
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest > 0 ? whole + 1 : whole
  }
}

extension Alert.Expiry {
  /// The specification's number of milliseconds: −1 by the server, 0 never. Nil for −1.
  package var wire: Value? {
    switch self {
    case .serverDefault: nil
    case .never: .int32(0)
    case .after(let duration): .int32(max(1, Int32(clamping: duration.milliseconds)))
    }
  }

  /// The expiry that the specification's number stands for; nil below −1.
  package init?(wire: Int) {
    switch wire {
    case -1: self = .serverDefault
    case 0: self = .never
    case 1...: self = .after(.milliseconds(wire))
    default: return nil
    }
  }
}

extension Alert.HintValue {
  /// The hint as a bus value of its type.
  package var wire: Value {
    switch self {
    case .boolean(let value): .boolean(value)
    case .byte(let value): .byte(value)
    case .int32(let value): .int32(value)
    case .uint32(let value): .uint32(value)
    case .int64(let value): .int64(value)
    case .uint64(let value): .uint64(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    }
  }

  /// The hint of a bus value; nil for a type that no hint has.
  package init?(wire: Value) {
    switch wire {
    case .boolean(let value): self = .boolean(value)
    case .byte(let value): self = .byte(value)
    case .int32(let value): self = .int32(value)
    case .uint32(let value): self = .uint32(value)
    case .int64(let value): self = .int64(value)
    case .uint64(let value): self = .uint64(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .int16, .uint16, .objectPath, .signature, .bytes, .array, .dictionary, .structure,
      .fileDescriptor, .variant:
      return nil
    }
  }
}
