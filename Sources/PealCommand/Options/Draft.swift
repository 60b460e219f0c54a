import Peal

/// What options say of an alert; nil is "not said".
struct Draft: Sendable, Hashable {
  var urgency: Alert.Urgency?
  var priority: Priority?
  var expiry: Alert.Expiry?
  var icon: String?
  var appIcon: String?
  var image: String?
  var category: String?
  var isTransient = false
  var actions: [Action] = []
  var hints: [String: Alert.HintValue] = [:]
  var duplicates: Alert.DuplicatePolicy?
  var arrival: Alert.Arrival?
  var cover: Alert.Cover?
  var interruptible: Alert.Interruptible?
  var ttl: Duration?
  var delay: Duration?
  var timeout: Duration?
  var hasMarkup = false
  var progress: Int?
  var reply: String?
  var replaces: AlertID?
}
