import DBus
import Peal

/// The hints of one `Notify`, each of the type that its name calls for.
struct Hints {
  private(set) var values: [String: Value] = [:]
  private let alert: Alert
  private static let tags = ["x-canonical-private-synchronous", "x-dunst-stack-tag"]

  /// Makes the hints for what is asked for. What the alert says in a field of its own goes before a
  /// hint of the same name.
  ///
  /// - Parameter isReplacing: whether the call names the popup that it takes over.
  init(_ request: PresentRequest, isReplacing: Bool, to server: Server) {
    alert = request.alert
    addCallers(to: server)
    if isReplacing, !server.traits.takesTagOnReplacing.value {
      for name in Self.tags { values[name] = nil }
    } else {
      addTag(request.presentation.id)
    }
    addOwn(to: server)
    if request.isReturning { set(.suppressSound, .boolean(true)) }
  }

  /// The caller's hints, where they are of the right type or can be made so.
  private mutating func addCallers(to server: Server) {
    for (name, hint) in alert.hints {
      let standard = StandardHint(rawValue: name)
      if standard == .actionIcons, !server.capabilities.has(.actionIcons) { continue }
      guard let value = hint.value(ofType: standard?.type ?? hint.type) else { continue }
      values[name.withoutNUL] = value
    }
  }

  /// A tag of the alert's own: a server that knows tags puts what is shown anew in the place of an
  /// orphan, rather than beside it. A tag of the caller's stays.
  private mutating func addTag(_ id: AlertID) {
    for name in Self.tags where values[name] == nil {
      values[name] = .string("peal:\(id.rawValue)")
    }
  }

  private mutating func addOwn(to server: Server) {
    set(.urgency, .byte(urgency(at: server).rawValue))
    if let progress = alert.progress { set(.value, .int32(Int32(clamping: progress))) }
    if let category = alert.category { set(.category, .string(category.withoutNUL)) }
    if alert.isTransient { set(.transient, .boolean(true)) }
    if alert.isResident { set(.resident, .boolean(true)) }
    if let picture = alert.picture { set(.imagePath, .string(picture.withoutNUL)) }
    if let placeholder = alert.replyPlaceholder, server.capabilities.has(.inlineReply) {
      values["x-kde-reply-placeholder-text"] = .string(placeholder.onOneLine)
    }
  }

  private func urgency(at server: Server) -> Alert.Urgency {
    if let urgency = alert.urgency { return urgency }
    if alert.isQuestion, server.traits.keepsOnlyCritical.value { return .critical }
    switch alert.priority {
    case .low: return .low
    case .normal, .high: return .normal
    case .critical: return .critical
    }
  }

  private mutating func set(_ hint: StandardHint, _ value: Value) {
    values[hint.rawValue] = value
  }
}

extension Alert {
  /// What goes out as `image-path`: the picture, else the icon where the program's own takes its
  /// place.
  fileprivate var picture: String? {
    image ?? (appIcon == nil ? nil : icon)
  }
}

extension Alert.HintValue {
  /// The value in a type of the wire, if it fits.
  fileprivate func value(ofType type: Character) -> Value? {
    switch type {
    case "b": truth.map(Value.boolean)
    case "y": integer.flatMap(UInt8.init(exactly:)).map(Value.byte)
    case "i": integer.flatMap(Int32.init(exactly:)).map(Value.int32)
    case "u": integer.flatMap(UInt32.init(exactly:)).map(Value.uint32)
    case "x": integer.flatMap(Int64.init(exactly:)).map(Value.int64)
    case "t": integer.flatMap(UInt64.init(exactly:)).map(Value.uint64)
    case "d": number.map(Value.double)
    case "s": text.map { Value.string($0.withoutNUL) }
    default: nil
    }
  }

  private var truth: Bool? {
    if case .boolean(let truth) = self { truth } else { nil }
  }

  private var number: Double? {
    if case .double(let number) = self { number } else { nil }
  }

  private var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  private var integer: Int128? {
    switch self {
    case .byte(let number): Int128(number)
    case .int32(let number): Int128(number)
    case .uint32(let number): Int128(number)
    case .int64(let number): Int128(number)
    case .uint64(let number): Int128(number)
    case .boolean, .double, .string: nil
    }
  }
}
