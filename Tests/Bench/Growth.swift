import Foundation

/// How costs grow: with how much waits, and with how many send at once.
struct Growth {
  let programs: Stage.Programs
  private static let rounds = 3

  func curves() async throws -> [Curve] {
    [queueCurve(), try await senderCurve()]
  }

  private func queueCurve() -> Curve {
    let points = [10, 100, 1000, 10_000, 100_000, 1_000_000].map { waiting in
      Curve.Point(
        at: waiting,
        Sample((0..<Self.rounds).map { _ in 1e6 / QueueCost.rate(waiting: waiting) }))
    }
    return Curve(
      name: "waiting", title: "The queue alone: post one, end one", variable: "alerts waiting",
      figure: "microseconds", points: points)
  }

  /// Each of so many processes has a connection of its own; about as many posts in all.
  private func senderCurve() async throws -> Curve {
    let stage = try await Stage.open(programs, .hold)
    var points: [Curve.Point] = []
    for senders in [1, 3, 10, 30, 100, 300, 1000] {
      let calls = max(2, 2000 / senders)
      var costs: [Double] = []
      for _ in 0..<Self.rounds {
        let seconds = try await stage.probe(["posts", "\(senders)", "\(calls)"])
        costs.append(1e6 * (seconds.first ?? .infinity) / Double(senders * calls))
        try await stage.run(programs.peal, ["clear", "--all"])
      }
      points.append(Curve.Point(at: senders, Sample(costs)))
    }
    try await stage.close()
    return Curve(
      name: "senders", title: "The daemon with its journal: one post accepted",
      variable: "senders at once", figure: "microseconds", points: points)
  }
}

/// A figure as it depends on another.
struct Curve {
  let name: String
  let title: String
  let variable: String
  let figure: String
  let points: [Point]

  struct Point {
    let place: Int
    let sample: Sample

    init(at place: Int, _ sample: Sample) {
      self.place = place
      self.sample = sample
    }
  }

  var rows: [Row] {
    points.map { Row("\(title), \($0.place) \(variable)", $0.sample, unit: "µs", .none) }
  }

  /// Lines for a plotting program: a title, the names of the axes, then place, median, and the
  /// middle four fifths.
  var table: String {
    let lines = points.map { point in
      let spread = point.sample.spread
      return
        "\(point.place)\t\(point.sample.median)\t\(spread.lowerBound)\t\(spread.upperBound)"
    }
    return (["# \(title)\t\(variable)\t\(figure)"] + lines).joined(separator: "\n") + "\n"
  }
}
