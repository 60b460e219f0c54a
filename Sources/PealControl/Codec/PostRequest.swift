package import Peal

/// What `Post` carries: an alert and what the caller wants done with it.
package struct PostRequest: Sendable, Hashable {
  /// What to show.
  package var alert: Alert
  /// The live alert that it replaces (`replace-id`).
  package var replacing: AlertID?
  /// Fail rather than wait for a notification server (`require-server`).
  package var requiresServer = false
  /// The caller stays and waits: when it leaves the bus the alert ends (`waiting`, SEMANTICS R16).
  package var isWaiting = false
  /// The alert outlives its caller all the same (`detach`).
  package var isDetached = false
  /// The caller said that it waits for ever (`timeout` 0): `answer-timeout` does not apply.
  package var isUnlimited = false
  /// Makes a retry safe: the same token gives the same id. A client that waits, and finds the daemon
  /// again after the loss of the bus, posts once more with its token and owns its alert again.
  package var token: String?
  /// The priority's word as it came, when it is none of the four and counts as normal.
  package var unknownPriority: String?

  /// Asks for an alert to be queued.
  package init(_ alert: Alert) {
    self.alert = alert
  }
}
