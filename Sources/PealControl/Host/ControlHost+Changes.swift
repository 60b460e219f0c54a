internal import DBus
internal import Peal
internal import Synchronization

/// What the center reports, kept in the book and told to the bus.
extension ControlHost {
  func note(_ change: AlertCenter.Change) {
    switch change {
    case .posted(let id, let alert, _): notePost(id, alert)
    case .updated(let id, _): tellChanged(id)
    case .moved(let id, let stage): tellChanged(id, to: stage)
    case .acted(let id, let key, let text): tellChanged(id, action: key, text: text)
    case .ended(let ending): noteEnding(ending)
    case .presenter(let name):
      if name != nil { serverCame() }
    case .paused, .activation: break
    }
    tellPropertiesSoon()
  }

  private func notePost(_ id: AlertID, _ alert: Alert) {
    let now = clock()
    state.withLock { $0.book.open(id, at: now) }
    let report = AlertReport(id, alert, stage: .waiting, posted: now)
    emitChanged(report)
  }

  private func noteEnding(_ ending: Ending) {
    let now = clock()
    let report = state.withLock { state in
      let report = AlertReport(ending, state.book[ending.id], at: now)
      state.book.close(report)
      return report
    }
    emitChanged(report)
  }

  /// Tells what is known of a live alert, with the stage that it came to, which it may have left
  /// since, or the action that was chosen.
  private func tellChanged(
    _ id: AlertID, to stage: Stage? = nil, action: String? = nil, text: String? = nil
  ) {
    guard let status = center.status(of: id) else { return }
    let now = clock()
    let report = state.withLock { state in
      AlertReport(status, at: stage ?? status.stage, state.book[status.id], now)
    }
    var acted: [String: Value] = [:]
    acted[Fact.action.rawValue] = action.map(Value.string)
    acted[Fact.text.rawValue] = text.map(Value.string)
    emitChanged(report, acted)
  }

  /// Everybody on the bus may get it, so that it is kept to the size that is shown.
  private func emitChanged(_ report: AlertReport, _ more: [String: Value] = [:]) {
    guard let connection = state.withLock({ $0.connection }) else { return }
    let facts = report.abridged(to: Limits.body).facts.merging(more) { $1 }
    let body: [Value] = [report.id.value, .string(report.stage), .options(facts)]
    // All that can be wrong with it is that the bus is gone, and then nobody listens.
    try? connection.send(
      .signal(Alerts1.changed, from: Alerts1.path, interface: Alerts1.interface, body))
  }

  /// Tells the properties once what happens in one go is over.
  private func tellPropertiesSoon() {
    let loop = state.withLock { state -> EventLoop? in
      guard !state.isTelling, let connection = state.connection else { return nil }
      state.isTelling = true
      return connection.loop
    }
    _ = loop?.schedule(after: Self.propertyPause) { [weak self] in self?.tellProperties() }
  }

  private func tellProperties() {
    let properties = properties
    let (connection, changed) = state.withLock { state in
      let changed = properties.filter { name, value in state.told?[name] != value }
      state.isTelling = false
      state.told = properties
      return (state.connection, changed)
    }
    guard let connection, !changed.isEmpty else { return }
    try? connection.propertiesChanged(changed, of: Alerts1.interface, at: Alerts1.path)
  }
}
