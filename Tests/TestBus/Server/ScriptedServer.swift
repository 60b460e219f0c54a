package import DBus

/// A notification server that does as it is told: see ``Behaviour``.
///
/// It records every call, and the test is the person in front of it: ``press(_:_:)``,
/// ``close(_:reason:)``, ``expire(_:)``, ``reply(_:_:)``. It lives in the test's process, on a
/// connection and a thread of its own; the programs under test are other clients of its bus.
package actor ScriptedServer {
  /// Every Notify, in order.
  package nonisolated let notifications = Inbox<Notification>(of: "Notify")
  /// The ids of every CloseNotification, in order.
  package nonisolated let closeRequests = Inbox<UInt32>(of: "CloseNotification")
  /// Everything that came to pass, in order, with its time.
  package nonisolated let events = Inbox<(event: ServerEvent, time: ContinuousClock.Instant)>(
    of: "event")
  /// What is up now, oldest first.
  package nonisolated let popups = Watched<[Popup]>([])
  /// What it does; may be changed at any time.
  package var behaviour: Behaviour

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  private nonisolated let loop: EventLoop
  private let address: BusAddress
  /// Nil while it is dead.
  var connection: Connection?
  /// GNOME Shell's other connection, which does not own the name.
  var shadow: Connection?
  /// Calls that are answered when the test says so, and those that never are.
  var heldReplies: [@Sendable () -> Void] = []
  var unansweredCalls: [IncomingCall] = []
  var timers: [UInt32: EventLoop.Timer] = [:]
  var nextID: UInt32
  /// The most popups that were on screen at one time.
  package internal(set) var mostOnScreen = 0

  private init(_ address: BusAddress, _ behaviour: Behaviour, loop: EventLoop) {
    self.address = address
    self.behaviour = behaviour
    self.loop = loop
    nextID = behaviour.firstID
  }

  deinit { loop.stop() }

  /// Starts a server that owns `org.freedesktop.Notifications` when this returns.
  package static func start(
    on bus: PrivateBus, _ behaviour: Behaviour = Behaviour()
  ) async throws -> ScriptedServer {
    let server = ScriptedServer(
      try bus.busAddress, behaviour, loop: try EventLoop.onOwnThread())
    try await server.restart()
    return server
  }

  /// Changes what it does from now on.
  package func change(_ body: @Sendable (inout Behaviour) -> Void) {
    body(&behaviour)
  }

  /// Its name on the bus; nil while it is dead.
  package var uniqueName: BusName? { connection?.uniqueName }

  /// Leaves the bus as a killed process does: its popups are gone without a word.
  package func die() async {
    for timer in timers.values { timer.cancel() }
    timers = [:]
    heldReplies = []
    unansweredCalls = []
    let wasAlive = connection != nil
    await connection?.close()
    await shadow?.close()
    connection = nil
    shadow = nil
    popups.change { $0 = [] }
    // Last: what still came in while it died was shown by the one that died.
    if wasAlive { record(.died) }
  }

  /// Starts again as a new process: a new unique name, nothing on screen, ids from the first one.
  package func restart() async throws {
    await die()
    nextID = behaviour.firstID
    let connection = try await Connection.open(address, on: loop)
    self.connection = connection
    if behaviour.audience == .callerAndEverybody {
      shadow = try await Connection.open(address, on: loop)
    }
    await connection.serve(Self.interface, at: .notifications) { [weak self] name in
      self?.assumeIsolated { $0.property(name) }
    } _: { [weak self] call in
      self?.assumeIsolated { $0.handle(call) }
    }
    _ = try await connection.onOwnerChange(of: nil) { [weak self] change in
      self?.assumeIsolated { $0.ownerChanged(change) }
    }
    try await takeName()
  }

  /// Takes the name `org.freedesktop.Notifications`, as soon as nobody else has it: a bus may hear of a
  /// server's end after the first call of the next one.
  ///
  /// - Throws: ``TimeLimitExceeded`` if somebody else keeps it.
  package func takeName() async throws {
    guard let connection else { return }
    let vacancies = Inbox<Void>(of: "moment without a notification server")
    let subscription = try await connection.onOwnerChange(of: .notifications) { change in
      if change.new == nil { vacancies.put(()) }
    }
    defer { subscription.cancel() }
    while !(try await connection.requestName(.notifications).isOurs) {
      try await vacancies.next()
    }
  }

  /// Gives the name up, and stays on the bus with its popups.
  package func releaseName() async throws {
    try await connection?.releaseName(.notifications)
  }

  /// Sends the replies that were held, oldest first.
  package func releaseReplies() {
    let held = heldReplies
    heldReplies = []
    for reply in held { reply() }
  }

  /// Changes the property `Inhibited`, and says so on the bus.
  package func setInhibited(_ isInhibited: Bool) throws {
    behaviour.isInhibited = isInhibited
    try connection?.propertiesChanged(
      ["Inhibited": .boolean(isInhibited)], of: .notifications, at: .notifications)
  }

  /// Returns when everything that was sent to it before has been handled; at once while it is dead.
  package func settle() async {
    try? await connection?.settle()
  }
}

extension Connection.NameReply {
  /// Whether the name is the caller's now.
  fileprivate var isOurs: Bool { self == .primaryOwner || self == .alreadyOwner }
}

extension BusName {
  package static let notifications: BusName = "org.freedesktop.Notifications"
}

extension InterfaceName {
  package static let notifications: InterfaceName = "org.freedesktop.Notifications"
}

extension ObjectPath {
  package static let notifications: ObjectPath = "/org/freedesktop/Notifications"
}
