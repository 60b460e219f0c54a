import Peal

extension Draft {
  /// Adds an action written as `[KEY=]LABEL`.
  mutating func addAction(_ text: String, style: Action.Style = .default) throws(ValueError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = parts.count == 2 ? String(parts[0]) : nil
    try addAction(key: key, label: String(parts[parts.count - 1]), style: style)
  }

  /// Adds an action; without a key its key is its index from 0.
  mutating func addAction(
    key: String?, label: String, style: Action.Style
  ) throws(ValueError) {
    guard actions.count < Limits.actions else {
      throw ValueError("is one action too many; \(Limits.actions) are the most")
    }
    let action = try Self.action(key ?? "\(actions.count)", label, style)
    guard !actions.contains(where: { $0.key == action.key }) else {
      throw ValueError("has a key that another action has; give each its own as KEY=LABEL")
    }
    actions.append(action)
  }

  private static func action(
    _ key: String, _ label: String, _ style: Action.Style
  ) throws(ValueError) -> Action {
    do {
      return try Action(key, label, style: style)
    } catch .emptyLabel {
      throw ValueError("has no label; write KEY=LABEL or LABEL")
    } catch {
      let fault = key.isEmpty ? "an empty key" : "a newline in its key"
      throw ValueError("has \(fault); write KEY=LABEL or LABEL")
    }
  }
}
