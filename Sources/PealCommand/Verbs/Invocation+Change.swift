import Peal
import PealControl

extension Invocation {
  /// What `update` changes.
  func change() throws(Failure) -> AlertChange {
    var change = AlertChange()
    change.summary = operands.first
    if operands.count > 1 { change.body = try text(operands[1]) }
    draft.describe(&change)
    if draft.hasMarkup, let body = change.body { try Self.check(markup: body) }
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
