import Peal
import PealControl
import Testing

/// News goes out at once, and in batches in a flood.
struct NewsroomTests {
  private let start = ContinuousClock.now

  private func news(_ id: Int, _ stage: Stage? = .waiting) -> News {
    .moved(AlertID(rawValue: UInt32(id)), stage)
  }

  private func ended(_ id: Int) -> News {
    var report = AlertReport(
      id: AlertID(rawValue: UInt32(id)), stage: "ended", summary: "x",
      posted: WallTime(milliseconds: 0))
    report.ending = AlertReport.End(.dismissed, ended: WallTime(milliseconds: 0))
    return .ended(report)
  }

  /// A newsroom that has told as much as it tells at once.
  private func busy() -> Newsroom {
    var room = Newsroom()
    for id in 1...Newsroom.limit {
      #expect(room.take(news(id), at: start) == .tell)
    }
    return room
  }

  @Test func aLittleGoesOutAtOnce() {
    var room = Newsroom()
    for number in 0..<1000 {
      let now = start + Newsroom.pause * number / 10
      #expect(room.take(news(number), at: now) == .tell)
    }
    #expect(room.takeBatch() == [])
  }

  @Test func aFloodGoesOutInBatches() {
    var room = busy()
    #expect(room.take(news(100), at: start) == .begin)
    #expect(room.take(news(101), at: start) == .collect)
    #expect(room.take(ended(101), at: start) == .collect)
    #expect(room.takeBatch() == [news(100, nil), news(101, nil), ended(101)])
    #expect(room.takeBatch() == [])
  }

  @Test func aBatchTellsOnceHowAnAlertStandsAndEveryEnd() {
    var room = busy()
    for stage in [Stage.waiting, .hidden, .withdrawing] {
      _ = room.take(news(7, stage), at: start)
    }
    _ = room.take(ended(8), at: start)
    _ = room.take(.acted(AlertID(rawValue: 9), .init(key: "k", text: nil)), at: start)
    _ = room.take(.acted(AlertID(rawValue: 9), .init(key: "k", text: nil)), at: start)
    #expect(room.takeBatch().count == 4)
  }

  @Test func nothingOvertakesABatch() {
    var room = busy()
    #expect(room.take(news(100), at: start) == .begin)
    #expect(room.take(ended(101), at: start + Newsroom.pause * 2) == .collect)
    #expect(room.takeBatch() == [news(100, nil), ended(101)])
    #expect(room.take(news(102), at: start + Newsroom.pause * 2) == .tell)
  }
}
