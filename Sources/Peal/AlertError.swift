/// What is wrong with an alert that somebody tried to make or post.
public enum AlertError: Error, Sendable, Hashable {
  /// An action needs a label.
  case emptyLabel(key: String)
  /// An action's key is empty or holds a newline.
  case badKey(String)
  /// Two actions of one alert have the same key.
  case duplicateKey(String)
  /// More actions than ``Limits/actions``.
  case tooManyActions(Int)
  /// Neither a summary nor a body.
  case empty
  /// The queue is full of alerts that are at least as important.
  case full
  /// The queue was shut down.
  case stopped
}
