import Glibc
import Peal
import PealJournal
import TestBus
import Testing

/// What was accepted is there, whatever happens to the process or the disk.
struct CrashTests {
  @Test(arguments: 1...8)
  func whatWasAcceptedBeforeAKillIsThere(_ round: Int) async throws {
    let bench = try JournalBench()
    let writer = try await JournalWriter.start(bench.path, posts: 1_000_000)
    for _ in 0..<(round * 40) { _ = try await writer.output.nextLine() }
    writer.signal(SIGKILL)
    try await writer.result()
    let accepted = writer.output.text.split(separator: "\n").compactMap { UInt32($0) }
    let opened = try bench.open()
    #expect(opened.damage == nil)
    #expect(accepted.count >= round * 40)
    #expect(Array(opened.contents.ids.prefix(accepted.count)) == accepted)
    #expect(opened.contents.queue.nextID.rawValue == UInt32(opened.contents.ids.count) + 1)
  }

  /// A limit on the size of files is a full disk to whoever writes.
  @Test(arguments: [150_000, 300_000])
  func onAFullDiskPostsAreRefusedAndWhatWasAcceptedStays(_ limit: Int) async throws {
    let bench = try JournalBench()
    let writer = try await JournalWriter.start(bench.path, posts: 3000, limit: limit)
    writer.closeInput()
    #expect(try await writer.result().status == 0)
    let lines = writer.output.text.split(separator: "\n")
    let accepted = lines.compactMap { UInt32($0) }
    #expect(lines.contains("no room to write the journal \(bench.path)"))
    #expect(accepted.count > 10)
    let opened = try bench.open()
    #expect(opened.damage == nil)
    #expect(opened.contents.ids == accepted)
  }

  @Test func whenThereIsRoomAgainPostsAreTakenAndNothingThatWasNotedIsLost() async throws {
    let bench = try JournalBench()
    let writer = try await JournalWriter.start(bench.path, posts: 3000, limit: 150_000)
    while try await writer.output.nextLine() != "done" {}
    let accepted = writer.output.text.split(separator: "\n").compactMap { UInt32($0) }
    let (first, rest) = (try #require(accepted.first), accepted.dropFirst())
    writer.write("\(first)\nno room\n")
    #expect(try await writer.output.nextLine().hasPrefix("no room to write"))
    try await ChildProcess.run("prlimit", ["--pid", "\(writer.pid)", "--fsize=unlimited"])
    writer.write("room again\n")
    let last = try #require(UInt32(try await writer.output.nextLine()))
    writer.closeInput()
    #expect(try await writer.result().status == 0)
    let opened = try bench.open()
    #expect(opened.contents.ids == rest + [last])
    #expect(opened.journal.historyIDs == [first])
  }

  @Test func aFullDiskIsNoDamage() async throws {
    let bench = try JournalBench()
    try bench.folder.makeFolder("state")
    let writer = try await ChildProcess.run(
      "prlimit", ["--fsize=100", JournalWriter.path, bench.path, "bus", "1"])
    #expect(writer.output == "no room to write the journal \(bench.path)\n")
    #expect(bench.folder.names == ["state"])
    #expect(try bench.open().damage == nil)
  }
}
