import PealControl

extension JSON {
  /// What waybar's custom module reads: the number that waits, a word to style it by, a tooltip.
  init(bar status: StatusChange) {
    let waiting = status.waiting ?? 0
    let shown = status.shown ?? 0
    let isPaused = status.isPaused ?? false
    let word = isPaused ? "paused" : waiting > 0 ? "waiting" : shown > 0 ? "shown" : "empty"
    let server = status.server.flatMap { $0.isEmpty ? nil : $0 } ?? "no notification server"
    let tooltip =
      "\(waiting) waiting, \(shown) on screen" + (isPaused ? ", paused" : "") + " (\(server))"
    self = .object([
      Member("text", .string(waiting == 0 ? "" : "\(waiting)")), Member("alt", .string(word)),
      Member("tooltip", .string(tooltip)), Member("class", .string(word)),
    ])
  }
}
