/// Many senders at once: how many posts a second are accepted, journaled.
struct Accepting {
  let programs: Stage.Programs
  private static let senders = 16
  private static let calls = 250
  private static let rounds = 5

  func rows() async throws -> [Row] {
    let stage = try await Stage.open(programs, .hold)
    var rates: [Double] = []
    var blocking: [Double] = []
    let posts = Self.senders * Self.calls
    for _ in 0..<Self.rounds {
      let seconds = try await stage.probe(["posts", "\(Self.senders)", "\(Self.calls)"])
      rates.append(Double(posts) / (seconds.first ?? .infinity))
      try await stage.run(programs.peal, ["clear", "--all"])
      let yardstick = try await stage.probe(["blocking", "\(posts)"])
      blocking.append(Double(posts) / (yardstick.first ?? .infinity))
    }
    try await stage.close()
    return [
      Row(
        "posts accepted, 16 senders", Sample(rates), to: "blocking calls from C",
        Sample(blocking), unit: "/s", .atLeast(0.5))
    ]
  }
}
