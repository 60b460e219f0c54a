import DBus

extension ScriptedServer {
  func notify(_ call: IncomingCall) {
    guard var notification = Notification(call.message, at: .now) else { return }
    if behaviour.diesOfTags, isUp(notification.replacesID), notification.stackTag != nil {
      record(notification)
      Task { await die() }
      return
    }
    let reply = take(\.reply)
    if let refusal = refusal(of: notification, reply) {
      record(notification)
      return call.fail(refusal, "as the test wants it")
    }
    guard reply != .never else {
      record(notification)
      return unansweredCalls.append(call)
    }
    let id = chooseID(notification)
    notification.id = id
    record(notification)
    show(notification, id)
    let answer: @Sendable () -> Void = { [isZero = behaviour.answersZero] in
      call.reply([.uint32(isZero ? 0 : id)])
    }
    if reply == .whenTold { heldReplies.append(answer) } else { answer() }
  }

  private func record(_ notification: Notification) {
    notifications.put(notification)
    record(.notify(notification), at: notification.time)
  }

  private func refusal(
    of notification: Notification, _ reply: Behaviour.Reply
  ) -> ErrorName? {
    if case .error(let name, _) = reply { return name }
    if behaviour.isStrict {
      if !notification.actions.count.isMultiple(of: 2) { return .invalidArgs }
      if let value = notification.hints["value"], value.type != "i" { return .invalidArgs }
    }
    let isNew = !isUp(notification.replacesID)
    if isNew, behaviour.equalText == .refused, equal(to: notification) != nil {
      return "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
    }
    if isNew, let limit = behaviour.limit, popups.value.count >= limit { return behaviour.tooMany }
    return nil
  }

  private func show(_ notification: Notification, _ id: UInt32) {
    let isReplacement = isUp(id)
    let equal = isReplacement ? nil : equal(to: notification)
    if behaviour.stacksByTag, !isReplacement, let tag = notification.stackTag,
      let old = popups.value.first(where: { $0.notification.stackTag == tag })
    {
      takeDown(old.id, reason: 1)
    }
    if behaviour.equalText == .merged, let equal { takeDown(equal.id, reason: 1) }
    let isDropped = behaviour.equalText == .dropped && equal != nil
    let popup = Popup(
      id: id, notification: notification,
      place: behaviour.isQuiet || isDropped ? .nowhere : .screen)
    popups.change { popups in
      if let index = popups.firstIndex(where: { $0.id == id }) {
        popups[index] = popup
      } else {
        popups.append(popup)
      }
    }
    mostOnScreen = max(mostOnScreen, popups.value.count { $0.place == .screen })
    if popup.place == .screen { scheduleExpiry(of: popup) }
    for early in behaviour.beforeReply { emit(early, popup) }
  }

  private func emit(_ early: Behaviour.Early, _ popup: Popup) {
    switch early {
    case .action(let key):
      emit(
        "ActionInvoked", [.uint32(popup.id), .string(key)], for: popup.notification.sender)
    case .closed(let reason): takeDown(popup.id, reason: reason)
    }
  }

  private func isUp(_ id: UInt32) -> Bool {
    popups.value.contains { $0.id == id }
  }

  private func equal(to notification: Notification) -> Popup? {
    popups.value.first {
      $0.notification.summary == notification.summary && $0.notification.body == notification.body
    }
  }

  private func chooseID(_ notification: Notification) -> UInt32 {
    let wanted = notification.replacesID
    if wanted != 0, isUp(wanted) || behaviour.unknownReplacesID == .adopted { return wanted }
    if behaviour.reusesIDs { nextID = behaviour.firstID }
    while isUp(nextID) || nextID == 0 { nextID &+= 1 }
    defer { nextID &+= 1 }
    return nextID
  }

  private func scheduleExpiry(of popup: Popup) {
    timers.removeValue(forKey: popup.id)?.cancel()
    guard let expiry = expiry(of: popup.notification), let connection else { return }
    timers[popup.id] = connection.loop.schedule(after: expiry) { [weak self] in
      self?.assumeIsolated { $0.runOut(popup.id) }
    }
  }

  private func expiry(of notification: Notification) -> Duration? {
    switch behaviour.expiry {
    case .fixed(let duration): return duration
    case .ignored: return behaviour.defaultExpiry
    case .ignoredForCritical where notification.isCritical: return nil
    case .obeyed, .ignoredForCritical: break
    }
    switch notification.expireTimeout {
    case 0: return nil
    case ..<0: return behaviour.defaultExpiry
    case let milliseconds: return .milliseconds(milliseconds)
    }
  }
}
