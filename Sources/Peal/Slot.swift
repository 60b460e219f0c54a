/// One place on the screen: a stack of alerts, of which the last is on top (R5).
struct Slot: Sendable {
  /// Tells it from the others as long as it is there.
  let number: Int
  var content: Content = .free

  enum Content: Sendable, Hashable {
    case free
    /// Nothing is chosen for it before that time (R7).
    case pausing(until: Instant)
    /// By the alert on top, which lies over those below it, the lowest one first.
    case taken(Layer, over: [Layer])
  }

  /// An alert in a stack, and what it does to those below it.
  struct Layer: Sendable, Hashable {
    let key: AlertID
    let cover: Alert.Cover
  }

  /// The stack, the lowest one first.
  var layers: [Layer] {
    if case .taken(let top, let others) = content { others + [top] } else { [] }
  }

  var top: Layer? {
    if case .taken(let top, _) = content { top } else { nil }
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
    content = .taken(layer, over: layers)
  }

  /// Takes an alert out of the stack. A slot is free when that was the last one.
  mutating func remove(_ key: AlertID) {
    guard case .taken(let top, let others) = content else { return }
    if top.key != key {
      content = .taken(top, over: others.filter { $0.key != key })
    } else if let next = others.last {
      content = .taken(next, over: Array(others.dropLast()))
    } else {
      content = .free
    }
  }

  /// Puts another alert in the layer that one has.
  mutating func exchange(_ old: AlertID, for new: AlertID) {
    guard case .taken(let top, let others) = content else { return }
    let exchanged = { (layer: Layer) in
      layer.key == old ? Layer(key: new, cover: layer.cover) : layer
    }
    content = .taken(exchanged(top), over: others.map(exchanged))
  }

  /// What lies above an alert in this slot.
  func layers(above key: AlertID) -> ArraySlice<Layer> {
    guard top?.key != key else { return [] }
    let layers = layers
    guard let index = layers.lastIndex(where: { $0.key == key }) else { return [] }
    return layers[(index + 1)...]
  }
}
