import Peal

/// One popup of a notification server, from our `Notify` to its end.
///
/// It outlives what it shows: another alert may take it over, and the server may give it another id.
struct Popup {
  /// Our own name for it, which never changes.
  struct Handle: Hashable, Sendable {
    /// The owner of the name that shows it.
    let generation: UInt64
    let number: UInt64
  }

  /// Whether what happens to it is reported.
  enum Audience {
    case watched
    /// The server was given up while the popup was up; it waits to be taken over or taken down.
    case orphaned
  }

  /// Where it stands. One call is on its way for it at most, so that calls stay in order.
  enum Stage {
    /// `Notify` is on its way. Becomes up, calling again, closing, or is gone when it is refused.
    case calling(Call)
    /// On screen. Becomes calling or closing, or is gone when the server closes it.
    case up
    /// `CloseNotification` is on its way. Is gone by its reply or by the signal.
    case closing
  }

  /// A `Notify` that has no reply yet.
  struct Call {
    enum Purpose { case present, update }

    let purpose: Purpose
    let request: PresentRequest
    /// The keys that hold from the reply on.
    let keys: ActionKeys
    /// What is to be done after the reply.
    var next = Next.nothing
    /// The popup that the call is to replace was closed while it was on its way.
    var closedMeanwhile: CloseReason?
  }

  /// What waits for a reply.
  enum Next {
    case nothing
    case update(Alert, count: Int)
    case takeOver(PresentRequest)
    case close
  }

  /// What the person has done to it.
  enum Touch { case untouched, pressed }

  /// Whose it is.
  var presentation: Presentation
  var audience = Audience.watched
  var stage: Stage
  /// The server's id, once there is one; while a call is on its way the one that it replaces.
  var id: UInt32?
  /// The keys of what is on screen.
  var keys = ActionKeys.none
  var touch = Touch.untouched
  /// What is on screen, but for the texts, which can be long.
  var content: Content
  /// Since when it is on screen with this content.
  var since = Instant(nanoseconds: 0)
  /// What tells its text from an equal one.
  let variation: Int

  /// What has to be known of an alert whose popup is up.
  struct Content {
    let leftOut: Int
    let expiry: Alert.Expiry
    let isCritical: Bool
    let isResident: Bool

    init(_ request: PresentRequest) {
      leftOut = request.leftOut
      expiry = request.alert.expiry
      isCritical = request.alert.urgency == .critical || request.alert.priority == .critical
      isResident = request.alert.isResident
    }
  }
}
