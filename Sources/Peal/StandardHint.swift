/// The hints whose type is fixed, each with its type (Desktop Notifications specification, "Hints").
public enum StandardHint: String, Sendable, Hashable, CaseIterable {
  case urgency
  case value
  case transient
  case resident
  case category
  case actionIcons = "action-icons"
  case desktopEntry = "desktop-entry"
  case imagePath = "image-path"
  case soundFile = "sound-file"
  case soundName = "sound-name"
  case suppressSound = "suppress-sound"
  case senderPID = "sender-pid"
  case x
  case y

  /// The D-Bus type code that servers expect.
  public var type: Character {
    switch self {
    case .urgency: "y"
    case .value, .x, .y: "i"
    case .transient, .resident, .actionIcons, .suppressSound: "b"
    case .category, .desktopEntry, .imagePath, .soundFile, .soundName: "s"
    case .senderPID: "x"
    }
  }
}

extension Alert.HintValue {
  /// The value's D-Bus type code.
  public var type: Character {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    }
  }
}
