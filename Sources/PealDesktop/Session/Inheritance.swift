package import Peal

/// Popups that an earlier process of ours left on the screen, for the same server to go on with.
package struct Inheritance: Sendable {
  /// The server that shows them, by the traits that it had then.
  package var incarnation: String
  /// The popups, in no order.
  package var popups: [Heirloom] = []

  /// A popup that may still be up.
  package struct Heirloom: Sendable {
    /// The attempt that put it up.
    package var presentation: Presentation
    /// The server's own id of it.
    package var id: UInt32
    /// What it shows; nil when the alert is over.
    package var alert: Alert?

    /// Describes a popup.
    package init(_ presentation: Presentation, id: UInt32, showing alert: Alert?) {
      self.presentation = presentation
      self.id = id
      self.alert = alert
    }
  }

  /// Nothing yet of what a server shows.
  package init(incarnation: String) {
    self.incarnation = incarnation
  }
}

extension Session {
  /// Goes on with popups that are up: they can be pressed, taken over and taken down.
  mutating func adopt(_ popups: [Inheritance.Heirloom], at now: Instant) {
    for heirloom in popups {
      lastNumber += 1
      let handle = Popup.Handle(generation: server.generation, number: lastNumber)
      let alert = heirloom.alert ?? Alert("")
      let content = Popup.Content(PresentRequest(heirloom.presentation, alert))
      var popup = Popup(
        presentation: heirloom.presentation, stage: .up, content: content, variation: 0)
      popup.id = heirloom.id
      popup.keys = NotifyCall.keys(of: alert, to: server)
      popup.since = now
      self.popups[handle] = popup
      handles[heirloom.presentation] = handle
      ids[heirloom.id] = handle
    }
  }
}

extension ServerLink {
  /// The popups that are gone since this was asked last.
  mutating func takeGone() -> [Presentation] {
    switch standing {
    case .offline, .vacant, .meeting: return []
    case .ready(let session), .silent(let session):
      guard !session.gone.isEmpty else { return [] }
      _ = inSession { session in
        session.gone = []
        return []
      }
      return session.gone
    }
  }

  /// The server's id of the popup that shows a presentation, or that it is about to take over, and
  /// the server's incarnation. What is inherited counts until a server is met.
  func place(of presentation: Presentation) -> (id: UInt32, incarnation: String)? {
    switch standing {
    case .offline, .vacant, .meeting:
      guard let inheritance,
        let heirloom = inheritance.popups.first(where: { $0.presentation == presentation })
      else { return nil }
      return (heirloom.id, inheritance.incarnation)
    case .ready(let session), .silent(let session):
      guard let handle = session.handles[presentation], let id = session.popups[handle]?.id else {
        return nil
      }
      return (id, session.server.incarnation)
    }
  }

  /// Whether no popup waits for an answer of the server's.
  var isSettled: Bool {
    switch standing {
    case .offline, .vacant, .meeting: true
    case .ready(let session), .silent(let session):
      session.popups.values.allSatisfy { if case .up = $0.stage { true } else { false } }
    }
  }

  /// What a popup shows now.
  func presentation(of handle: Popup.Handle) -> Presentation? {
    switch standing {
    case .offline, .vacant, .meeting: nil
    case .ready(let session), .silent(let session): session.popups[handle]?.presentation
    }
  }
}
