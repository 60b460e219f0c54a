import Peal
import PealControl

/// Alerts as aligned columns, for people.
enum ReportTable: Sendable {
  /// Live ones: their stage, and why they are held.
  case live
  /// Ended ones: when and how.
  case ended

  /// The table's lines, the heading first; none for no alerts.
  func lines(of reports: [AlertReport], width: Int?) -> [String] {
    guard !reports.isEmpty else { return [] }
    let rows = [heading] + reports.map(row)
    let widths = rows[0].indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    return rows.map { Self.line($0, widths, within: width) }
  }

  private var heading: [String] {
    switch self {
    case .live: ["ID", "STAGE", "PRIORITY", "APP", "SUMMARY"]
    case .ended: ["ID", "ENDED", "OUTCOME", "APP", "SUMMARY"]
    }
  }

  private func row(_ report: AlertReport) -> [String] {
    let state: [String]
    switch self {
    case .live: state = [report.stageText, report.priority.busWord]
    case .ended:
      state = [report.ending?.ended.localText ?? "", report.outcomeText + report.leftOutText]
    }
    let texts = [report.appName, report.summary].map(\.printable)
    return ["\(report.id.rawValue)"] + state + texts
  }

  private static func line(_ cells: [String], _ widths: [Int], within width: Int?) -> String {
    let padded = zip(cells, widths).dropLast().map { cell, width in cell.padded(to: width) }
    let line = (padded + cells.suffix(1)).joined(separator: "  ")
    return width.map { line.cut(to: $0) } ?? line
  }
}

extension AlertReport {
  /// The stage, and for a held one why.
  var stageText: String {
    reasons.isEmpty ? stage : "\(stage) (\(reasons.joined(separator: ", ")))"
  }

  /// The outcome, and which action it was.
  var outcomeText: String {
    guard let outcome = ending?.outcome else { return "" }
    guard case .action(let key, _) = outcome else { return outcome.word }
    return "\(outcome.word) \(key.printable)"
  }

  /// How many were left out before it, if any.
  fileprivate var leftOutText: String {
    leftOut == 0 ? "" : " (\(leftOut) more left out)"
  }
}
