internal import DBus
internal import Peal
internal import Synchronization

/// A `Wait` that has not been answered.
struct PendingWait: Sendable {
  let client: BusName
  let call: IncomingCall
}

/// `Wait`.
extension ControlHost {
  func wait(_ call: IncomingCall, from client: BusName) throws(ControlError) {
    let id = AlertID(rawValue: call.body[0].uint32 ?? 0)
    if let report = report(id) {
      return whenWritten { call.reply([report.value]) }
    }
    // The next daemon knows the alert, and its client asks that one.
    guard !state.withLock({ $0.isStopping && $0.archive != nil }) else { return call.abandon() }
    let isFirst = state.withLock { state in
      state.waits[id, default: []].append(PendingWait(client: client, call: call))
      return state.waits[id]?.count == 1
    }
    watch(client)
    guard isFirst else { return }
    let isKnown = center.whenEnded(id) { [weak self] ending in self?.answerWaits(ending) }
    guard !isKnown else { return }
    state.withLock { $0.waits[id] = nil }
    throw .noSuchAlert(id)
  }

  private func answerWaits(_ ending: Ending) {
    let (waits, report) = state.withLock { state in
      (state.waits.removeValue(forKey: ending.id), state.book.report(ending.id))
    }
    let value = (report ?? AlertReport(ending, nil, at: clock())).value
    whenWritten {
      for wait in waits ?? [] { wait.call.reply([value]) }
    }
  }

  /// Leaves those who wait to the next daemon.
  func abandonWaits() {
    let waits = state.withLock { state in
      defer { state.waits = [:] }
      return state.waits.values.flatMap(\.self)
    }
    for wait in waits { wait.call.abandon() }
  }

  /// The report of an ended alert, from the book or the archive.
  private func report(_ id: AlertID) -> AlertReport? {
    let (report, archive) = state.withLock { ($0.book.report(id), $0.archive) }
    return report ?? archive?.report(id)
  }
}

extension ControlError {
  /// The refusal of a call about an alert that is not there.
  static func noSuchAlert(_ id: AlertID) -> ControlError {
    .refused(.noSuchAlert, "there is no alert \(id.rawValue)")
  }
}
