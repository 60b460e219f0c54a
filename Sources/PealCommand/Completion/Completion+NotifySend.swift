extension Completion {
  /// What may stand next on a command line of notify-send's.
  func candidates(of line: UnfinishedNotifySendLine) -> [Candidate] {
    switch line.next {
    case .value(let option): return values(of: option.suggestion)
    case .text: return []
    case .word: break
    }
    guard current.hasPrefix("-") else { return [] }
    if let end = current.firstIndex(of: "=") {
      let name = current[..<end]
      guard let option = NotifySendOption.all.first(where: { "--\($0.name)" == name }) else {
        return []
      }
      return values(of: option.suggestion)
        .map { Candidate(word: "\(name)=\($0.word)", help: $0.help) }
    }
    return NotifySendOption.all.map { Candidate(word: "--\($0.name)", help: $0.help) }
  }
}
