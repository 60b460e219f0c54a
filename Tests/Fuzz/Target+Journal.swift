import Glibc
import Peal

@testable import PealJournal

extension Target {
  /// The loader of the journal: a file with changed bytes, or with rows that make no sense, is read or
  /// set aside, and a queue goes on with what was read.
  ///
  /// An even first byte is followed by changes of bytes, an odd one by changes of cells.
  static let journal = Target(
    seeds: [[0], [1], [0, 0, 0, 24, 9], [1, 3, 0, 1, 255], [1, 40, 1, 2, 65, 66]]
  ) { bytes in
    guard let first = bytes.first else { return }
    let bench = JournalBench.shared
    bench.begin()
    if first.isMultiple(of: 2) {
      bench.changeBytes(bytes.dropFirst())
    } else {
      bench.changeCells(bytes.dropFirst())
    }
    bench.load()
  }
}

/// A folder with a journal that is changed and read again and again.
private struct JournalBench {
  static let shared = JournalBench()

  private let path: String
  private let whole: [UInt8]
  private let columns: [String]
  private let clock = ClockReading(
    instant: Instant(nanoseconds: 1_000_000_000), wall: WallTime(milliseconds: 1_796_000_000_000))

  private init() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(folder)/journal.sqlite"
    do {
      try Self.fill(Journal.open(Journal.Settings(path: path), clock) { _, _ in }.journal, clock)
      let database = try Database(path: path)
      columns = try database.texts(
        "SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c"
          + " WHERE m.type = 'table'")
    } catch {
      fatalError("\(error)")
    }
    whole = File.read(path)
  }

  private static func fill(_ journal: Journal, _ clock: ClockReading) {
    for number in UInt32(1)...6 {
      var alert = Alert("alert \(number)", body: "body", appName: "app")
      alert.tag = "tag"
      alert.hints = ["x": .int32(5), "y": .string("z")]
      alert.actions = [try? Action("yes", "Yes")].compactMap { $0 }
      alert.userInfo = ["a": "b"]
      alert.ttl = .seconds(60)
      var post = JournalPost(alert)
      post.token = "token \(number)"
      post.owner = Owner(rawValue: ":1.\(number)")
      journal.accept(post, clock) { _ in }
      let id = AlertID(rawValue: number)
      var record = post.record(id: id, at: clock.instant)
      record.popup = Presentation(id: id, attempt: 1)
      record.position = .allCases[Int(number) % AlertRecord.Position.allCases.count]
      record.onScreenSince = record.position == .onScreen ? clock.instant : nil
      journal.record(LiveEntry(record, popup: ServerPopup(number, incarnation: "one")), clock)
      guard number > 4 else { continue }
      let outcome = Outcome.action(key: "yes", text: "text")
      journal.file(
        Ending(
          id: id, outcome: outcome, alert: alert, posted: clock.instant, ended: clock.instant),
        clock)
    }
    journal.record(QueueRecord.Pause(.critical), PauseToken(rawValue: "peal"), clock)
    journal.commit()
  }

  /// Puts the file back as it was.
  func begin() {
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    File.write(whole, to: path)
  }

  /// Four bytes each: a place, and what is to be there.
  func changeBytes(_ bytes: ArraySlice<UInt8>) {
    var (rest, file) = (bytes, whole)
    while rest.count >= 4 {
      let place = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      file[place % file.count] = rest[rest.startIndex + 3]
      rest = rest.dropFirst(4)
    }
    File.write(file, to: path)
  }

  /// Four bytes each: a column, a row, a kind of value, and the value.
  func changeCells(_ bytes: ArraySlice<UInt8>) {
    guard let database = try? Database(path: path) else { return }
    var rest = Array(bytes)
    while rest.count >= 4 {
      let name = columns[Int(rest[0]) % columns.count].split(separator: ".")
      let sql = """
        UPDATE OR IGNORE \(name[0]) SET \(name[1]) = ?
        WHERE \(name[1]) IN (SELECT \(name[1]) FROM \(name[0]) LIMIT 1 OFFSET \(rest[1] % 8))
        """
      try? database.run(sql, [cell(rest[2], rest[3])])
      rest.removeFirst(4)
    }
  }

  private func cell(_ kind: UInt8, _ value: UInt8) -> Cell {
    let numbers: [Int64] = [0, -1, 1, .max, .min, 1 << 31, 1 << 32, 1 << 33, 1_796_000_000_000]
    let words = ["", "parked", "on screen", "hidden last", "action", "failed", "\u{0}", "🔔"]
    return switch kind % 4 {
    case 0: .null
    case 1: .integer(numbers[Int(value) % numbers.count])
    case 2: .text(words[Int(value) % words.count])
    default: .integer(Int64(value))
    }
  }

  /// Reads the journal as a daemon does, goes on with it and writes to it.
  func load() {
    do throws(JournalError) {
      let opened = try Journal.open(Journal.Settings(path: path), clock) { _, _ in }
      goOn(opened.contents.queue)
      _ = opened.journal.history(HistoryQuery())
      opened.journal.accept(JournalPost(Alert("next")), clock) { _ in }
      opened.journal.commit()
      for suffix in ["", "-wal", "-shm"] { opened.damage.map { _ = unlink($0.path + suffix) } }
    } catch {
      switch error {
      case .foreign, .newerSchema, .outOfIDs: break
      case .held, .cannotOpen, .full, .cannotWrite: fatalError("\(error)")
      }
    }
  }

  private func goOn(_ record: QueueRecord) {
    var now = clock.instant
    var queue = AlertQueue(restoring: record, at: now)
    let traits = PresenterTraits(incarnation: "one", name: "fuzz")
    _ = queue.handle(.woke, at: now)
    for effect in queue.handle(.presenter(.available(traits)), at: now) {
      guard case .present(let request) = effect else { continue }
      _ = queue.handle(.presenter(.presented(request.presentation)), at: now)
    }
    for _ in 1...20 {
      guard let wake = queue.nextWake else { break }
      now = max(now, wake)
      _ = queue.handle(.woke, at: now)
    }
    _ = queue.handle(.cleared(.everything, .all), at: now)
    _ = queue.record
  }
}
