import DBus

/// One thing that the daemon says about itself, its server or its bus.
package struct DaemonFact: Sendable, Hashable {
  /// What it is about.
  package let name: String
  /// What the daemon says.
  package let value: Content

  /// States a fact.
  package init(_ name: String, _ value: Content) {
    self.name = name
    self.value = value
  }

  /// What it says.
  package indirect enum Content: Sendable, Hashable {
    case text(String)
    case number(Int)
    case truth(Bool)
    case list([Content])
    case facts([DaemonFact])
  }
}

extension ControlClient {
  /// What there is to know for `doctor`, by name. The properties are among it; their names are
  /// written as all others are.
  ///
  /// - Throws: ``ControlError``.
  package func facts() throws(ControlError) -> [DaemonFact] {
    DaemonFact.facts(try describe())
  }
}

extension DaemonFact {
  fileprivate static func facts(_ options: [String: Value]) -> [DaemonFact] {
    options.sorted { $0.key < $1.key }
      .map { DaemonFact($0.key.lowercased(), Content($0.value)) }
  }
}

extension DaemonFact.Content {
  fileprivate init(_ value: Value) {
    let value = value.unwrapped
    if let text = value.string {
      self = .text(text)
    } else if let truth = value.boolean {
      self = .truth(truth)
    } else if let number = value.integer {
      self = .number(number)
    } else if let options = value.options {
      self = .facts(DaemonFact.facts(options))
    } else {
      self = .list((value.fields ?? value.elements ?? []).map(Self.init))
    }
  }
}
