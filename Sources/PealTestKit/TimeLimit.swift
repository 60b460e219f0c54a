/// Does `work`, cancels it when `limit` has passed, and returns what it returns.
///
/// - Returns: what `work` returns, nil where it gives up on being cancelled.
public func withTimeLimit<Result: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async -> Result?
) async -> Result? {
  await withTaskGroup(of: Result?.self) { group in
    group.addTask { await work() }
    group.addTask {
      try? await ContinuousClock().sleep(for: limit)
      return nil
    }
    let first = await group.next() ?? nil
    group.cancelAll()
    return first
  }
}
