import Peal

extension Draft {
  /// Adds an action written as `[KEY=]LABEL`; without a key its key is its index from 0.
  mutating func addAction(_ text: String, style: Action.Style = .default) throws(ValueError) {
    guard actions.count < Limits.actions else {
      throw ValueError("is one action too many; \(Limits.actions) are the most")
    }
    let action = try Self.action(text, index: actions.count, style: style)
    guard !actions.contains(where: { $0.key == action.key }) else {
      throw ValueError("has a key that another action has; give each its own as KEY=LABEL")
    }
    actions.append(action)
  }

  private static func action(
    _ text: String, index: Int, style: Action.Style
  ) throws(ValueError) -> Action {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = parts.count == 2 ? String(parts[0]) : String(index)
    do {
      return try Action(key, String(parts[parts.count - 1]), style: style)
    } catch .emptyLabel {
      throw ValueError("has no label; write KEY=LABEL or LABEL")
    } catch {
      let fault = key.isEmpty ? "an empty key" : "a newline in its key"
      throw ValueError("has \(fault); write KEY=LABEL or LABEL")
    }
  }
}
