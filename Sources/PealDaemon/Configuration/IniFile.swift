/// What an INI file says, entry by entry, with the lines that say nothing understandable.
struct IniFile: Equatable {
  /// One `key = value` line.
  struct Entry: Equatable {
    var line: Int
    /// The section's name without its brackets; empty before the first.
    var section: String
    var key: String
    var value: String
  }

  /// What is wrong with one line.
  struct Fault: Error, Equatable {
    var line: Int
    var sentence: String
  }

  var entries: [Entry] = []
  var faults: [Fault] = []
}
