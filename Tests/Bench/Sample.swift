import Foundation

/// Repeated measurements of one thing.
struct Sample: Codable {
  /// In ascending order; at least one.
  let values: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    self.values = values.sorted()
  }

  var median: Double { quantile(0.5) }

  /// How far the middle four fifths of the values reach.
  var spread: ClosedRange<Double> { quantile(0.1)...quantile(0.9) }

  private func quantile(_ part: Double) -> Double {
    values[Int((part * Double(values.count - 1)).rounded())]
  }
}

/// One line of the table: a thing that is measured against its yardstick in the same run.
struct Row: Codable {
  /// What a budget allows, as a bound on the figure that it is about.
  enum Budget: Codable {
    case atMost(Double)
    case atLeast(Double)
    /// Measured for comparison; nothing is promised.
    case none

    func isMet(by figure: Double) -> Bool {
      switch self {
      case .atMost(let bound): figure <= bound
      case .atLeast(let bound): figure >= bound
      case .none: true
      }
    }

    var text: String {
      switch self {
      case .atMost(let bound): "≤ \(format(bound))"
      case .atLeast(let bound): "≥ \(format(bound))"
      case .none: "–"
      }
    }
  }

  let what: String
  let unit: String
  /// The thing itself.
  let measured: Sample
  /// What it is held against, and what that is called.
  var yardstick: String?
  var reference: Sample?
  /// The figure that the budget is about: a ratio if there is a yardstick, else the median.
  let figure: Double
  let budget: Budget

  /// A thing held against a yardstick; the ratio is that of the medians.
  init(
    _ what: String, _ measured: Sample, to yardstick: String, _ reference: Sample, unit: String,
    ratio: Double? = nil, _ budget: Budget
  ) {
    self.what = what
    self.unit = unit
    self.measured = measured
    self.yardstick = yardstick
    self.reference = reference
    figure = ratio ?? measured.median / reference.median
    self.budget = budget
  }

  /// A thing that is bounded by itself.
  init(_ what: String, _ measured: Sample, unit: String, _ budget: Budget) {
    self.what = what
    self.unit = unit
    self.measured = measured
    figure = measured.median
    self.budget = budget
  }

  var isMet: Bool { budget.isMet(by: figure) }
}

/// A number with three significant digits, or whole above a thousand.
func format(_ number: Double) -> String {
  if number.rounded() == number || abs(number) >= 1000 { return String(format: "%.0f", number) }
  return String(format: "%.3g", number)
}
