import Peal

extension Option.Suggestion {
  /// One of the words of an enumeration.
  static func words<Word>(of _: Word.Type) -> Option.Suggestion
  where Word: CaseIterable & RawRepresentable<String> & Sendable, Word.AllCases: Sendable {
    .words { Word.allCases.map(\.rawValue) }
  }

  static let urgencies = Option.Suggestion.words { Alert.Urgency.allCases.map { "\($0)" } }
  static let priorities = Option.Suggestion.words { Priority.allCases.map(\.word) }
  /// The times on screen that are words.
  static let times = Option.Suggestion.words { ["never", "default"] }
}
