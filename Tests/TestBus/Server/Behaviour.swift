package import DBus

/// Everything that a scripted server may do otherwise than a well-behaved one.
///
/// A new value is a server that keeps to the specification; each property is one switch. What real
/// servers do together is in `Behaviour+Servers.swift`.
package struct Behaviour: Sendable {
  package init() {}

  /// A server that keeps to the specification but for what is changed here.
  package static func with(_ change: (inout Behaviour) -> Void) -> Behaviour {
    var behaviour = Behaviour()
    change(&behaviour)
    return behaviour
  }

  // MARK: What it says of itself

  package var name = "Scripted Server"
  package var vendor = "Peal's tests"
  package var version = "1.0"
  package var specification = "1.2"
  package var capabilities = ["actions", "body", "body-markup", "icon-static", "persistence"]
  /// What it answers to GetServerInformation and GetCapabilities.
  package var information = Reply.atOnce
  /// The property `Inhibited`; nil: it has no such property.
  package var isInhibited: Bool?

  // MARK: Ids

  /// The first id that it gives, after each start; they count up from there, and from 1 after
  /// the last one.
  package var firstID: UInt32 = 1
  /// Gives the lowest id that no live popup has, rather than count on.
  package var reusesIDs = false
  /// Answers every Notify with 0; the popup is up and nobody can name it.
  package var answersZero = false
  /// What becomes of a `replaces_id` that is not on screen.
  package var unknownReplacesID = UnknownID.newID

  package enum UnknownID: Sendable {
    case adopted
    case newID
  }

  // MARK: Answers

  /// What it answers to Notify.
  package var reply = Reply.atOnce
  /// What it answers to CloseNotification; the popup goes at once, unless it is never answered.
  package var closeReply = Reply.atOnce
  /// Keeps the popup up although it answers a CloseNotification.
  package var ignoresClose = false
  /// Reports what a CloseNotification closes and leaves it on screen until its time is over, as
  /// notification-daemon does.
  package var outlivesClose = false
  /// Dies of a Notify that names the popup it replaces and has a tag as well, as mako does.
  package var diesOfTags = false
  /// What it does about a CloseNotification for an id that is not on screen.
  package var unknownClose = UnknownClose.silent

  package enum Reply: Sendable, Hashable {
    case atOnce
    /// Never, and nothing is shown.
    case never
    /// When the test says so: see ``ScriptedServer/releaseReplies()``. The popup is up before.
    case whenTold
    /// With an error each time, or so many times and then at once; nothing is shown.
    case error(ErrorName, times: Int? = nil)
  }

  package enum UnknownClose: Sendable, Hashable {
    case silent
    case reported(reason: UInt32)
    case error(ErrorName)
  }

  // MARK: Closing

  /// Which closings it reports with NotificationClosed.
  package var reports = Reports.all
  /// The reason it gives when the person closes a popup.
  package var closeReason: UInt32 = 2
  /// What it does when a button was pressed, after ActionInvoked or before.
  package var afterAction = AfterAction.closes(reason: 2)

  package enum Reports: Sendable {
    case all
    case none
    case allButExpiry
  }

  package enum AfterAction: Sendable, Hashable {
    case closes(reason: UInt32)
    /// NotificationClosed comes before ActionInvoked.
    case closesFirst(reason: UInt32)
    /// The popup goes without a word.
    case vanishes
    /// The popup stays.
    case nothing
  }

  // MARK: Time

  /// How it treats the expiry that a caller asks for.
  package var expiry = Expiry.obeyed
  /// The expiry when the caller leaves it to the server; nil: none.
  package var defaultExpiry: Duration?
  /// An expired popup goes to a tray, where it can still be acted on.
  package var hasTray = false

  package enum Expiry: Sendable, Hashable {
    case obeyed
    case ignored
    case ignoredForCritical
    /// Every popup expires so long after it was shown, whatever was asked for.
    case fixed(Duration)
  }

  // MARK: Equal and many popups

  /// What it does about a popup whose summary and body one on screen has.
  package var equalText = EqualText.shown
  /// A newcomer with the stack tag of one on screen gets a new id; the old one is closed with
  /// reason 1 before the newcomer's reply, as dunst does.
  package var stacksByTag = false
  /// More popups than this are refused with ``tooMany``.
  package var limit: Int?
  /// The error of a popup over the limit.
  package var tooMany: ErrorName = "org.freedesktop.Notifications.MaxNotificationsExceeded"
  /// Answers ids and shows nothing: do-not-disturb.
  package var isQuiet = false
  /// Refuses a `value` that is no int32 and a list of actions that is not in pairs, as mako does.
  package var isStrict = false
  /// Takes down the popups of callers that leave the bus, as GNOME does.
  package var dropsOrphans = false

  package enum EqualText: Sendable, Hashable {
    case shown
    /// The newcomer takes its place under a new id; the old id is closed with reason 1.
    case merged
    /// The newcomer gets an id and is never seen, nor closed.
    case dropped
    /// Refused with `ExcessNotificationGeneration`.
    case refused
  }

  // MARK: Signals

  /// Who gets the signals.
  package var audience = Audience.everybody
  /// How often each signal is sent.
  package var copies = 1
  /// Sent before the reply of each Notify.
  package var beforeReply: [Early] = []
  /// Sent as ActivationToken before each action; nil: none.
  package var activationToken: String?

  package enum Audience: Sendable {
    case everybody
    case caller
    /// The caller gets it from the name's owner, and everybody from another connection, as from
    /// GNOME Shell. To be set before the server starts.
    case callerAndEverybody
  }

  /// A signal that comes before the reply that tells its id.
  package enum Early: Sendable, Hashable {
    case action(String)
    case closed(reason: UInt32)
  }
}
