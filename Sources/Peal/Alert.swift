/// One question or piece of news for the person at the screen.
///
/// A value: the queue keeps what it was given, and every report hands the same value back.
public struct Alert: Sendable, Hashable {
  /// The headline, one line of plain text.
  public var summary: String
  /// The text below it; plain unless ``markup`` says otherwise.
  public var body: String
  /// Whether ``body`` holds the specification's markup (b, i, u, a, img).
  public var markup: Markup = .plain
  /// The name of the program that posts it. Tags, limits and filters are scoped by it.
  public var appName: String
  /// The buttons, in order; at most ``Limits/actions``.
  public var actions: [Action] = []
  /// How early it is shown among those that wait.
  public var priority: Priority = .normal
  /// The urgency hint sent to the server; nil derives it from ``priority``.
  public var urgency: Urgency?
  /// Makes alerts of the same app "the same", as ``duplicates`` says.
  public var tag: String?
  /// What happens when a live alert of the same app has the same tag.
  public var duplicates: DuplicatePolicy = .replace
  /// How it comes to its slot; nil is `preempt` for a critical alert, `wait` for all others.
  public var arrival: Arrival?
  /// What becomes of an alert that this one covers.
  public var cover: Cover = .keep
  /// What this alert says about being covered.
  public var interruptible: Interruptible = .yes
  /// How long it stays on screen.
  public var expiry: Expiry = .serverDefault
  /// How long it may wait before it is first shown; nil is for ever.
  public var ttl: Duration?
  /// How long it is held before it may be shown.
  public var delay: Duration?
  /// How long it may take in all, from acceptance to its end; nil is for ever.
  public var timeout: Duration?
  /// Where its progress bar stands, 0 to 100.
  public var progress: Int?
  /// The placeholder of the reply field; nil asks for no reply.
  public var replyPlaceholder: String?
  /// What else goes to the server, by hint name.
  public var hints: [String: HintValue] = [:]
  /// The icon: a name from the icon theme, an absolute path, or a `file:` URI.
  public var icon: String?
  /// The icon of the program that posts it.
  public var appIcon: String?
  /// A picture to show: an absolute path.
  public var image: String?
  /// The category hint, as `email.arrived`.
  public var category: String?
  /// Whether the server should leave it out of its own history.
  public var isTransient: Bool = false
  /// Whether it stays on screen after an action: the action is only reported.
  public var isResident: Bool = false
  /// The caller's own data; it comes back unchanged in every report.
  public var userInfo: [String: String] = [:]

  /// Makes an alert with a headline, a text and buttons.
  public init(_ summary: String, body: String = "", appName: String = "", actions: [Action] = []) {
    self.summary = summary
    self.body = body
    self.appName = appName
    self.actions = actions
  }

  /// Whether somebody is to answer it: it has actions or a reply field.
  public var isQuestion: Bool {
    !actions.isEmpty || replyPlaceholder != nil
  }
}

extension Alert {
  /// How the body is read.
  public enum Markup: Sendable, Hashable { case plain, markup }

  /// The specification's urgency levels, with their numbers on the wire.
  public enum Urgency: UInt8, Sendable, Hashable, CaseIterable { case low, normal, critical }

  /// What a second alert with a live one's tag does (SEMANTICS R9).
  public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    case replace, merge, ignore, allow
  }

  /// How an alert comes to its slot (SEMANTICS R4).
  public enum Arrival: String, Sendable, Hashable, CaseIterable {
    case wait, drop, barge, preempt, next, manual
  }

  /// What becomes of what a barging alert covers (SEMANTICS R5).
  public enum Cover: String, Sendable, Hashable, CaseIterable { case keep, hide, drop }

  /// What an alert says about being covered (SEMANTICS R5).
  public enum Interruptible: String, Sendable, Hashable, CaseIterable { case yes, never, discard }

  /// How long an alert stays on screen.
  public enum Expiry: Sendable, Hashable {
    /// The server chooses.
    case serverDefault
    /// Until somebody acts.
    case never
    /// This long, by our own clock where the server does not obey.
    case after(Duration)
  }

  /// The type and value of a hint, as the Desktop Notifications specification types them.
  public enum HintValue: Sendable, Hashable {
    case boolean(Bool)
    case byte(UInt8)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
  }
}
