/// Things in the order in which they arrived, for a test to take one by one.
///
/// Usable from any thread; a test waits with `try await inbox.next(within: .seconds(5))`.
package final class Inbox<Item: Sendable>: Sendable {
  private struct Contents: Sendable {
    var taken = 0
    var items: [Item] = []
    var isFinished = false
  }

  private let contents = Watched(Contents())
  private let what: String

  /// An empty inbox; `what` is the word for one item when none comes.
  package init(of what: String = "\(Item.self)") {
    self.what = what
  }

  /// Adds an item at the end.
  package func put(_ item: Item) {
    contents.change { $0.items.append(item) }
  }

  /// Says that no more items will come.
  package func finish() {
    contents.change { $0.isFinished = true }
  }

  /// Everything that ever arrived, taken or not.
  package var all: [Item] { contents.value.items }

  /// Takes what is there now, without waiting.
  package func drain() -> [Item] {
    contents.change { contents in
      defer { contents.taken = contents.items.count }
      return Array(contents.items[contents.taken...])
    }
  }

  /// Takes the next item, waiting for it.
  ///
  /// - Throws: ``TimeLimitExceeded``; ``Finished`` when no more will come.
  package func next(within limit: Duration = .defaultLimit) async throws -> Item {
    try await next("next \(what)", within: limit) { _ in true }
  }

  /// Takes the next item that satisfies a condition; the ones before it are passed over.
  package func next(
    _ described: String, within limit: Duration = .defaultLimit,
    where condition: @escaping @Sendable (Item) -> Bool
  ) async throws -> Item {
    let found = try await contents.first(described, within: limit) {
      contents -> Result<Item, Finished>? in
      while contents.taken < contents.items.count {
        let item = contents.items[contents.taken]
        contents.taken += 1
        if condition(item) { return .success(item) }
      }
      return contents.isFinished ? .failure(Finished(what: described)) : nil
    }
    return try found.get()
  }

  /// Takes the next `count` items.
  package func next(
    _ count: Int, within limit: Duration = .defaultLimit
  ) async throws -> [Item] {
    let deadline = ContinuousClock.now + limit
    var items: [Item] = []
    for _ in 0..<count {
      items.append(try await next(within: max(.zero, deadline - .now)))
    }
    return items
  }

  /// The one who fills the inbox has ended, and what was waited for had not come.
  package struct Finished: Error, CustomStringConvertible {
    package let what: String
    package var description: String { "no \(what): nothing more will come" }
  }
}
