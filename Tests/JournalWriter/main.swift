// A program that the journal's tests start, limit and kill: `JournalWriter FILE BUS COUNT` posts so
// many alerts and prints each id once it is accepted, or why it is not, and `done`. After that it ends
// the alert of each number that it reads, and posts any other line.
import Glibc
import Peal
import PealJournal

// What a file-size limit raises; a program that lives on a full disk ignores it.
signal(SIGXFSZ, SIG_IGN)

guard CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[3]) else { exit(64) }
var settings = Journal.Settings(path: CommandLine.arguments[1])
settings.bus = CommandLine.arguments[2]

/// Prints a line at once: what is printed was accepted, even if the process is killed then.
@Sendable func say(_ line: some CustomStringConvertible) {
  var text = "\(line)\n"
  text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
}

/// The time, on a queue's clock that begins with the process.
@Sendable func now() -> ClockReading {
  ClockReading(at: TimeSource.continuous.now())
}

/// Posts an alert and says what becomes of it.
@Sendable func post(_ alert: Alert, to journal: Journal) {
  journal.accept(JournalPost(alert), now()) { result in
    switch result {
    case .success(.new(let id)), .success(.known(let id)): say(id.rawValue)
    case .failure(let error): say(error)
    }
  }
}

/// Ends an alert.
func end(_ id: UInt32, in journal: Journal) {
  let clock = now()
  journal.file(
    Ending(
      id: AlertID(rawValue: id), outcome: .dismissed, alert: Alert("ended"), posted: clock.instant,
      ended: clock.instant), clock)
}

do throws(JournalError) {
  let journal = try Journal.open(settings, now()) { _, _ in }.journal
  say("open")
  for number in 0..<count {
    post(Alert("alert \(number)", body: String(repeating: "text ", count: 20)), to: journal)
    if number.isMultiple(of: 3) { journal.commit() }
  }
  journal.commit()
  say("done")
  while let line = readLine() {
    if let id = UInt32(line) { end(id, in: journal) } else { post(Alert(line), to: journal) }
    journal.commit()
  }
} catch {
  say(error)
  exit(75)
}
