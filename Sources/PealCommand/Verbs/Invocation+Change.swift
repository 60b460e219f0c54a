import Peal
import PealControl

extension Invocation {
  /// What `update` changes; `texts` are the new summary and body, as far as they are given.
  func change(_ texts: ArraySlice<String>) throws(Failure) -> AlertChange {
    var change = AlertChange()
    change.summary = texts.first
    change.body = try texts.dropFirst().first.map { operand throws(Failure) in try text(operand) }
    draft.describe(&change)
    guard change != AlertChange() else {
      throw .usage("nothing to change; give a summary or an option", see: "peal help update")
    }
    return change
  }
}

extension Draft {
  fileprivate func describe(_ change: inout AlertChange) {
    change.markup = hasMarkup ? .markup : nil
    change.urgency = urgency.map(Optional.some)
    change.priority = priority ?? urgency.map { Priority($0) }
    change.expiry = expiry
    change.icon = icon.map(Optional.some)
    change.appIcon = appIcon.map(Optional.some)
    change.image = image.map(Optional.some)
    change.category = category.map(Optional.some)
    change.isTransient = isTransient ? true : nil
    change.actions = actions.isEmpty ? nil : actions
    change.hints = hints
    change.progress = progress.map(Optional.some)
    change.replyPlaceholder = reply.map(Optional.some)
    change.ttl = ttl.map { $0 == .zero ? Duration?.none : $0 }
    change.timeout = timeout.map { $0 == .zero ? Duration?.none : $0 }
  }
}
