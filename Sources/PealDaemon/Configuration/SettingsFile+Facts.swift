internal import DBus

extension SettingsFile {
  /// What is in force and where it comes from, for `doctor`: the keys as `queue.gap`, the rules as
  /// `rule.NAME`.
  var facts: [String: Value] {
    let entries = entries
    var facts: [String: Value] = [:]
    for key in ConfigurationKey.all {
      let entry = entries.first { $0.section == key.section && $0.key == key.name }
      let origin = entry.map { "\(file?.name ?? ""):\($0.line)" } ?? "default"
      facts["\(key.section).\(key.name)"] = .string("\(entry?.value ?? key.standard) (\(origin))")
    }
    for rule in current.rules {
      let own = entries.filter { $0.section == "rule \(rule.name)" }
      let text = own.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
      facts["rule.\(rule.name)"] = .string("\(text) (\(file?.name ?? ""):\(own.first?.line ?? 0))")
    }
    return facts
  }
}
