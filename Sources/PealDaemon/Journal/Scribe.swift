internal import Peal
internal import PealDesktop
internal import PealJournal
internal import Synchronization

/// Writes down what happens to alerts, from when the journal is open. It lives on the event loop.
final class Scribe: Sendable {
  /// What it works with.
  private struct Desk: Sendable {
    let journal: Journal
    let center: AlertCenter
    let screen: DesktopPresenter
  }

  private let desk = Mutex<Desk?>(nil)
  private let time: TimeSource

  /// - Parameter time: the queue's clock.
  init(_ time: TimeSource) {
    self.time = time
  }

  /// Begins to write.
  func open(_ journal: Journal, _ center: AlertCenter, _ screen: DesktopPresenter) {
    desk.withLock { $0 = Desk(journal: journal, center: center, screen: screen) }
  }

  /// The journal; nil when none is kept.
  var journal: Journal? { desk.withLock { $0?.journal } }

  /// What the queue's clock and the civil one say.
  var now: ClockReading { ClockReading(at: time.now()) }

  /// Takes note of a change of the queue.
  func note(_ change: AlertCenter.Change) {
    guard let desk = desk.withLock({ $0 }) else { return }
    switch change {
    case .posted(let id, _, _), .updated(let id, _), .moved(let id, _): record(id, at: desk)
    case .ended(let ending):
      desk.journal.file(ending, now)
      // Other submissions of a merged alert go on, under another id if this was the first.
      if ending.count > 1 { record(ending.id, at: desk) }
    case .acted, .activation, .paused, .presenter: break
    }
  }

  /// Takes note that a popup came up: a crash from here on leaves it on the screen.
  func notePopup(_ presentation: Presentation) {
    guard let desk = desk.withLock({ $0 }) else { return }
    record(presentation.id, at: desk)
  }

  /// Takes note that a popup is gone: nobody has to take it down after a crash.
  func noteGone(_ presentation: Presentation) {
    desk.withLock { $0 }?.journal.forget(presentation)
  }

  /// Writes down how everything stands once the popups are taken down.
  func writeAll() {
    guard let desk = desk.withLock({ $0 }) else { return }
    for var record in desk.center.record.alerts {
      record.popup = nil
      desk.journal.record(LiveEntry(record), now)
    }
    desk.journal.commit()
  }

  private func record(_ id: AlertID, at desk: Desk) {
    guard let record = desk.center.record(of: id) else { return }
    desk.journal.record(LiveEntry(record, popup: popup(of: record, at: desk)), now)
  }

  /// The server's word for the popup of an alert. While that is being taken over, the server knows it
  /// by its successor.
  private func popup(of record: AlertRecord, at desk: Desk) -> ServerPopup? {
    guard let popup = record.popup, let id = record.id else { return nil }
    let successor = Presentation(id: id, attempt: record.attempts)
    let place = desk.screen.assumeIsolated { $0.place(of: popup) ?? $0.place(of: successor) }
    return place.map { ServerPopup($0.id, incarnation: $0.incarnation) }
  }
}
