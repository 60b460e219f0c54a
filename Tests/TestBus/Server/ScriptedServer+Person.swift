package import DBus

extension ScriptedServer {
  /// The person presses a button, or clicks the popup (`default`).
  ///
  /// - Throws: ``NotUp`` if there is nothing to press.
  package func press(_ id: UInt32, _ key: String = "default") throws(NotUp) {
    let popup = try popup(id)
    let invoked: [Value] = [.uint32(id), .string(key)]
    if case .closesFirst(let reason) = behaviour.afterAction { takeDown(id, reason: reason) }
    if let token = behaviour.activationToken {
      emit("ActivationToken", [.uint32(id), .string(token)], for: popup.notification.sender)
    }
    emit("ActionInvoked", invoked, for: popup.notification.sender)
    followAction(id)
  }

  /// The person presses the button with a label.
  ///
  /// - Throws: ``NotUp`` if there is no such button.
  package func press(_ id: UInt32, labelled label: String) throws(NotUp) {
    guard let key = try popup(id).notification.key(labelled: label) else { throw NotUp(id: id) }
    try press(id, key)
  }

  /// The person writes an answer into the popup.
  package func reply(_ id: UInt32, _ text: String) throws(NotUp) {
    let popup = try popup(id)
    if case .closesFirst(let reason) = behaviour.afterAction { takeDown(id, reason: reason) }
    emit("NotificationReplied", [.uint32(id), .string(text)], for: popup.notification.sender)
    followAction(id)
  }

  /// The person closes the popup, or it is closed for another reason.
  package func close(_ id: UInt32, reason: UInt32? = nil) throws(NotUp) {
    _ = try popup(id)
    takeDown(id, reason: reason ?? behaviour.closeReason)
  }

  /// The popup's time runs out now.
  package func expire(_ id: UInt32) throws(NotUp) {
    _ = try popup(id)
    runOut(id)
  }

  /// There is no popup with that id, or no such button.
  package struct NotUp: Error {
    package let id: UInt32
  }

  /// Sends a signal of the interface as the behaviour says; for what no popup stands behind.
  ///
  /// - Parameter caller: who gets it, if it goes to one.
  package func emit(_ member: MemberName, _ body: [Value], for caller: BusName?) {
    let signal = Message.signal(member, from: .notifications, interface: .notifications, body)
    var unicast = signal
    unicast.destination = caller
    for _ in 0..<behaviour.copies {
      switch behaviour.audience {
      case .everybody: try? connection?.send(signal)
      case .caller: try? connection?.send(unicast)
      case .callerAndEverybody:
        try? connection?.send(unicast)
        try? shadow?.send(signal)
      }
    }
  }

  /// Takes a popup down, and reports it if the behaviour says so.
  func takeDown(_ id: UInt32, reason: UInt32) {
    timers.removeValue(forKey: id)?.cancel()
    let popup = popups.change { popups -> Popup? in
      guard let index = popups.firstIndex(where: { $0.id == id }) else { return nil }
      return popups.remove(at: index)
    }
    guard let popup else { return }
    record(.gone(id, reason: reason))
    let isReported =
      switch behaviour.reports {
      case .all: true
      case .none: false
      case .allButExpiry: reason != 1
      }
    if isReported {
      emit("NotificationClosed", [.uint32(id), .uint32(reason)], for: popup.notification.sender)
    }
  }

  /// What happens at the end of a popup's time.
  func runOut(_ id: UInt32) {
    guard behaviour.hasTray else { return takeDown(id, reason: 1) }
    timers.removeValue(forKey: id)?.cancel()
    popups.change { popups in
      guard let index = popups.firstIndex(where: { $0.id == id }) else { return }
      popups[index].place = .tray
    }
  }

  private func followAction(_ id: UInt32) {
    switch behaviour.afterAction {
    case .closes(let reason): takeDown(id, reason: reason)
    case .vanishes:
      timers.removeValue(forKey: id)?.cancel()
      popups.change { $0.removeAll { $0.id == id } }
    case .closesFirst, .nothing: break
    }
  }

  private func popup(_ id: UInt32) throws(NotUp) -> Popup {
    guard let popup = popups.value.first(where: { $0.id == id }) else { throw NotUp(id: id) }
    return popup
  }
}
