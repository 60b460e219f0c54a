// R6, R7: slots come and go, and pause.
extension AlertQueue {
  func slotIndex(_ number: Int) -> Int? {
    slots.firstIndex { $0.number == number }
  }

  func slot(_ number: Int) -> Slot? {
    slots.first { $0.number == number }
  }

  /// Takes an alert out of its slot. What it covered is uncovered; an empty slot pauses if the
  /// alert had come up.
  mutating func vacate(_ number: Int, _ key: AlertID, cameUp: Bool, at now: Instant) {
    guard let index = slotIndex(number) else { return }
    slots[index].remove(key)
    if let top = slots[index].top {
      uncover(top.key)
    } else {
      free(index, cameUp: cameUp, at: now)
    }
  }

  /// It is the top of its slot now; it is not presented again.
  private mutating func uncover(_ key: AlertID) {
    guard case .covered(let popup) = alerts[key]?.state, let name = alerts[key]?.name else {
      return
    }
    alerts.change(key) { $0.state = .shown(popup) }
    emit(.changed(name, .shown(popup.presentation)))
  }

  private mutating func free(_ index: Int, cameUp: Bool, at now: Instant) {
    slots[index].content = .free
    guard slots.count <= configuration.slotCount else {
      slots.remove(at: index)
      return
    }
    if cameUp, configuration.gap > .zero { pause(index, until: now + configuration.gap) }
    if let retryEnd { pause(index, until: retryEnd) }
  }

  /// Makes a slot without an alert pause at least until then.
  private mutating func pause(_ index: Int, until end: Instant) {
    guard slots[index].pause(until: end) else { return }
    schedule(Deadline(.slot, UInt32(slots[index].number), at: end))
  }

  /// Every slot pauses after an error that may pass (R14), those that are taken once they are not.
  mutating func pauseSlots(until end: Instant) {
    retryEnd = max(retryEnd ?? end, end)
    for index in slots.indices { pause(index, until: end) }
  }

  mutating func endPause(ofSlot number: Int) {
    guard let index = slotIndex(number) else { return }
    slots[index].content = .free
  }

  /// A critical alert ends one pause, the one that would end first, unless a slot is free (R7).
  mutating func endPauseForCritical() {
    guard !slots.contains(where: \.isFree) else { return }
    let pausing = slots.indices.filter { slots[$0].pauseEnd != nil }
    let first = pausing.min { slots[$0].pauseEnd ?? latest < slots[$1].pauseEnd ?? latest }
    if let first { slots[first].content = .free }
  }

  /// Whether a slot is free, or would be if a critical alert came.
  func hasRoom(for priority: Priority) -> Bool {
    slots.contains { $0.isFree || priority == .critical && $0.pauseEnd != nil }
  }

  /// Makes it as many slots as are wanted; taken ones beyond that go when they are left.
  mutating func resizeSlots() {
    while slots.count < configuration.slotCount {
      lastSlot += 1
      slots.append(Slot(number: lastSlot))
    }
    while slots.count > configuration.slotCount,
      let index = slots.lastIndex(where: { !$0.isTaken })
    {
      slots.remove(at: index)
    }
  }
}
