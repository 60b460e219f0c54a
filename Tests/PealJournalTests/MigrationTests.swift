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
    #expect(try database.number("PRAGMA user_version") == 2)
    #expect(try database.texts("SELECT summary FROM alert") == ["kept"])
    #expect(try database.number("SELECT count(*) FROM extra") == 0)
  }

  @Test func aStepThatFailsChangesNothing() throws {
    let bench = try JournalBench()
    try bench.session { _ = try $0.post("kept", bench) }
    let database = try Database(path: bench.path)
    let steps = Schema.steps + [next + " CREATE TABLE alert (x);"]
    #expect(throws: Schema.Problem.self) { try Schema.prepare(database, .process, steps: steps) }
    #expect(try database.number("PRAGMA user_version") == 1)
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
    #expect(columns == Int64(LiveRow.columns.count))
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
