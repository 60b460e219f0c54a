/// One place on the screen: a stack of alerts, of which the last is on top (R5).
struct Slot: Sendable {
  /// Tells it from the others as long as it is there.
  let number: Int
  var content: Content = .free

  enum Content: Sendable, Hashable {
    case free
    /// Nothing is chosen for it before that time (R7).
    case pausing(until: Instant)
    /// Never an empty stack.
    case taken([Layer])
  }

  /// An alert in a stack, and what it does to those below it.
  struct Layer: Sendable, Hashable {
    let key: AlertID
    let cover: Alert.Cover
  }

  var layers: [Layer] {
    if case .taken(let layers) = content { layers } else { [] }
  }

  var isFree: Bool { content == .free }

  var isTaken: Bool {
    if case .taken = content { true } else { false }
  }

  var pauseEnd: Instant? {
    if case .pausing(let until) = content { until } else { nil }
  }

  /// Pauses at least until then, unless it is taken.
  ///
  /// - Returns: whether that changes anything.
  mutating func pause(until end: Instant) -> Bool {
    switch content {
    case .taken: return false
    case .pausing(let until) where until >= end: return false
    case .free, .pausing: content = .pausing(until: end)
    }
    return true
  }

  mutating func push(_ layer: Layer) {
    content = .taken(layers + [layer])
  }

  /// What lies above an alert in this slot.
  func layers(above key: AlertID) -> ArraySlice<Layer> {
    let layers = layers
    guard let index = layers.lastIndex(where: { $0.key == key }) else { return [] }
    return layers[(index + 1)...]
  }
}
