package import DBus
import Peal

/// What a client that watches is told.
package enum ControlEvent: Sendable, Hashable {
  /// An alert came to another stage.
  case changed(AlertReport)
  /// The daemon's counts, or whether it is paused, or its server, changed.
  case status(StatusChange)
  /// A daemon came (true), or the one there was left (false).
  case daemon(isThere: Bool)
}

/// The properties of ``Alerts1`` that changed; the others are nil.
package struct StatusChange: Sendable, Hashable {
  /// The daemon's version.
  package var version: String?
  /// How many alerts wait.
  package var waiting: UInt32?
  /// How many are on screen.
  package var shown: UInt32?
  /// Whether the queue is paused.
  package var isPaused: Bool?
  /// The notification server that shows alerts; empty without one.
  package var server: String?

  /// Whether there is a notification server; nil when that is not told.
  package var hasServer: Bool? { server.map { !$0.isEmpty } }

  /// Reads the properties by name; unknown ones are of a later version and left out.
  package init(_ properties: [String: Value]) {
    version = properties[Alerts1.Property.version.rawValue]?.string
    waiting = properties[Alerts1.Property.waiting.rawValue]?.uint32
    shown = properties[Alerts1.Property.shown.rawValue]?.uint32
    isPaused = properties[Alerts1.Property.paused.rawValue]?.boolean
    server = properties[Alerts1.Property.server.rawValue]?.string
  }
}

extension ControlClient {
  /// The daemon's properties now; all are there.
  ///
  /// - Throws: ``ControlError``.
  package func status() throws(ControlError) -> StatusChange {
    let message = Message.call(
      "GetAll", on: Alerts1.path, of: Alerts1.name, interface: .properties,
      [.string(Alerts1.interface.text)])
    do {
      let reply = try bus.call(message, timeout: timeout)
      guard let properties = reply.body.first?.options else {
        throw DBusError.unexpectedReply("GetAll")
      }
      return StatusChange(properties)
    } catch let error as DBusError { throw ControlError(error) } catch { throw .lost }
  }

  /// Whether a daemon owns the name now.
  ///
  /// - Throws: ``ControlError``.
  package func daemonIsThere() throws(ControlError) -> Bool {
    let body = try callBus("NameHasOwner", [.string(Alerts1.name.text)])
    return body.first?.boolean ?? false
  }

  /// Has the bus start the daemon, if it can; returns once the daemon owns the name.
  ///
  /// - Throws: ``ControlError/noDaemon`` when no activation file names it.
  package func startDaemon() throws(ControlError) {
    _ = try callBus("StartServiceByName", [.string(Alerts1.name.text), .uint32(0)])
  }

  /// Asks for ``ControlEvent``s; they come out of ``nextEvent(within:)``.
  ///
  /// - Throws: ``ControlError``.
  package func startWatching() throws(ControlError) {
    let rules = [
      MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: Alerts1.name),
      MatchRule(sender: Alerts1.name, path: Alerts1.path, interface: Alerts1.interface),
      MatchRule(sender: Alerts1.name, path: Alerts1.path, interface: .properties),
    ]
    do {
      for rule in rules { try bus.addMatch(rule, timeout: timeout) }
    } catch { throw ControlError(error) }
    inbox.owner = try? daemonName()
  }

  /// The oldest event that has come in already; nil when there is none. It does not look at the bus.
  package func takeEvent() -> ControlEvent? {
    inbox.takeEvent()
  }

  /// The next event; nil when none came in time. Without a time limit it waits on.
  ///
  /// - Throws: ``ControlError/lost`` once the bus is gone.
  package func nextEvent(within limit: Duration?) throws(ControlError) -> ControlEvent? {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      if let event = inbox.takeEvent() { return event }
      let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      guard try receive(within: left) else { return nil }
    }
  }

  /// The unique name of the daemon now.
  func daemonName() throws(ControlError) -> BusName? {
    let body = try callBus("GetNameOwner", [.string(Alerts1.name.text)])
    return body.first?.string.flatMap { try? BusName($0) }
  }

  private func callBus(_ member: MemberName, _ body: [Value]) throws(ControlError) -> [Value] {
    do {
      return try bus.call(.busCall(member, body), timeout: timeout).body
    } catch { throw ControlError(error) }
  }
}

extension ClientInbox {
  /// The oldest event among the signals, taken out with all that came before it.
  ///
  /// A signal may come from anybody: what counts is the name's owner.
  mutating func takeEvent() -> ControlEvent? {
    while !signals.isEmpty {
      let signal = signals.removeFirst()
      if signal.sender == .bus, let change = ownerChange(signal) { return change }
      if signal.sender == owner, owner != nil, let event = ControlEvent(signal) { return event }
    }
    return nil
  }

  private mutating func ownerChange(_ signal: Message) -> ControlEvent? {
    guard case .signal(_, .bus, "NameOwnerChanged") = signal.kind, signal.body.count == 3,
      signal.body[0].string == Alerts1.name.text
    else { return nil }
    owner = signal.body[2].string.flatMap { try? BusName($0) }
    return .daemon(isThere: owner != nil)
  }
}

extension ControlEvent {
  fileprivate init?(_ signal: Message) {
    switch signal.kind {
    case .signal(_, Alerts1.interface, Alerts1.changed):
      guard let report = signal.body.last.flatMap({ try? AlertReport($0) }) else { return nil }
      self = .changed(report)
    case .signal(_, .properties, "PropertiesChanged"):
      guard signal.body.count == 3, let properties = signal.body[1].options else { return nil }
      self = .status(StatusChange(properties))
    case .signal, .call, .reply, .error: return nil
    }
  }
}
