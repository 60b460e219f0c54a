internal import Peal

extension Log {
  /// Tells a change of the queue. An alert's text is told for debugging only.
  func note(_ change: AlertCenter.Change) {
    switch change {
    case .posted(let id, let alert, _):
      write(.info, "alert \(id.rawValue) posted, priority \(alert.priority)\(text(alert))")
    case .updated(let id, let alert):
      write(.info, "alert \(id.rawValue) updated\(text(alert))")
    case .moved(let id, let stage):
      write(.info, "alert \(id.rawValue) \(stage.text)")
    case .acted(let id, _, _):
      write(.info, "alert \(id.rawValue) had an action chosen, and stays")
    case .ended(let ending): note(ending)
    case .paused(let isPaused):
      write(.notice, isPaused ? "paused" : "no longer paused")
    case .presenter(let name):
      write(.notice, name.map { "alerts are shown by \($0)" } ?? "nothing shows alerts")
    case .activation: break
    }
  }

  private func note(_ ending: Ending) {
    let time = ending.shown > .zero ? ", shown for \(ending.shown.milliseconds) ms" : ""
    write(.info, "alert \(ending.id.rawValue) ended: \(ending.outcome.word)\(time)")
  }

  private func text(_ alert: Alert) -> String {
    guard level >= .debug else { return "" }
    return ", app \(alert.appName.debugDescription), \(alert.summary.debugDescription)"
  }
}

extension Stage {
  fileprivate var text: String {
    guard case .held(let reasons) = self else { return word }
    return "held: \(reasons.words.joined(separator: ", "))"
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 { clampedNanoseconds / 1_000_000 }
}
