import Glibc
import Peal
import PealControl

/// `send --batch`: alerts as JSON objects, one a line. A bad line is said by its number; all others
/// are taken.
struct Batch {
  private let line: Invocation
  private let session: Session
  private var number = 0
  private var accepted = 0
  private var worst = ExitStatus.done

  /// Readies what the command line asks for.
  init(_ line: Invocation) throws(Failure) {
    self.line = line
    session = try Session(line)
  }

  /// Reads to the end of the input.
  mutating func run() throws(Failure) -> ExitStatus {
    var reader = LineReader()
    while true {
      let lines = try reader.next()
      if lines.isEmpty { break }
      try post(lines)
      try tellProgress()
    }
    if Channel.error.isTerminal { try Channel.error.write("\n") }
    return worst
  }

  /// What came in one line that is not empty: what it asks for, or what is wrong with it.
  private typealias Entry = (number: Int, request: Result<PostRequest, Invocation.BadObject>)

  /// Posts what came together; then prints the ids, and says what is wrong, in the order of the lines.
  private mutating func post(_ lines: [StandardInput.Text]) throws(Failure) {
    var entries: [Entry] = []
    for line in lines {
      number += 1
      do throws(Invocation.BadObject) {
        guard let request = try request(line) else { continue }
        entries.append((number, .success(request)))
      } catch {
        entries.append((number, .failure(error)))
      }
    }
    let answers = Result { () throws(Failure) in
      try results(of: entries.compactMap { try? $0.request.get() })
    }
    switch answers {
    case .success(let results): try settle(entries, results[...])
    case .failure(let failure):
      for case (let number, .failure(let error)) in entries {
        complain(.usage, number, error.problem)
      }
      throw failure
    }
  }

  private func results(
    of requests: [PostRequest]
  ) throws(Failure) -> [Result<AlertID, ControlError>] {
    guard !requests.isEmpty else { return [] }
    return try session.postMany(requests)
  }

  private mutating func settle(
    _ entries: [Entry], _ results: ArraySlice<Result<AlertID, ControlError>>
  ) throws(Failure) {
    var results = results
    for entry in entries {
      let id = id(entry, &results)
      if id != nil { accepted += 1 }
      if line.printsID || line.output == .json { try line.printID(id) }
    }
  }

  /// The id that a line's alert got; nil, and a complaint, for one that got none.
  private mutating func id(
    _ entry: Entry, _ results: inout ArraySlice<Result<AlertID, ControlError>>
  ) -> AlertID? {
    switch entry.request {
    case .failure(let error):
      complain(.usage, entry.number, error.problem)
      return nil
    case .success:
      switch results.popFirst() {
      case .success(let id): return id
      case .failure(let error):
        let failure = Failure(error)
        complain(failure.status, entry.number, failure.text)
        return nil
      case nil: return nil
      }
    }
  }

  /// What a line asks for; nil for an empty one.
  private func request(
    _ input: StandardInput.Text
  ) throws(Invocation.BadObject) -> PostRequest? {
    guard !input.isCut else {
      throw Invocation.BadObject(problem: "longer than \(LineReader.limit) bytes")
    }
    let repaired = RepairedJSON(input.repaired)
    guard (input.isClean && repaired.isClean) || !line.isStrict else {
      throw Invocation.BadObject(problem: "is not UTF-8, and --strict refuses to repair it")
    }
    guard !repaired.text.allSatisfy(\.isWhitespace) else { return nil }
    let object: JSON
    do throws(JSON.Mistake) {
      object = try JSON(reading: repaired.text)
    } catch {
      throw Invocation.BadObject(problem: "not JSON: \(error.text)")
    }
    let alert = try line.reading(object)
    for warning in alert.warnings { warn("line \(number): \(warning)") }
    do throws(Failure) {
      return try alert.postRequest(alert.operands[0], alert.operands[1])
    } catch {
      throw Invocation.BadObject(problem: error.text)
    }
  }

  private mutating func complain(_ status: ExitStatus, _ number: Int, _ problem: String) {
    Program.complain(Failure(status, "line \(number): \(problem)"))
    if worst == .done || status == .full { worst = status }
  }

  private func tellProgress() throws(Failure) {
    if Channel.error.isTerminal { try Channel.error.writeAsIs("\r\(accepted) queued") }
  }
}
