package import Peal

/// What the daemon says about one alert: an element of `List` and `History`, the reply of `Wait`.
package struct AlertReport: Sendable, Hashable {
  /// The submission's number.
  package var id: AlertID
  /// SEMANTICS' word for its stage: waiting, held, presenting, shown … ended.
  package var stage: String
  /// While held: every reason, in SEMANTICS' words.
  package var reasons: [String] = []
  /// The program that posted it, by its own word.
  package var appName: String
  /// The headline.
  package var summary: String
  /// The text below it.
  package var body: String
  /// Who goes first among those that wait.
  package var priority: Priority
  /// What makes alerts of one app the same.
  package var tag: String?
  /// How many submissions it stands for.
  package var count = 1
  /// Of an ended one: how many of its app's alerts it said were left out, for want of room.
  package var leftOut = 0
  /// The buttons, in order.
  package var actions: [Action] = []
  /// What the field for a typed reply says while it is empty; nil when it takes none.
  package var replyPlaceholder: String?
  /// When it was accepted.
  package var posted: WallTime
  /// How long it has been, or was, without a place on the screen.
  package var waited: Duration = .zero
  /// How long it has been, or was, on screen.
  package var shown: Duration = .zero
  /// How many times it was presented.
  package var attempts = 0
  /// Who posted it, by the bus' word.
  package var poster: Poster?
  /// How it ended, if it has.
  package var ending: End?
  /// What the server gave with the press that ended it, to bring a window to the front with.
  package var activationToken: String?

  /// How an alert ended.
  package struct End: Sendable, Hashable {
    package var outcome: Outcome
    /// When.
    package var ended: WallTime
    /// The notification server that showed it last; nil when none did.
    package var server: String?

    package init(_ outcome: Outcome, ended: WallTime, server: String? = nil) {
      self.outcome = outcome
      self.ended = ended
      self.server = server
    }
  }

  package init(
    id: AlertID, stage: String, appName: String = "", summary: String, body: String = "",
    priority: Priority = .normal, posted: WallTime
  ) {
    self.id = id
    self.stage = stage
    self.appName = appName
    self.summary = summary
    self.body = body
    self.priority = priority
    self.posted = posted
  }
}
