import DBus
import Glibc
import PealControl
import Synchronization
import TestBus

/// A desk where everything happens at random: scripts send, ask and withdraw, the person presses and
/// closes, and something dies again and again. It keeps book of what each of them was told.
final class CrashRun: Sendable {
  /// What dies, and is there again.
  enum Victim: String, Sendable {
    /// Whichever process has the daemon's name; the next that needs one starts it.
    case daemon
    /// The notification server, with its popups.
    case server
    /// The bus, and with it the server.
    case bus
  }

  /// What the run has to account for.
  struct Book: Sendable {
    /// Ids that a sender was told, by the summary, which is the alert's own.
    var told: [String: UInt32] = [:]
    /// When somebody was told of an alert's end, by its summary.
    var ended: [String: ContinuousClock.Instant] = [:]
    /// Those that came to the screen after that.
    var shownAfterItsEnd: [String] = []
    /// Those of which a second popup came up beside the first, and when the first one's Notify came.
    var doubled: [(summary: String, first: ContinuousClock.Instant)] = []
    var deaths: [ContinuousClock.Instant] = []
    /// Questions that ended with another status than an answer or an end from outside gives.
    var strangeEnds: [String] = []
    var random: SeededRandom
  }

  let desk: Desk
  let seed: UInt64
  private let book: Mutex<Book>

  /// Sets the desk up.
  init(_ desk: Desk, seed: UInt64) {
    self.desk = desk
    self.seed = seed
    book = Mutex(Book(random: SeededRandom(seed: seed)))
  }

  /// What was noted so far.
  var notes: Book { book.withLock { $0 } }

  /// Has everything happen until the victim died so many times, then lets all come to an end.
  func run(_ victim: Victim, deaths: Int) async throws {
    let person = Task { await self.bePerson() }
    let watch = Task { await self.watchTheScreen() }
    defer {
      person.cancel()
      watch.cancel()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for script in 0..<4 {
        group.addTask { try await self.runScript(script, until: deaths) }
      }
      group.addTask { try await self.kill(victim, times: deaths) }
      // Not waitForAll(): it would wait for the scripts, which go on until the last death, when the
      // deaths have come to nothing.
      for try await _ in group {}
    }
  }

  /// A number below `sides`.
  private func roll(_ sides: Int) -> Int {
    book.withLock { Int.random(in: 0..<sides, using: &$0.random) }
  }

  private func isOver(_ deaths: Int) -> Bool {
    book.withLock { $0.deaths.count >= deaths }
  }
}

// The scripts.
extension CrashRun {
  private func runScript(_ script: Int, until deaths: Int) async throws {
    var step = 0
    while !isOver(deaths) {
      step += 1
      let summary = "\(script)-\(step)"
      switch roll(10) {
      case 0..<5: try await send(summary)
      case 5..<8: try await ask(summary)
      default: try await withdraw()
      }
    }
  }

  private func send(_ summary: String) async throws {
    let result = try await desk.peal("send", "-p", "-a", "script \(roll(3))", summary)
    guard result.status == 0, let id = UInt32(result.output.dropLast()) else { return }
    book.withLock { $0.told[summary] = id }
  }

  /// Asks, and waits for the end; now and then the person has no time for it, and it is taken away.
  private func ask(_ summary: String) async throws {
    let peal = try await desk.start("ask", "-p", summary, "--timeout", "20s")
    let result = try await peal.result(within: .seconds(60))
    let lines = result.output.split(separator: "\n")
    guard let first = lines.first, let id = UInt32(first) else { return }
    let end = [0, 1, 3, 4].contains(result.status) ? await timeOfEnd() : nil
    book.withLock { book in
      book.told[summary] = id
      if let end {
        book.ended[summary] = end
      } else {
        book.strangeEnds.append("\(summary): \(result.exit) \(result.errors)")
      }
    }
  }

  private func withdraw() async throws {
    let live = book.withLock { book in
      book.told.filter { book.ended[$0.key] == nil }.sorted { $0.value < $1.value }
    }
    guard !live.isEmpty else { return }
    let (summary, id) = live[roll(live.count)]
    let result = try await desk.peal("withdraw", "\(id)")
    guard result.status == 0 else { return }
    let end = await timeOfEnd()
    book.withLock { $0.ended[summary] = end }
  }

  /// The time from which on an alert whose end was just told may not come up: what the daemon had sent
  /// to the server before it told of the end has come up by then.
  private func timeOfEnd() async -> ContinuousClock.Instant {
    await desk.server.settle()
    return .now
  }
}

// The person and the kernel.
extension CrashRun {
  /// Presses and closes what comes up.
  private func bePerson() async {
    while !Task.isCancelled {
      let popup = try? await desk.server.popups.first("popup", within: .seconds(5)) { $0.last }
      guard let popup else { continue }
      switch roll(4) {
      case 0: try? await desk.server.close(popup.id)
      case 1: try? await desk.server.expire(popup.id)
      default:
        let labels = popup.notification.labels
        let label = labels.isEmpty ? "" : labels[roll(labels.count)]
        do { try await desk.server.press(popup.id, labelled: label) } catch {
          try? await desk.server.close(popup.id)
        }
      }
    }
  }

  /// Kills the victim, after some more popups each time.
  private func kill(_ victim: Victim, times: Int) async throws {
    while !isOver(times) {
      for _ in 0...roll(10) { _ = try await desk.server.notifications.next(within: .seconds(60)) }
      let now = ContinuousClock.now
      switch victim {
      case .daemon: guard try await killDaemon() else { continue }
      case .server: try await desk.server.restart()
      case .bus:
        await desk.server.die()
        try await desk.bus.restart()
        try await desk.server.restart()
      }
      book.withLock { $0.deaths.append(now) }
    }
  }

  private func killDaemon() async throws -> Bool {
    let peer = try await Peer.join(desk.bus)
    guard let pid = try? await peer.connection.credentials(of: Alerts1.name).processID
    else { return false }
    return Glibc.kill(pid_t(pid), SIGKILL) == 0
  }

  /// Notes what should not come up.
  private func watchTheScreen() async {
    var screen: [UInt32: Notification] = [:]
    while let (event, time) = try? await desk.server.events.next(within: .seconds(120)) {
      switch event {
      case .gone(let id, _): screen[id] = nil
      case .notify(let notification):
        note(notification, at: time, beside: screen)
        if let id = notification.id { screen[id] = notification }
      case .died: screen = [:]
      case .closeRequested, .asked: break
      }
    }
  }

  private func note(
    _ notification: Notification, at time: ContinuousClock.Instant,
    beside screen: [UInt32: Notification]
  ) {
    let summary = notification.summary
    let other = screen.first { $0.key != notification.id && $0.value.summary == summary }
    book.withLock { book in
      if let end = book.ended[summary], end < time { book.shownAfterItsEnd.append(summary) }
      if let other { book.doubled.append((summary, other.value.time)) }
    }
  }
}
