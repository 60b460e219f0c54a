/// One interface of an object that a connection serves.
struct ServedInterface: Sendable {
  let interface: Interface
  let handler: @Sendable (IncomingCall) -> Void
  let property: @Sendable (String) -> Value?
  let whenKnown: @Sendable (@escaping @Sendable () -> Void) -> Void
}

extension Connection {
  /// Serves an interface at a path. `Introspectable`, `Peer` and `Properties` are seen to.
  ///
  /// - Parameters:
  ///   - handler: gets each call of a method that the interface has with arguments of its types, on
  ///     the loop; it answers through the call.
  ///   - property: the value of a property now, of the type that the interface says.
  ///   - whenKnown: does what it is given once the properties are known: they are not read before.
  package func serve(
    _ interface: Interface, at path: ObjectPath,
    property: @escaping @Sendable (String) -> Value? = { _ in nil },
    whenKnown: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    _ handler: @escaping @Sendable (IncomingCall) -> Void
  ) {
    let served = ServedInterface(
      interface: interface, handler: handler, property: property, whenKnown: whenKnown)
    objects[path, default: [:]][interface.name] = served
  }

  /// Stops serving whatever is at a path.
  package func stopServing(_ path: ObjectPath) {
    objects[path] = nil
  }

  /// Tells who listens that properties have changed.
  ///
  /// - Throws: ``DBusError/invalid(_:)``.
  package nonisolated func propertiesChanged(
    _ changed: [String: Value], of interface: InterfaceName, at path: ObjectPath
  ) throws(DBusError) {
    let body = [Value.string(interface.text), .options(changed), .strings([])]
    try send(.signal("PropertiesChanged", from: path, interface: .properties, body))
  }

  func answer(_ message: Message) {
    guard case .call(let path, let interface, let member) = message.kind else { return }
    let call = IncomingCall(message, member: member, on: self)
    switch interface {
    case InterfaceName.peer: answerPeer(call)
    case InterfaceName.introspectable: introspect(call, path)
    case InterfaceName.properties: answerProperties(call, path)
    default: answerObject(call, path, interface)
    }
  }

  private func answerObject(
    _ call: IncomingCall, _ path: ObjectPath, _ interface: InterfaceName?
  ) {
    guard let object = objects[path] else {
      return call.fail(.unknownObject, "no object at \(path)")
    }
    let candidates = object.values.filter { served in
      interface.map { served.interface.name == $0 } ?? (served.interface.method(call.member) != nil)
    }
    guard let served = candidates.first else {
      guard let interface else {
        return call.fail(.unknownMethod, "no method \(call.member) at \(path)")
      }
      return call.fail(.unknownInterface, "no interface \(interface) at \(path)")
    }
    guard let method = served.interface.method(call.member) else {
      return call.fail(.unknownMethod, "\(served.interface.name) has no method \(call.member)")
    }
    guard call.message.signature == method.inputSignature else {
      let types = "(\(method.inputSignature)), not (\(call.message.signature))"
      return call.fail(.invalidArgs, "\(call.member) takes \(types)")
    }
    served.handler(call)
  }

  private func answerPeer(_ call: IncomingCall) {
    switch call.member {
    case "Ping": call.reply()
    case "GetMachineId":
      guard let id = MachineID.read() else {
        return call.fail(.failed, "this machine has no /etc/machine-id")
      }
      call.reply([.string(id)])
    default: call.fail(.unknownMethod, "Peer has no method \(call.member)")
    }
  }

  private func introspect(_ call: IncomingCall, _ path: ObjectPath) {
    guard call.member == "Introspect" else {
      return call.fail(.unknownMethod, "Introspectable has no method \(call.member)")
    }
    let interfaces = (objects[path] ?? [:]).values.map(\.interface)
    let text = Introspection.xml(
      interfaces.sorted { $0.name.text < $1.name.text },
      children: Introspection.children(of: path, among: objects.keys))
    call.reply([.string(text)])
  }

  private func answerProperties(_ call: IncomingCall, _ path: ObjectPath) {
    guard let name = call.body.first?.string else {
      return call.fail(.invalidArgs, "\(call.member) takes the name of an interface first")
    }
    guard let object = objects[path] else {
      return call.fail(.unknownObject, "no object at \(path)")
    }
    guard let served = object.values.first(where: { $0.interface.name.text == name }) else {
      return call.fail(.unknownInterface, "no interface \(name) at \(path)")
    }
    switch (call.member, call.message.signature) {
    case ("Get", "ss"): served.whenKnown { served.get(call) }
    case ("GetAll", "s"): served.whenKnown { call.reply([.options(served.allProperties)]) }
    case ("Set", "ssv"): refuseToSet(call, served)
    case ("Get", _), ("GetAll", _), ("Set", _):
      call.fail(.invalidArgs, "\(call.member) does not take (\(call.message.signature))")
    default: call.fail(.unknownMethod, "Properties has no method \(call.member)")
    }
  }

  private func refuseToSet(_ call: IncomingCall, _ served: ServedInterface) {
    let name = call.body[1].string ?? ""
    guard served.interface.properties.contains(where: { $0.name == name }) else {
      return call.fail(.unknownProperty, "\(served.interface.name) has no property \(name)")
    }
    call.fail(.propertyReadOnly, "the property \(name) cannot be set")
  }
}

extension ServedInterface {
  var allProperties: [String: Value] {
    var values: [String: Value] = [:]
    for described in interface.properties {
      values[described.name] = property(described.name)
    }
    return values
  }

  func get(_ call: IncomingCall) {
    guard let name = call.body.last?.string, let value = allProperties[name] else {
      return call.fail(.unknownProperty, "\(interface.name) has no such property")
    }
    call.reply([.variant(value)])
  }
}
