extension AlertQueue {
  /// What is to be done about an event, in this order.
  public enum Effect: Sendable, Hashable {
    /// What whoever called is told; before anything that the call causes, and after what fell due
    /// before it.
    case answer(Answer)
    /// Hand this to the presenter. The alert is `presenting` from now on.
    case present(PresentRequest)
    /// Change a popup in place; it stands for so many submissions now.
    case update(Presentation, to: Alert, count: Int)
    /// Take a popup off the screen.
    case withdraw(Presentation)
    /// The alert's stage changed otherwise than by being accepted (then it is waiting), presented
    /// or ended, which their own effects say.
    case changed(AlertID, Stage)
    /// An action of a resident alert was chosen; the alert stays.
    case acted(AlertID, key: String, text: String?)
    /// The token with which what an action starts may take the focus; comes before the action.
    case activation(AlertID, token: String)
    /// A submission ended. Nothing about it follows.
    indirect case ended(Ending)
    /// Send `woke` at this time, and not before unless reports were delivered: it replaces the
    /// time that was named before.
    case wake(at: Instant)
  }

  /// The answer to a call.
  public enum Answer: Sendable, Hashable {
    /// The alert has this id from now on.
    case accepted(AlertID)
    /// It is not taken, and has no id.
    case refused(AlertError)
    /// It is done.
    case done
    /// The top one, which has this id, was withdrawn.
    case withdrawn(AlertID)
    /// So many endings were reported.
    case cleared(Int)
    /// No live alert has that id.
    case noSuchAlert
    /// Its end is under way already.
    case alreadyEnding
    /// It is not held by anything that activating lifts.
    case nothingToActivate
    /// It has no action with that key.
    case unknownKey
    /// No token has that name.
    case noSuchToken
    /// More than ``Limits/pauseTokens`` at once.
    case tooManyTokens
  }
}
