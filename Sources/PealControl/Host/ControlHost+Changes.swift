internal import DBus
internal import Peal
internal import Synchronization

/// What the center reports, kept in the book and told to the bus.
extension ControlHost {
  func note(_ change: AlertCenter.Change) {
    switch change {
    case .posted(let id, let alert, _):
      state.withLock { $0.book.open(id, at: clock()) }
      // What is merged into another alert is told as a change of that one, which comes next.
      if center.status(of: id).map({ $0.id == id }) ?? true { spread(.posted(id, alert)) }
    case .updated(let id, _): spread(.moved(id, nil))
    case .moved(let id, let stage): spread(.moved(id, stage))
    case .acted(let id, let key, let text): spread(.acted(id, .init(key: key, text: text)))
    case .ended(let ending): spread(.ended(close(ending)))
    case .presenter(let name):
      if name != nil { serverCame() }
    case .activation(let id, let token): state.withLock { $0.book.note(id, activation: token) }
    case .paused: break
    }
    tellPropertiesSoon()
  }

  /// Puts an ending into the book.
  private func close(_ ending: Ending) -> AlertReport {
    let now = clock()
    return state.withLock { state in
      let report = AlertReport(ending, state.book[ending.id], at: now)
      state.book.close(report)
      return report
    }
  }

  // MARK: The signal Changed

  private func spread(_ news: News) {
    let (step, connection) = state.withLock { state in
      (state.connection.map { _ in state.newsroom.take(news, at: .now) }, state.connection)
    }
    switch step {
    case .tell: tell(news)
    case .begin:
      _ = connection?.loop.schedule(after: Newsroom.pause) { [weak self] in
        self?.tellBatch()
      }
    case .collect, nil: break
    }
  }

  /// Tells what has been collected.
  func tellBatch() {
    for news in state.withLock({ $0.newsroom.takeBatch() }) { tell(news) }
  }

  private func tell(_ news: News) {
    switch news {
    case .posted(let id, let alert):
      emit(AlertReport(id, alert, stage: .waiting, posted: clock()))
    case .moved(let id, let stage): emit(report(id, at: stage))
    case .acted(let id, let choice): emit(report(id, at: nil), choice: choice)
    case .ended(let report): emit(report)
    }
  }

  /// What is known of a live alert, with the stage that it came to, which it may have left since.
  private func report(_ id: AlertID, at stage: Stage?) -> AlertReport? {
    guard let status = center.status(of: id) else { return nil }
    let now = clock()
    return state.withLock { state in
      AlertReport(status, at: stage ?? status.stage, state.book[status.id], now)
    }
  }

  /// Everybody on the bus may get it, so that it is kept to the size that is shown.
  private func emit(_ report: AlertReport?, choice: AlertReport.Choice? = nil) {
    guard let report, let connection = state.withLock({ $0.connection }) else { return }
    let details = report.abridged(to: Limits.body).value(choice: choice)
    whenWritten {
      // All that can be wrong with it is that the bus is gone, and then nobody listens.
      try? connection.send(
        .signal(
          Alerts1.changed, from: Alerts1.path, interface: Alerts1.interface,
          [report.id.value, .string(report.stage), details]))
    }
  }

  // MARK: The properties

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
