import Foundation

/// The rows as people and programs read them.
struct Table {
  private static let titles = [
    "what", "median", "middle 80 %", "yardstick", "median", "ratio", "budget", "",
  ]

  static func text(_ rows: [Row]) -> String {
    let cells = [titles] + rows.map(cells)
    let widths = titles.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let lines = cells.map { line in
      zip(line, widths).map { cell, width in
        cell.padding(toLength: max(width, cell.count), withPad: " ", startingAt: 0)
      }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n")
  }

  /// One JSON object a line.
  static func json(_ rows: [Row]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      .joined(separator: "\n")
  }

  private static func cells(_ row: Row) -> [String] {
    let spread = row.measured.spread
    return [
      row.what,
      "\(format(row.measured.median)) \(row.unit)",
      "\(format(spread.lowerBound))–\(format(spread.upperBound))",
      row.yardstick ?? "",
      row.reference.map { "\(format($0.median)) \(row.unit)" } ?? "",
      row.reference == nil ? "" : format(row.figure),
      row.budget.text,
      verdict(row),
    ]
  }

  private static func verdict(_ row: Row) -> String {
    if case .none = row.budget { return "" }
    return row.isMet ? "met" : "MISSED"
  }
}
