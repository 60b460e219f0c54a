/// What an update changes of a live alert; what is nil stays as it is.
///
/// Fields that are optional in an ``Alert`` are doubly so here: `.some(nil)` takes the value away.
public struct AlertChange: Sendable, Hashable {
  /// The headline.
  public var summary: String?
  /// The text below it.
  public var body: String?
  /// How the body is read.
  public var markup: Alert.Markup?
  /// All buttons, in order.
  public var actions: [Action]?
  /// The alert is ranked anew; critical counts as arriving (SEMANTICS R10).
  public var priority: Priority?
  /// The urgency hint; taken away, it follows from the priority.
  public var urgency: Alert.Urgency??
  /// How long it stays on screen, from the update on.
  public var expiry: Alert.Expiry?
  /// Counts from acceptance, as the first one did.
  public var ttl: Duration??
  /// Counts from acceptance, as the first one did.
  public var timeout: Duration??
  /// Where its progress bar stands, 0 to 100.
  public var progress: Int??
  /// The placeholder of the reply field; taken away, there is none.
  public var replyPlaceholder: String??
  /// Merged into the hints that are there, by name.
  public var hints: [String: Alert.HintValue] = [:]
  /// The icon: a name, an absolute path, or a `file:` URI.
  public var icon: String??
  /// The icon of the program that posts it.
  public var appIcon: String??
  /// A picture to show: an absolute path.
  public var image: String??
  /// The category hint.
  public var category: String??
  /// Whether the server should leave it out of its own history.
  public var isTransient: Bool?
  /// Whether it stays on screen after an action.
  public var isResident: Bool?
  /// Whether a parked alert comes back to the screen in its turn.
  public var reappearance: Reappearance = .none

  /// What an update means for an alert that is parked.
  public enum Reappearance: Sendable, Hashable {
    /// It stays where it is.
    case none
    /// It is to be shown again.
    case wanted
  }

  /// Changes nothing yet.
  public init() {}

  /// Changes what an alert says.
  public init(summary: String? = nil, body: String? = nil, priority: Priority? = nil) {
    self.summary = summary
    self.body = body
    self.priority = priority
  }

  /// Makes `alert` what it is to be.
  func apply(to alert: inout Alert) {
    applyContent(to: &alert)
    if let priority { alert.priority = priority }
    if let urgency { alert.urgency = urgency }
    if let expiry { alert.expiry = expiry }
    if let ttl { alert.ttl = ttl }
    if let timeout { alert.timeout = timeout }
    if let isTransient { alert.isTransient = isTransient }
    if let isResident { alert.isResident = isResident }
  }

  /// The part that a person sees.
  private func applyContent(to alert: inout Alert) {
    if let summary { alert.summary = summary }
    if let body { alert.body = body }
    if let markup { alert.markup = markup }
    if let actions { alert.actions = actions }
    if let progress { alert.progress = progress }
    if let replyPlaceholder { alert.replyPlaceholder = replyPlaceholder }
    if let icon { alert.icon = icon }
    if let appIcon { alert.appIcon = appIcon }
    if let image { alert.image = image }
    if let category { alert.category = category }
    alert.hints.merge(hints) { $1 }
  }
}
