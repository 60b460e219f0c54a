/// The last endings, for those who ask late.
struct RecentEndings: Sendable {
  private let limit: Int
  private var endings: [AlertID: Ending] = [:]
  /// A ring: once it is full, the oldest one is at `next`.
  private var order: [AlertID] = []
  private var next = 0

  init(limit: Int) {
    self.limit = limit
  }

  subscript(id: AlertID) -> Ending? {
    endings[id]
  }

  /// Keeps an ending and forgets the oldest one beyond the limit.
  mutating func keep(_ ending: Ending) {
    guard limit > 0 else { return }
    endings[ending.id] = ending
    guard order.count == limit else { return order.append(ending.id) }
    endings[order[next]] = nil
    order[next] = ending.id
    next = (next + 1) % limit
  }
}
