import Peal
import PealControl

/// A command line, read: what to do, to which alerts, and how to say what came of it.
struct Invocation: Sendable {
  var verb: Verb
  /// What stands beside the options, in order; without what names alerts and durations.
  var operands: [String] = []
  /// What an alert is to say and to do.
  var draft = Draft()
  /// Which alerts are meant.
  var address = Address()
  /// What is printed.
  var output = Output.plain
  /// `-p`: the id is printed.
  var printsID = false
  /// `-w`: `send` waits as `ask` does.
  var waits = false
  /// Alerts come as JSON on standard input.
  var isBatch = false
  /// The alert stays when we go.
  var detaches = false
  /// Where a question goes that the notification server cannot have answered; nil where it is only
  /// shown.
  var fallback: Fallback?
  /// It fails rather than wait for a notification server.
  var needsServer = false
  /// Bad UTF-8 is refused rather than repaired.
  var isStrict = false
  /// The first word that was not UTF-8.
  var repaired: String?
  /// Help is asked for.
  var wantsHelp = false
  /// The address of another bus than the session's.
  var bus: String?
  /// Whose session is meant, for root.
  var user: String?
  /// Everybody's session is meant.
  var meansAllUsers = false
  /// Where nobody has a session, the alert is kept for the next one.
  var mayWaitForPerson = false
  /// How long to wait, to pause, or to snooze.
  var duration: Duration?
  /// What passes a pause.
  var exception = PauseRequest.Exception.critical
  /// At most so many are listed.
  var limit: Int?
  /// Not what ended longer ago.
  var since: Duration?
  /// What is not as asked, but no reason to stop.
  var warnings: [String] = []

  /// How results are printed.
  enum Output: Sendable { case plain, json, waybar }

  /// Which alerts are meant.
  struct Address: Sendable, Hashable {
    var ids: [AlertID] = []
    var app: String?
    var tag: String?
    /// The one last shown.
    var isTop = false
    /// Those on screen as well.
    var includesShown = false
  }

  init(_ verb: Verb) {
    self.verb = verb
  }
}
