package import DBus

extension ScriptedServer {
  /// What a notification server has to offer.
  package static let interface = Interface(
    .notifications,
    methods: [
      .init(
        "Notify",
        [
          .init("app_name", "s"), .init("replaces_id", "u"), .init("app_icon", "s"),
          .init("summary", "s"), .init("body", "s"), .init("actions", "as"),
          .init("hints", "a{sv}"), .init("expire_timeout", "i"),
        ], returns: [.init("id", "u")]),
      .init("CloseNotification", [.init("id", "u")]),
      .init("GetCapabilities", returns: [.init("capabilities", "as")]),
      .init(
        "GetServerInformation",
        returns: [
          .init("name", "s"), .init("vendor", "s"), .init("version", "s"),
          .init("spec_version", "s"),
        ]),
    ],
    signals: [
      .init("NotificationClosed", [.init("id", "u"), .init("reason", "u")]),
      .init("ActionInvoked", [.init("id", "u"), .init("action_key", "s")]),
      .init("NotificationReplied", [.init("id", "u"), .init("text", "s")]),
      .init("ActivationToken", [.init("id", "u"), .init("activation_token", "s")]),
    ],
    properties: [.init("Inhibited", "b")])

  func property(_ name: String) -> Value? {
    behaviour.isInhibited.map(Value.boolean)
  }

  func handle(_ call: IncomingCall) {
    switch call.member {
    case "Notify": notify(call)
    case "CloseNotification": close(call)
    case "GetCapabilities": inform(call, [.strings(behaviour.capabilities)])
    case "GetServerInformation":
      let facts = [
        behaviour.name, behaviour.vendor, behaviour.version, behaviour.specification,
      ]
      inform(call, facts.map(Value.string))
    default: break
    }
  }

  func record(_ event: ServerEvent, at time: ContinuousClock.Instant = .now) {
    events.put((event, time))
  }

  private func inform(_ call: IncomingCall, _ facts: [Value]) {
    record(.asked(call.member))
    if answer(call, as: \.information, facts) == .never { unansweredCalls.append(call) }
  }

  private func close(_ call: IncomingCall) {
    guard let id = call.body[0].uint32 else { return }
    closeRequests.put(id)
    record(.closeRequested(id))
    guard behaviour.closeReply != .never else { return unansweredCalls.append(call) }
    if !popups.value.contains(where: { $0.id == id }) {
      guard case .error(let name) = behaviour.unknownClose else {
        if case .reported(let reason) = behaviour.unknownClose {
          emit("NotificationClosed", [.uint32(id), .uint32(reason)], for: call.sender)
        }
        return call.reply()
      }
      return call.fail(name, "no notification \(id)")
    }
    if case .error = behaviour.closeReply {
    } else if behaviour.outlivesClose {
      emit("NotificationClosed", [.uint32(id), .uint32(3)], for: call.sender)
    } else if !behaviour.ignoresClose {
      takeDown(id, reason: 3)
    }
    answer(call, as: \.closeReply, [])
  }

  /// Answers a call as the behaviour says.
  ///
  /// - Returns: the reply that was chosen; `.never` means that nothing was done.
  @discardableResult
  func answer(
    _ call: IncomingCall, as choice: WritableKeyPath<Behaviour, Behaviour.Reply>, _ body: [Value]
  ) -> Behaviour.Reply {
    let reply = take(choice)
    switch reply {
    case .atOnce: call.reply(body)
    case .whenTold: heldReplies.append { call.reply(body) }
    case .error(let name, _): call.fail(name, "as the test wants it")
    case .never: break
    }
    return reply
  }

  /// The reply to give now; an error that comes a number of times is counted.
  func take(_ choice: WritableKeyPath<Behaviour, Behaviour.Reply>) -> Behaviour.Reply {
    let reply = behaviour[keyPath: choice]
    guard case .error(let name, let times?) = reply else { return reply }
    guard times > 0 else {
      behaviour[keyPath: choice] = .atOnce
      return .atOnce
    }
    behaviour[keyPath: choice] = .error(name, times: times - 1)
    return reply
  }

  /// Takes down the popups of a caller that has left, if the behaviour says so.
  func ownerChanged(_ change: Connection.OwnerChange) {
    guard behaviour.dropsOrphans, change.name.isUnique, change.new == nil else { return }
    for popup in popups.value where popup.notification.sender == change.name {
      takeDown(popup.id, reason: 2)
    }
  }
}
