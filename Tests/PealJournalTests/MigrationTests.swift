import Peal
import TestBus
import Testing

@testable import PealJournal

/// How an older journal becomes a newer one.
struct MigrationTests {
  private let next =
    "ALTER TABLE pause ADD COLUMN reason TEXT; CREATE TABLE extra (x INTEGER) STRICT;"

  @Test func anOlderJournalGainsWhatIsNewAndKeepsWhatItHas() throws {
    let bench = try JournalBench()
    try bench.session { _ = try $0.post("kept", bench) }
    let database = try Database(path: bench.path)
    try Schema.prepare(database, .process, steps: Schema.steps + [next])
    #expect(try database.number("PRAGMA user_version") == Int64(Schema.version) + 1)
    #expect(try database.texts("SELECT summary FROM alert") == ["kept"])
    #expect(try database.number("SELECT count(*) FROM extra") == 0)
  }

  @Test func aStepThatFailsChangesNothing() throws {
    let bench = try JournalBench()
    try bench.session { _ = try $0.post("kept", bench) }
    let database = try Database(path: bench.path)
    let steps = Schema.steps + [next + " CREATE TABLE alert (x);"]
    #expect(throws: Schema.Problem.self) { try Schema.prepare(database, .process, steps: steps) }
    #expect(try database.number("PRAGMA user_version") == Int64(Schema.version))
    #expect(try database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == 0)
  }

  /// The file as version 1 made it, for as long as there are journals of version 1.
  @Test func theFirstVersionIsWhatItWas() throws {
    let database = try Database(path: ":memory:")
    try Schema.prepare(database, .process, steps: [Schema.steps[0]])
    let tables = try database.texts(
      "SELECT name FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
    #expect(
      tables == [
        "action", "alert", "alert_ending", "alert_token", "counter", "hint", "live", "note",
        "orphan", "pause",
      ])
    let columns = try database.number("SELECT count(*) FROM pragma_table_info('live')")
    #expect(columns == 27)
  }

  @Test func aJournalOfTheFirstVersionIsRead() throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state")
    try bench.folder.write("", to: "state/journal.sqlite")
    try writeFirstVersion(bench)
    let opened = try bench.open()
    #expect(opened.damage == nil)
    #expect(opened.contents.queue.alerts.map(\.alert.summary) == ["old"])
  }

  private func writeFirstVersion(_ bench: JournalBench) throws {
    let database = try Database(path: bench.path)
    try Schema.prepare(database, .process, steps: [Schema.steps[0]])
    let post = JournalPost(Alert("old"))
    let id = AlertID(rawValue: 1)
    try database.run(
      Tables.insert(into: "alert", ["id", "posted"] + AlertContent.columns),
      [.integer(1), .integer(1)] + AlertContent.cells(of: post.alert))
    let record = post.record(id: id, at: bench.clock().instant)
    let row = LiveRow(record.submissions[0], of: id, LiveEntry(record))
    try database.run(
      Tables.insert(into: "live", Array(LiveRow.columns.dropLast())),
      Array(row.cells(bench.clock()).dropLast()))
  }

  @Test(arguments: Durability.allCases)
  func durabilityIsWhatWasAskedFor(_ durability: Durability) throws {
    let bench = try JournalBench()
    let database = try Database(path: ":memory:")
    try Schema.prepare(database, durability)
    #expect(try database.number("PRAGMA synchronous") == (durability == .power ? 2 : 1))
    _ = try bench.open(durability: durability)
  }
}
