import DBus
import Peal

@testable import PealDesktop

/// A `ServerLink` and the time, to be led through a scene event by event.
struct Script {
  var link = ServerLink()
  var now = Instant(nanoseconds: 0)
  let owner: BusName

  /// A link that has not heard of a bus.
  init() { owner = ":1.5" }

  /// A link whose server has introduced itself.
  init(_ server: Server) {
    owner = server.owner
    introduce(server)
  }

  /// A server takes the name and answers both questions.
  @discardableResult
  mutating func introduce(_ server: Server) -> [Effect] {
    play(.owner(server.owner))
      + play(.informed(generation: generation, server.information))
      + play(.capable(generation: generation, server.capabilities))
  }

  /// One event; what it makes the link do.
  @discardableResult
  mutating func play(_ event: LinkEvent) -> [Effect] {
    link.handle(event, at: now)
  }

  @discardableResult
  mutating func signal(_ signal: ServerSignal) -> [Effect] {
    play(.signal(from: owner, signal))
  }

  /// The answer to the latest `Notify` for a popup.
  @discardableResult
  mutating func answer(_ popup: UInt64, _ answer: NotifyAnswer) -> [Effect] {
    play(.notified(handle(popup), answer))
  }

  /// Presents an alert whose popup gets this id.
  @discardableResult
  mutating func show(_ request: PresentRequest, popup: UInt64 = 1, id: UInt32) -> [Effect] {
    play(.present(request)) + answer(popup, .shown(id))
  }

  /// The popup that was made as this one of the present owner's.
  func handle(_ popup: UInt64) -> Popup.Handle {
    Popup.Handle(generation: generation, number: popup)
  }

  var generation: UInt64 { link.generation }
}

extension [Effect] {
  /// What is reported.
  var reports: [PresenterEvent] {
    compactMap { if case .report(let event) = $0 { event } else { nil } }
  }

  /// The ids that `Notify` is to replace.
  var replaced: [UInt32] {
    compactMap { if case .notify(_, _, let call) = $0 { call.replaces } else { nil } }
  }

  /// The summaries that `Notify` is to show.
  var shown: [String] {
    compactMap { if case .notify(_, _, let call) = $0 { call.summary } else { nil } }
  }

  /// The ids that `CloseNotification` is called with.
  var closed: [UInt32] {
    compactMap { if case .close(_, let id, _) = $0 { id } else { nil } }
  }
}
