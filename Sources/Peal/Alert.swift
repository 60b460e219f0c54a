/// One question or piece of news for the person at the screen.
///
/// A value: the queue keeps what it was given, and every report hands the same value back. Copies
/// share what they hold until one of them is changed, so that handing one on costs next to nothing.
public struct Alert: Sendable, Hashable {
  private var parts: Shared<Parts>

  /// The headline, one line of plain text.
  public var summary: String {
    get { parts.value.summary }
    _modify { yield &parts.value.summary }
  }
  /// The text below it; plain unless ``markup`` says otherwise.
  public var body: String {
    get { parts.value.body }
    _modify { yield &parts.value.body }
  }
  /// Whether ``body`` holds the specification's markup (b, i, u, a, img).
  public var markup: Markup {
    get { parts.value.markup }
    _modify { yield &parts.value.markup }
  }
  /// The name of the program that posts it. Tags, limits and filters are scoped by it.
  public var appName: String {
    get { parts.value.appName }
    _modify { yield &parts.value.appName }
  }
  /// The buttons, in order; at most ``Limits/actions``.
  public var actions: [Action] {
    get { parts.value.actions }
    _modify { yield &parts.value.actions }
  }
  /// How early it is shown among those that wait.
  public var priority: Priority {
    get { parts.value.priority }
    _modify { yield &parts.value.priority }
  }
  /// The urgency hint sent to the server; nil derives it from ``priority``.
  public var urgency: Urgency? {
    get { parts.value.urgency }
    _modify { yield &parts.value.urgency }
  }
  /// Makes alerts of the same app "the same", as ``duplicates`` says.
  public var tag: String? {
    get { parts.value.tag }
    _modify { yield &parts.value.tag }
  }
  /// What happens when a live alert of the same app has the same tag.
  public var duplicates: DuplicatePolicy {
    get { parts.value.duplicates }
    _modify { yield &parts.value.duplicates }
  }
  /// How it comes to its slot; nil is `preempt` for a critical alert, `wait` for all others.
  public var arrival: Arrival? {
    get { parts.value.arrival }
    _modify { yield &parts.value.arrival }
  }
  /// What becomes of an alert that this one covers.
  public var cover: Cover {
    get { parts.value.cover }
    _modify { yield &parts.value.cover }
  }
  /// What this alert says about being covered.
  public var interruptible: Interruptible {
    get { parts.value.interruptible }
    _modify { yield &parts.value.interruptible }
  }
  /// How long it stays on screen.
  public var expiry: Expiry {
    get { parts.value.expiry }
    _modify { yield &parts.value.expiry }
  }
  /// How long it may wait before it is first shown; nil is for ever.
  public var ttl: Duration? {
    get { parts.value.ttl }
    _modify { yield &parts.value.ttl }
  }
  /// How long it is held before it may be shown.
  public var delay: Duration? {
    get { parts.value.delay }
    _modify { yield &parts.value.delay }
  }
  /// How long it may take in all, from acceptance to its end; nil is for ever.
  public var timeout: Duration? {
    get { parts.value.timeout }
    _modify { yield &parts.value.timeout }
  }
  /// Where its progress bar stands, 0 to 100.
  public var progress: Int? {
    get { parts.value.progress }
    _modify { yield &parts.value.progress }
  }
  /// The placeholder of the reply field; nil asks for no reply.
  public var replyPlaceholder: String? {
    get { parts.value.replyPlaceholder }
    _modify { yield &parts.value.replyPlaceholder }
  }
  /// What else goes to the server, by hint name.
  public var hints: [String: HintValue] {
    get { parts.value.hints }
    _modify { yield &parts.value.hints }
  }
  /// The icon: a name from the icon theme, an absolute path, or a `file:` URI.
  public var icon: String? {
    get { parts.value.icon }
    _modify { yield &parts.value.icon }
  }
  /// The icon of the program that posts it.
  public var appIcon: String? {
    get { parts.value.appIcon }
    _modify { yield &parts.value.appIcon }
  }
  /// A picture to show: an absolute path.
  public var image: String? {
    get { parts.value.image }
    _modify { yield &parts.value.image }
  }
  /// The category hint, as `email.arrived`.
  public var category: String? {
    get { parts.value.category }
    _modify { yield &parts.value.category }
  }
  /// Whether the server should leave it out of its own history.
  public var isTransient: Bool {
    get { parts.value.isTransient }
    _modify { yield &parts.value.isTransient }
  }
  /// Whether it stays on screen after an action: the action is only reported.
  public var isResident: Bool {
    get { parts.value.isResident }
    _modify { yield &parts.value.isResident }
  }
  /// The caller's own data; it comes back unchanged in every report.
  public var userInfo: [String: String] {
    get { parts.value.userInfo }
    _modify { yield &parts.value.userInfo }
  }

  /// Makes an alert with a headline, a text and buttons.
  public init(_ summary: String, body: String = "", appName: String = "", actions: [Action] = []) {
    parts = Shared(Parts(summary: summary, body: body, appName: appName, actions: actions))
  }

  /// Whether somebody is to answer it: it has actions or a reply field.
  public var isQuestion: Bool {
    !actions.isEmpty || replyPlaceholder != nil
  }
}

extension Alert {
  /// What an alert is made of.
  private struct Parts: Sendable, Hashable {
    var summary: String
    var body: String
    var markup: Markup = .plain
    var appName: String
    var actions: [Action] = []
    var priority: Priority = .normal
    var urgency: Urgency?
    var tag: String?
    var duplicates: DuplicatePolicy = .replace
    var arrival: Arrival?
    var cover: Cover = .keep
    var interruptible: Interruptible = .yes
    var expiry: Expiry = .serverDefault
    var ttl: Duration?
    var delay: Duration?
    var timeout: Duration?
    var progress: Int?
    var replyPlaceholder: String?
    var hints: [String: HintValue] = [:]
    var icon: String?
    var appIcon: String?
    var image: String?
    var category: String?
    var isTransient: Bool = false
    var isResident: Bool = false
    var userInfo: [String: String] = [:]
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
