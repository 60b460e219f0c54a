extension AlertQueue {
  /// What can happen to a queue. An event that is a call is answered by exactly one
  /// ``Effect/answer(_:)``; what the presenter says and `woke` are not.
  public enum Event: Sendable, Hashable {
    /// Somebody posts an alert. Answer: `accepted` or `refused`.
    case posted(Alert, Terms = Terms())
    /// Changes a live alert (R10). Answer: `done`, `noSuchAlert` or `alreadyEnding`.
    indirect case updated(AlertID, AlertChange)
    /// Ends one submission, `withdrawn`. Answer: `done`, `noSuchAlert` or `alreadyEnding`.
    case withdrawn(AlertID)
    /// Ends the alert that came up last. Answer: `withdrawn` or `noSuchAlert`.
    case topWithdrawn
    /// Ends many, `cleared` (R12). Answer: `cleared`.
    case cleared(Filter = .everything, Extent = .waiting)
    /// Takes or renews a pause token (R11). Answer: `done` or `tooManyTokens`.
    case paused(PauseToken, Pausing = Pausing())
    /// Releases a token. Answer: `done` or `noSuchToken`.
    case resumed(PauseToken)
    /// Lifts manual, delay and snooze (R18). Answer: `done`, `nothingToActivate` and as `withdrawn`.
    case activated(AlertID)
    /// Takes an alert away for a while (R18). Answer: as `withdrawn`.
    case snoozed(AlertID, Duration)
    /// Chooses an action by other means than the popup (R8); `text` is a typed reply's. Answer:
    /// `done`, `unknownKey` and as `withdrawn`.
    case answered(AlertID, key: String, text: String? = nil)
    /// Somebody who does not own the alert waits for its end too (R16). Answer: as `withdrawn`.
    case awaited(AlertID)
    /// The owner of a submission is back after ``ownersLost`` or a restart. Answer: as `withdrawn`.
    case claimed(AlertID, by: Owner)
    /// An owner left (R16). Answer: `done`.
    case ownerGone(Owner)
    /// Nobody can say any more which owners are there: each has ten seconds to claim what is its
    /// own. Answer: `done`.
    case ownersLost
    /// The configuration changed. Answer: `done`.
    indirect case configured(Configuration)
    /// The queue stops. Answer: `done`.
    case stopped(Stop)
    /// What the presenter reports.
    case presenter(PresenterEvent)
    /// Look at the time. Also sent after the reports of a call were delivered (R8).
    case woke
  }

  /// On what terms an alert is posted.
  public struct Terms: Sendable, Hashable {
    /// Whose leaving ends it `abandoned`; nil for one that outlives its caller.
    public var owner: Owner?
    /// Whether somebody waits for its end.
    public var isAwaited: Bool
    /// The live alert that it replaces, whatever its tag.
    public var replacing: AlertID?
    /// The id that a journal has given it, above all before; nil for the next one.
    package var id: AlertID?

    /// Makes terms; without arguments those of "post and forget". An owned alert is awaited.
    public init(owner: Owner? = nil, isAwaited: Bool = false, replacing: AlertID? = nil) {
      self.owner = owner
      self.isAwaited = isAwaited || owner != nil
      self.replacing = replacing
    }
  }

  /// How far a `clear` reaches.
  public enum Extent: Sendable, Hashable {
    /// Waiting, held and hidden ones.
    case waiting
    /// Those on screen and parked as well.
    case all
  }

  /// How a token pauses the queue.
  public struct Pausing: Sendable, Hashable {
    /// What passes all the same.
    public enum Exception: Sendable, Hashable { case critical, nothing }

    /// What passes this pause.
    public var exception: Exception
    /// When the token is released by itself, from now; nil is never.
    public var duration: Duration?
    /// Whose leaving releases the token.
    public var owner: Owner?

    /// Describes a pause; without arguments critical alerts pass and it lasts until released.
    public init(
      except exception: Exception = .critical, for duration: Duration? = nil, owner: Owner? = nil
    ) {
      self.exception = exception
      self.duration = duration
      self.owner = owner
    }
  }

  /// What becomes of the live alerts when the queue stops.
  public enum Stop: Sendable, Hashable {
    /// Popups are taken down, the alerts stay live: a journal brings them back.
    case keeping
    /// They end `shutdown`.
    case ending
  }
}
