import Peal
import PealControl

extension Completion {
  /// What an option takes.
  func values(of suggestion: Option.Suggestion) -> [Candidate] {
    switch suggestion {
    case .nothing, .file: []
    case .words(let words): words().map { Candidate(word: $0, help: "") }
    case .tag: unique { $0.tag }
    case .app: unique { $0.appName }
    case .id: ids
    }
  }

  /// What a verb takes at a place among its operands.
  func operands(of verb: Verb, at index: Int) -> [Candidate] {
    let isAddressed = line.values["top"] != nil || line.values["tag"] != nil
    let names = verb.operands.map(\.name).drop { $0.hasPrefix("ID") && isAddressed }
    let name = index < names.count ? names[names.startIndex + index] : names.last { $0 == "ID..." }
    switch name {
    case "ID", "ID...": return ids.filter { !line.operands.contains($0.word) }
    case "KEY": return keys
    case "DURATION": return ["5m", "15m", "1h", "1d"].map { Candidate(word: $0, help: "") }
    default: return []
    }
  }

  private var ids: [Candidate] {
    reports.map { Candidate(word: "\($0.id.rawValue)", help: $0.summary) }
  }

  /// The keys of the alert that is answered.
  private var keys: [Candidate] {
    let isTop = line.values["top"] != nil
    let report = reports.first { report in
      isTop ? report.isOnScreen : line.operands.first == "\(report.id.rawValue)"
    }
    return (report?.actions ?? []).map { Candidate(word: $0.key, help: $0.label) }
  }

  private func unique(_ text: (AlertReport) -> String?) -> [Candidate] {
    var seen: Set<String> = []
    return reports.compactMap { report in
      guard let word = text(report), !word.isEmpty, !word.contains(where: \.isNewline),
        seen.insert(word).inserted
      else { return nil }
      return Candidate(word: word, help: report.summary)
    }
  }

  /// The live alerts of the daemon that runs; none when none runs, or it does not answer at once.
  private var reports: [AlertReport] {
    var invocation = Invocation(.list)
    invocation.bus = line.values["bus"]
    guard let session = try? Session(invocation) else { return [] }
    session.client.timeout = .seconds(1)
    let reports = try? session.askOnly { client throws(ControlError) in try client.list() }
    return reports ?? []
  }
}
