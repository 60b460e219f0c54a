internal import Peal

extension Configuration {
  /// Reads what a configuration file says.
  ///
  /// - Throws: ``ConfigurationError`` with every fault there is.
  init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
    try self.init(IniFile(bytes), file: file)
  }

  /// The same, of a file whose entries are known.
  init(_ ini: IniFile, file: String) throws(ConfigurationError) {
    self.init()
    var faults = ini.faults
    var seen: Set<[String]> = []
    for entry in ini.entries {
      do throws(ValueError) {
        guard seen.insert([entry.section, entry.key]).inserted else {
          throw ValueError("is given twice")
        }
        try take(entry)
      } catch {
        faults.append(.init(line: entry.line, sentence: "\(entry.key): \(error.sentence)"))
      }
    }
    guard faults.isEmpty else {
      throw ConfigurationError(file: file, faults: faults.sorted { $0.line < $1.line })
    }
  }

  private mutating func take(_ entry: IniFile.Entry) throws(ValueError) {
    let keys = ConfigurationKey.all.filter { $0.section == entry.section }
    if let key = keys.first(where: { $0.name == entry.key }) {
      return try key.take(&self, entry.value)
    }
    guard keys.isEmpty else { throw ValueError("there is no such key in [\(entry.section)]") }
    guard !entry.section.isEmpty else { throw ValueError("comes before the first [section]") }
    try takeRule(entry)
  }

  private mutating func takeRule(_ entry: IniFile.Entry) throws(ValueError) {
    let words = entry.section.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "rule" else {
      throw ValueError(
        "there is no section [\(entry.section)]; there are queue, presenter, journal, rule NAME")
    }
    let name = String(words[1])
    let index = rules.firstIndex { $0.name == name } ?? rules.endIndex
    if index == rules.endIndex { rules.append(Rule(name)) }
    try rules[index].take(entry.key, entry.value)
  }
}
