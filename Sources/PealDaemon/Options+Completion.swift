extension Options {
  /// What asks for completions, as `peal` has it: the first word of a command line whose last word is
  /// unfinished.
  static let completion = "__complete"

  /// What a shell can offer in place of the last of these words: a candidate a line, behind a tab what
  /// that is. `:files` asks the shell for names of files.
  static func completions(of words: some BidirectionalCollection<String>) -> String {
    let current = words.last ?? ""
    if let option = words.dropLast().last, let row = row(named: option) {
      return row.values.filter { $0.hasPrefix(current) || $0 == Row.files }.asLines
    }
    let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      let values = row(named: String(parts[0]))?.values ?? []
      return values.filter { $0 != Row.files }.map { "\(parts[0])=\($0)" }
        .filter { $0.hasPrefix(current) }.asLines
    }
    return rows.flatMap(\.candidates).filter { $0.hasPrefix(current) }.asLines
  }

  /// The option of a name that takes a value.
  private static func row(named name: String) -> Row? {
    rows.first { $0.value != nil && $0.names.contains(name) }
  }
}

extension Options.Row {
  /// What asks a shell for names of files.
  fileprivate static let files = ":files"

  /// What can be offered for its value.
  fileprivate var values: [String] {
    switch value {
    case "FILE": [Self.files]
    case "LEVEL": Log.Level.allCases.map(\.rawValue)
    case "DURATION": ["10s", "1m", "10m", "1h"]
    default: []
    }
  }

  /// Its long names, with what it does.
  fileprivate var candidates: [String] {
    names.filter { $0.hasPrefix("--") }.map { "\($0)\t\(help)" }
  }
}

extension [String] {
  fileprivate var asLines: String { map { $0 + "\n" }.joined() }
}
