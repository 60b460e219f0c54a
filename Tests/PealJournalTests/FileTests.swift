import Glibc
import Peal
import PealJournal
import TestBus
import Testing

/// Everything that can be wrong with a file.
struct FileTests {
  @Test func filesAndFolderAreTheirOwnersAlone() throws {
    let bench = try JournalBench()
    let journal = try bench.open().journal
    _ = try journal.post("x", bench)
    #expect(FileMode.of(bench.folder.file("state")) == 0o700)
    for name in ["", "-wal", ".lock"] { #expect(FileMode.of(bench.path + name) == 0o600) }
    chmod(bench.path, 0o644)
  }

  @Test func aFileThatOthersCouldReadIsMadePrivate() throws {
    let bench = try JournalBench()
    try bench.session { _ in }
    chmod(bench.path, 0o644)
    try bench.session { _ in }
    #expect(FileMode.of(bench.path) == 0o600)
  }

  @Test func aSecondOpenerInTheSameProcessIsKeptOut() throws {
    let bench = try JournalBench()
    let first = try bench.open()
    #expect(throws: JournalError.held(path: bench.path, by: nil)) { try bench.open() }
    withExtendedLifetime(first) {}
  }

  @Test func aSecondProcessIsToldWhoHasIt() async throws {
    let bench = try JournalBench()
    let writer = try await JournalWriter.start(bench.path, posts: 1)
    let holder = Holder(pid: writer.pid, bus: "bus")
    #expect(throws: JournalError.held(path: bench.path, by: holder)) { try bench.open() }
  }

  @Test(arguments: [
    "garbage", "", String(repeating: "SQLite format 3\u{0}", count: 300),
    "SQLite format 3\u{0}" + String(repeating: "\u{7f}", count: 8000),
  ])
  func garbageIsSetAsideWithItsDate(_ garbage: String) throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state")
    try bench.folder.write(garbage, to: "state/journal.sqlite")
    let opened = try bench.open()
    #expect(opened.contents == JournalContents())
    #expect(try opened.journal.post("works", bench).rawValue == 1)
    guard !garbage.isEmpty else { return #expect(opened.damage == nil) }
    let damage = try #require(opened.damage)
    #expect(damage.path == "\(bench.path).damaged-2026-11-30T00-53-20Z")
    #expect(FileMode.of(damage.path) != nil)
  }

  @Test(arguments: [1, 100, 4000, 4096, 5000, 12000])
  func aTruncatedFileIsSetAsideOrWhole(_ length: Int) throws {
    let bench = try JournalBench()
    try bench.session { journal in
      for _ in 1...50 { _ = try journal.post("x", bench) }
    }
    truncate(bench.path, length)
    let opened = try bench.open()
    #expect(opened.damage != nil)
    #expect(opened.contents.ids == [])
    #expect(try opened.journal.post("works", bench).rawValue == 1)
  }

  @Test func whatBelongsToADamagedJournalGoesWithIt() throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state")
    for name in ["", "-wal", "-shm"] {
      try bench.folder.write("garbage", to: "state/journal.sqlite\(name)")
    }
    let damage = try #require(try bench.open().damage)
    for name in ["", "-wal"] { #expect(FileMode.of(damage.path + name) != nil) }
    // Twice in one second: the first one is not overwritten.
    try bench.folder.write("garbage", to: "state/journal.sqlite")
    #expect(try bench.open().damage?.path == damage.path + ".2")
  }

  @Test func aFolderInItsPlaceIsSetAside() throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state/journal.sqlite")
    let opened = try bench.open()
    #expect(opened.damage != nil)
    #expect(try opened.journal.post("works", bench).rawValue == 1)
  }

  @Test func aNewerSchemaIsNeverTouched() async throws {
    let bench = try JournalBench()
    try bench.session { _ in }
    try await sqlite(bench.path, "PRAGMA user_version = 99; CREATE TABLE future (x);")
    let before = try await checksum(bench.path)
    #expect(throws: JournalError.newerSchema(path: bench.path, found: 99, known: 2)) {
      try bench.open()
    }
    #expect(try await checksum(bench.path) == before)
  }

  @Test func anotherProgramsDatabaseIsNeverTouched() async throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state")
    try await sqlite(bench.path, "CREATE TABLE precious (x); INSERT INTO precious VALUES (1);")
    #expect(throws: JournalError.foreign(path: bench.path)) { try bench.open() }
    let rows = try await ChildProcess.run("sqlite3", [bench.path, "SELECT x FROM precious"])
    #expect(rows.output == "1\n")
  }

  @Test func tablesThatAreNotOursAreDamage() async throws {
    let bench = try JournalBench()
    try bench.session { _ in }
    try await sqlite(bench.path, "ALTER TABLE pause RENAME COLUMN until TO later;")
    #expect(try bench.open().damage?.reason.contains("tables") == true)
  }

  /// A row that makes no sense in a file that is whole.
  @Test func anAlertThatCannotBeReadIsFiledAndTheOthersGoOn() async throws {
    let bench = try JournalBench()
    try bench.session { journal in
      for summary in ["a", "b", "c"] { _ = try journal.post(summary, bench) }
    }
    try await sqlite(bench.path, "UPDATE alert SET priority = 77 WHERE id = 2")
    try await sqlite(bench.path, "UPDATE live SET position = 'nowhere' WHERE id = 3")
    let opened = try bench.open()
    #expect(opened.contents.ids == [1])
    #expect(opened.contents.unreadable.map(\.rawValue) == [2, 3])
    #expect(opened.journal.history(HistoryQuery()).map(\.outcome) == [.failed])
  }

  /// Numbers that are counted on from, at the end of what a number can be.
  @Test(arguments: [
    "UPDATE alert SET ending = 9223372036854775807 WHERE id = 1",
    "INSERT OR REPLACE INTO counter (name, value) VALUES ('next id', 9223372036854775807)",
  ])
  func aCountThatLeavesNoRoomIsDamage(change: String) async throws {
    let bench = try JournalBench()
    try bench.session { journal in _ = try journal.post("a", bench) }
    try await sqlite(bench.path, change + "; UPDATE alert SET priority = 77")
    let opened = try bench.open()
    #expect(opened.damage != nil)
    #expect(try opened.journal.post("works", bench).rawValue == 1)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    let bench = try JournalBench()
    try bench.folder.write("a file", to: "state")
    #expect {
      try bench.open()
    } throws: { error in
      guard case JournalError.cannotOpen(_, let reason) = error else { return false }
      return reason.contains("Not a directory") || reason.contains("File exists")
    }
  }

  /// In a folder that takes no files, which holds for root as well.
  @Test func aFolderThatTakesNoFilesIsAnError() throws {
    #expect {
      try Journal.open(
        Journal.Settings(path: "/proc/self/journal.sqlite"), try JournalBench().clock()
      ) { _, _ in }
    } throws: { error in
      guard case JournalError.cannotOpen = error else { return false }
      return "\(error)".hasPrefix("the journal /proc/self/journal.sqlite")
    }
  }

  private func sqlite(_ path: String, _ sql: String) async throws {
    let result = try await ChildProcess.run("sqlite3", [path, sql])
    try #require(result.status == 0, "\(result.errors)")
  }

  private func checksum(_ path: String) async throws -> String {
    try await ChildProcess.run("sha256sum", [path]).output
  }
}
