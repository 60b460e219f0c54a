package import DBus

/// What `Pause` carries.
package struct PauseRequest: Sendable, Hashable {
  /// The token's name; nil makes one that belongs to the client and goes with it.
  package var name: String?
  /// How long it holds; nil is until it is released.
  package var duration: Duration?
  /// What passes all the same.
  package var exception: Exception

  /// What passes a pause.
  package enum Exception: String, Sendable, CaseIterable {
    /// Critical alerts do.
    case critical
    /// Nothing does.
    case none
  }

  /// The token that `peal pause` sets and `peal resume` releases.
  package static let commandName = "peal"

  /// Asks for a pause.
  package init(name: String? = nil, for duration: Duration? = nil, except: Exception = .critical) {
    self.name = name
    self.duration = duration
    self.exception = except
  }

  /// The options' names on the wire.
  package enum Name: String, OptionName {
    case name
    case duration = "for"
    case except

    package var type: Signature {
      switch self {
      case .name, .except: "s"
      case .duration: "x"
      }
    }
  }
}

extension PauseRequest {
  /// Reads the options of `Pause`.
  ///
  /// - Throws: ``ControlError`` for an unknown option, a wrong type or a value that makes no sense.
  package init(_ options: [String: Value]) throws(ControlError) {
    let reader = try OptionReader(options, of: Name.self)
    let name = try reader.string(.name, atMost: Bounds.pauseName)
    self.init(
      name: name == "" ? nil : name,
      for: try reader.duration(.duration).flatMap { $0 == .zero ? nil : $0 },
      except: try reader.word(.except) ?? .critical)
  }

  /// The options as `a{sv}`.
  package var value: Value {
    var writer = OptionWriter<Name>()
    writer.set(.name, name.map(Value.string))
    writer.set(.duration, duration.map(Value.milliseconds))
    writer.set(.except, exception, unless: .critical)
    return .options(writer.options)
  }
}
