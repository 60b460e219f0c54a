import Glibc
import Peal
import PealJournal
import TestBus
import Testing

/// Files with random damage: the loader reads what is whole, sets aside what is not, and never stops
/// the process.
struct DamageTests {
  /// A file and its log, as a kill leaves them: half of what they hold is in each.
  private struct Files {
    var database: [UInt8]
    var log: [UInt8]
  }

  @Test(arguments: 0..<20)
  func anyDamageIsReadOrSetAside(_ round: Int) throws {
    let bench = try JournalBench()
    let files = try original(bench)
    for seed in (round * 20)..<(round * 20 + 20) {
      var random = SeededRandom(seed: UInt64(seed))
      var damaged = files
      damage(&damaged.database, &random)
      if Bool.random(using: &random) { damage(&damaged.log, &random) }
      try check(damaged, bench, "seed \(seed)")
    }
  }

  private func check(_ files: Files, _ bench: JournalBench, _ seed: Comment) throws {
    try write(files.database, to: bench.path)
    try write(files.log, to: bench.path + "-wal")
    do throws(JournalError) {
      let opened = try bench.open()
      let entries = opened.journal.history(HistoryQuery())
      #expect(opened.contents.ids.count + entries.count <= 60, seed)
      opened.journal.accept(JournalPost(Alert("works")), bench.clock()) { _ in }
      opened.journal.commit()
    } catch {
      switch error {
      case .foreign, .newerSchema, .outOfIDs: break  // The head says so.
      case .held, .cannotOpen, .full, .cannotWrite: Issue.record(error, seed)
      }
    }
  }

  private func original(_ bench: JournalBench) throws -> Files {
    try bench.session { try fill($0, bench) }
    let journal = try bench.open().journal
    try fill(journal, bench)
    return Files(database: try read(bench.path), log: try read(bench.path + "-wal"))
  }

  private func fill(_ journal: Journal, _ bench: JournalBench) throws {
    for number in 0..<25 {
      let id = try journal.post(JournalPost(RoundTripTests.alerts[number % 3]), bench)
      let record = RoundTripTests.record(id, at: bench.clock().instant)
      journal.record(
        LiveEntry(record, popup: ServerPopup(1, incarnation: "server")), bench.clock())
      if number.isMultiple(of: 2) { journal.end(id, .action(key: "k", text: "t"), bench) }
    }
    journal.commit()
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    switch UInt8.random(in: 0..<8, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    case 1:
      let page = Int.random(in: 0...(bytes.count / 4096), using: &random) * 4096
      for index in page..<min(page + 4096, bytes.count) { bytes[index] = 0 }
    default:
      // Most of the bytes that matter are in the heads of the file and of its pages.
      let isHead = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let page = Int.random(in: 0..<bytes.count, using: &random) / 4096 * 4096
        let index = page + Int.random(in: 0..<(isHead ? 120 : 4096), using: &random)
        if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      }
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_000_000)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
