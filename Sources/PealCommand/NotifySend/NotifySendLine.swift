import Peal

/// A notify-send command line, read.
struct NotifySendLine: Sendable, Hashable {
  /// What it asks for.
  enum Purpose: Sendable { case notification, version, help }

  var purpose = Purpose.notification
  /// What stands beside the options: the summary and the body.
  var words: [String] = []
  /// Nil when it is not said: then it is normal, or what keeps a question on the screen.
  var urgency: Alert.Urgency?
  /// In milliseconds; -1 leaves it to the server, 0 is for ever.
  var expiry: Int32 = -1
  var appName = NotifySend.name
  var icon: String?
  var appIcon: String?
  var category = ""
  var isTransient = false
  /// As they were written.
  var hints: [String] = []
  /// As they were written.
  var actions: [String] = []
  /// The id whose place it takes; 0 or less is none.
  var replaces: Int32 = 0
  var printsID = false
  /// Where else the id goes.
  var idDescriptor: Int32?
  /// Where else the name of the chosen action goes.
  var actionDescriptor: Int32?
  /// Where the activation token goes.
  var tokenDescriptor: Int32?
  var waits = false

  /// Whether it stays until the notification is gone.
  var staysForEnd: Bool { waits || !actions.isEmpty }
}
