/// What an interface offers: the source of its introspection and of the checks on its calls.
package struct Interface: Sendable {
  /// One argument of a method or a signal.
  package struct Argument: Sendable {
    /// What it is called in the introspection.
    package let name: String
    /// One complete type.
    package let type: Signature

    /// Describes an argument.
    package init(_ name: String, _ type: Signature) {
      precondition(type.isSingle, "an argument has one type")
      self.name = name
      self.type = type
    }
  }

  /// A method with what goes in and what comes out.
  package struct Method: Sendable {
    /// The member that a call names.
    package let name: MemberName
    /// What a call brings.
    package let input: [Argument]
    /// What its reply brings.
    package let output: [Argument]

    /// Describes a method.
    package init(_ name: MemberName, _ input: [Argument] = [], returns output: [Argument] = []) {
      self.name = name
      self.input = input
      self.output = output
    }

    /// The signature of the arguments that a call must bring.
    var inputSignature: Signature {
      Signature(unchecked: input.map(\.type.text).joined())
    }
  }

  /// A signal with its arguments.
  package struct Signal: Sendable {
    /// The member that the signal names.
    package let name: MemberName
    /// What it brings.
    package let arguments: [Argument]

    /// Describes a signal.
    package init(_ name: MemberName, _ arguments: [Argument]) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// A property that can be read.
  package struct Property: Sendable {
    /// The name that `Get` takes.
    package let name: String
    /// One complete type.
    package let type: Signature

    /// Describes a property.
    package init(_ name: String, _ type: Signature) {
      self.name = name
      self.type = type
    }
  }

  /// The interface.
  package let name: InterfaceName
  /// What can be called.
  package let methods: [Method]
  /// What it tells unasked.
  package let signals: [Signal]
  /// What can be read.
  package let properties: [Property]

  /// Describes an interface.
  package init(
    _ name: InterfaceName, methods: [Method] = [], signals: [Signal] = [],
    properties: [Property] = []
  ) {
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
  }

  /// The method of that name.
  func method(_ name: MemberName) -> Method? {
    methods.first { $0.name == name }
  }
}

extension Interface {
  /// The interface as the specification's introspection format writes it.
  package var xml: String {
    var lines = ["  <interface name=\"\(name)\">"]
    for method in methods {
      let arguments =
        method.input.map { $0.xml(direction: "in") }
        + method.output.map { $0.xml(direction: "out") }
      lines += Self.element("method", method.name, arguments)
    }
    for signal in signals {
      lines += Self.element("signal", signal.name, signal.arguments.map { $0.xml(direction: nil) })
    }
    for property in properties {
      lines.append(
        "    <property name=\"\(property.name)\" type=\"\(property.type)\" access=\"read\"/>")
    }
    return (lines + ["  </interface>"]).joined(separator: "\n")
  }

  private static func element(
    _ kind: String, _ name: MemberName, _ arguments: [String]
  ) -> [String] {
    guard !arguments.isEmpty else { return ["    <\(kind) name=\"\(name)\"/>"] }
    return ["    <\(kind) name=\"\(name)\">"] + arguments + ["    </\(kind)>"]
  }
}

extension Interface.Argument {
  fileprivate func xml(direction: String?) -> String {
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    return "      <arg name=\"\(name)\" type=\"\(type)\"\(direction)/>"
  }
}
