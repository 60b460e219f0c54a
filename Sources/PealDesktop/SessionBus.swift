import DBus
import Glibc
import Peal

/// The session bus as a program of its own finds it: by the environment, and again with growing
/// pauses when it is not there or goes away.
struct SessionBus: Sendable {
  private let loop: EventLoop
  private let pauses = Pauses()

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// One connection after the other, each opened when it is asked for.
  var connections: AsyncStream<Connection> {
    AsyncStream { await next() }
  }

  private func next() async -> Connection? {
    while !Task.isCancelled {
      if let pause = await pauses.next(at: TimeSource.continuous.now()) {
        try? await Task.sleep(for: pause)
      }
      guard !Task.isCancelled else { break }
      if let connection = await connect() { return connection }
    }
    return nil
  }

  private func connect() async -> Connection? {
    guard let address = try? BusAddress.session(environment: Self.environment) else { return nil }
    return try? await Connection.open(address, on: loop)
  }

  private static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    return environment
  }
}

/// How long to wait before another attempt: not at all at first, then longer each time, until one has
/// held for a while.
actor Pauses {
  private static let shortest = Duration.milliseconds(250)
  private static let longest = Duration.seconds(30)

  private var last: Instant?
  private var pause = Duration.zero

  /// The pause before an attempt that would be made now.
  func next(at now: Instant) -> Duration? {
    let isFirst = last.map { $0.duration(to: now) > pause + Self.longest } ?? true
    pause = isFirst ? .zero : min(max(Self.shortest, pause * 2), Self.longest)
    last = now + pause
    return pause == .zero ? nil : pause
  }
}
