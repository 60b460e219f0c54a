/// A binary heap from which nothing is removed but the first: what has become stale stays until it
/// comes up or is pruned.
///
/// Its owner knows which elements still count, and prunes it. Pruning is due when as many elements have come in
/// as the last pruning left, so it costs each of them a constant share.
struct LazyHeap<Element: Comparable & Sendable>: Sendable {
  private var elements: [Element] = []
  private var pruningMark = 64

  var count: Int { elements.count }
  var first: Element? { elements.first }
  var isPruningDue: Bool { elements.count >= pruningMark }

  /// All that is in it, stale ones too, in no order.
  var unordered: [Element] { elements }

  mutating func insert(_ element: Element) {
    elements.append(element)
    siftUp(from: elements.count - 1)
  }

  mutating func removeFirst() {
    let last = elements.removeLast()
    guard !elements.isEmpty else { return }
    elements[0] = last
    siftDown(from: 0)
  }

  /// Keeps only these, which are its current elements, and each of them once.
  mutating func prune(to current: [Element]) {
    elements.removeAll(keepingCapacity: true)
    for element in current.sorted() where elements.last != element { elements.append(element) }
    pruningMark = max(64, 2 * elements.count)
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    let element = elements[child]
    while child > 0 {
      let parent = (child - 1) / 2
      guard element < elements[parent] else { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    let element = elements[parent]
    while 2 * parent + 1 < elements.count {
      var child = 2 * parent + 1
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < element else { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = element
  }
}
