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

  /// Posts what came together, and prints the ids in the order of the lines.
  private mutating func post(_ lines: [StandardInput.Text]) throws(Failure) {
    var requests: [PostRequest] = []
    var numbers: [Int?] = []
    for line in lines {
      number += 1
      do throws(Invocation.BadObject) {
        guard let request = try request(line) else { continue }
        requests.append(request)
        numbers.append(number)
      } catch {
        complain(.usage, number, error.problem)
        numbers.append(nil)
      }
    }
    try settle(numbers, try results(of: requests))
  }

  private func results(
    of requests: [PostRequest]
  ) throws(Failure) -> [Result<AlertID, ControlError>] {
    guard !requests.isEmpty else { return [] }
    return try session.ask { client throws(ControlError) in try client.postMany(requests) }
  }

  private mutating func settle(
    _ numbers: [Int?], _ results: [Result<AlertID, ControlError>]
  ) throws(Failure) {
    var results = results[...]
    for number in numbers {
      var id: AlertID?
      if let number, let result = results.popFirst() {
        switch result {
        case .success(let accepted): id = accepted
        case .failure(let error):
          let failure = Failure(error)
          complain(failure.status, number, failure.text)
        }
      }
      if id != nil { accepted += 1 }
      if line.printsID || line.output == .json { try line.printID(id) }
    }
  }

  /// What a line asks for; nil for an empty one.
  private func request(
    _ input: StandardInput.Text
  ) throws(Invocation.BadObject) -> PostRequest? {
    guard !input.isCut else {
      throw Invocation.BadObject(problem: "longer than \(LineReader.limit) bytes")
    }
    guard input.isClean || !line.isStrict else {
      throw Invocation.BadObject(problem: "is not UTF-8, and --strict refuses to repair it")
    }
    let text = input.repaired
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    let object: JSON
    do throws(JSON.Mistake) {
      object = try JSON(reading: text)
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
